import { Drawing } from '@giftlane/ui/layout/drawing.tsx';

/** A torn card. A module of its own, as the error page is in the first script. */
export function TornCard() {
  return (
    <Drawing>
      <path d="M70 22H30a8 8 0 0 0-8 8v50a8 8 0 0 0 8 8h34l6-10-7-9 9-11-6-10 8-12-4-14Z" />
      <path d="m88 24 42-3a8 8 0 0 1 8.500 7.400l3.400 50a8 8 0 0 1-7.400 8.500L92 89l6-10-7-9 8-11-7-10 8-12-12-13Z" />
      <path d="M22 46h44M34 72h14" />
    </Drawing>
  );
}
