import { Drawing } from '../layout/drawing.tsx';

/** A chart with nothing in it yet. */
export function QuietChart() {
  return (
    <Drawing>
      <path d="M24 14v80h118" />
      <path d="m36 78 24-18 20 10 26-28 24 8" strokeDasharray="3 7" />
    </Drawing>
  );
}
