import { Drawing } from '../../ui/drawing.tsx';

/** A card on its way out of a drawer. */
export function EmptyDrawer() {
  return (
    <span className="block w-56 max-w-full">
      <Drawing>
        <path d="M22 66h116l-8 36H30l-8-36Z" />
        <path d="M66 84h28" />
        <rect x="46" y="16" width="68" height="43" rx="6" transform="rotate(-8 80 38)" />
        <path d="M50 33l66-9" />
        <path d="M34 58h92" strokeDasharray="3 6" />
      </Drawing>
    </span>
  );
}
