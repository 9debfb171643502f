/** Line drawings for empty and failed states, in the text colour. */
import { Drawing } from '@giftlane/ui/layout/drawing.tsx';

/** A bag with nothing in it. */
export function EmptyBag() {
  return (
    <Drawing>
      <path d="M46 38h68l6 56a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6l6-56Z" />
      <path d="M62 50V32a18 18 0 0 1 36 0v18" />
      <path d="M66 78c8 6 20 6 28 0" strokeDasharray="3 6" />
    </Drawing>
  );
}

/** An empty slot in a rack of cards. */
export function EmptyRack() {
  return (
    <Drawing>
      <rect x="14" y="30" width="58" height="38" rx="6" />
      <rect x="88" y="30" width="58" height="38" rx="6" strokeDasharray="4 7" />
      <path d="M6 80h148M36 68v12M50 68v12" />
      <path d="M14 42h58" />
    </Drawing>
  );
}

/** A receipt without lines. */
export function EmptyReceipt() {
  return (
    <Drawing>
      <path d="M52 12h56v86l-9-6-9 6-10-6-10 6-9-6-9 6V12Z" />
      <path d="M64 32h32M64 46h20" strokeDasharray="3 6" />
    </Drawing>
  );
}

/** An envelope with a seal. */
export function SealedLetter() {
  return (
    <Drawing>
      <rect x="28" y="24" width="104" height="68" rx="8" />
      <path d="m30 30 50 34 50-34" />
      <circle cx="80" cy="72" r="11" className="fill-paper" />
      <path d="m75 72 4 4 7-8" />
    </Drawing>
  );
}

/** A chain with a broken link. */
export function BrokenLink() {
  return (
    <Drawing>
      <path d="M66 40H48a16 16 0 0 0 0 32h18M94 40h18a16 16 0 0 1 0 32H94" />
      <path d="M80 26v-10M68 30l-6-8M92 30l6-8M80 84v10M68 82l-6 8M92 82l6 8" />
    </Drawing>
  );
}
