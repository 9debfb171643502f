import { Drawing } from '@giftlane/ui/layout/drawing.tsx';

/** A card above an open drawer. */
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

/** A gift card: a ribbon with its bow, a name. */
function GiftCard() {
  return (
    <>
      <rect x="26" y="24" width="108" height="66" rx="7" className="fill-surface" />
      <path d="M48 24h12v66H48ZM26 50h108v12H26Z" className="fill-leaf-tint" />
      <path d="M54 56C46 38 30 44 36 51s12 5 18 5 12 2 18-5-10-13-18 5Z" className="fill-surface" />
      <path d="M78 36h42M78 76h28" />
    </>
  );
}

export function FrontGood() {
  return (
    <Drawing>
      <GiftCard />
    </Drawing>
  );
}

export function FrontCut() {
  return (
    <Drawing>
      <g transform="translate(44 -26) rotate(9 80 55) scale(1.12)">
        <GiftCard />
      </g>
    </Drawing>
  );
}
