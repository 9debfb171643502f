/** Drawings of good and bad photos of papers, in the text colour and the fills of the tokens. */
import { Drawing } from '@giftlane/ui/layout/drawing.tsx';

/** The back of a card: a stripe, lines, a code. */
function CardBack() {
  return (
    <>
      <rect x="26" y="24" width="108" height="66" rx="7" className="fill-surface" />
      <path d="M26 36h108v11H26Z" className="fill-leaf-tint" />
      <path d="M36 58h46M36 68h34M36 78h40" />
      <path d="M98 58h26v22H98ZM104 58v22M109 58v22M117 58v22" />
    </>
  );
}

export function BackGood() {
  return (
    <Drawing>
      <CardBack />
    </Drawing>
  );
}

export function BackGlare() {
  return (
    <Drawing>
      <CardBack />
      <ellipse cx="62" cy="66" rx="33" ry="19" className="fill-paper" strokeDasharray="2 5" />
      <path d="M62 58v16M54 66h16M56 60l12 12M68 60 56 72" />
    </Drawing>
  );
}

/** A bill: a heading, an address, a table. */
function Bill() {
  return (
    <>
      <path d="M50 8h46l14 14v80H50Z" className="fill-surface" />
      <path d="M96 8v14h14" className="fill-leaf-tint" />
      <path d="M60 24h22M60 36h26M60 43h20" />
      <path d="M60 56h40v34H60ZM60 67h40M60 78h40M84 56v34" />
    </>
  );
}

export function BillGood() {
  return (
    <Drawing>
      <Bill />
    </Drawing>
  );
}

export function BillCut() {
  return (
    <Drawing>
      <g transform="translate(-64 -54) scale(1.8)">
        <Bill />
      </g>
    </Drawing>
  );
}
