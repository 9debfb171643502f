/** Drawings of good and bad photos, in the text colour and the fills of the tokens. */
import { Drawing } from '@giftlane/ui/layout/drawing.tsx';

/** An identity card: portrait, lines, a seal. */
function Card() {
  return (
    <>
      <rect x="26" y="24" width="108" height="66" rx="7" className="fill-surface" />
      <rect x="36" y="36" width="26" height="32" rx="3" className="fill-leaf-tint" />
      <circle cx="49" cy="48" r="6" />
      <path d="M39 67c2-9 18-9 20 0" />
      <path d="M72 40h50M72 50h38M72 60h44M36 79h60" />
      <circle cx="116" cy="76" r="6" className="fill-leaf-tint" />
    </>
  );
}

/** A head with shoulders. */
function Person() {
  return (
    <>
      <path d="M42 108c0-24 16-34 38-34s38 10 38 34" className="fill-leaf-tint" />
      <ellipse cx="80" cy="48" rx="21" ry="26" className="fill-surface" />
      <path d="M59 44c2-24 40-24 42 0-8-10-34-10-42 0Z" className="fill-leaf-tint" />
      <path d="M71 48v2M89 48v2M80 50v6M72 62c5 4 11 4 16 0" />
    </>
  );
}

export function IdGood() {
  return (
    <Drawing>
      <Card />
    </Drawing>
  );
}

export function IdCut() {
  return (
    <Drawing>
      <g transform="translate(44 -26) rotate(9 80 55) scale(1.12)">
        <Card />
      </g>
    </Drawing>
  );
}

export function IdGlare() {
  return (
    <Drawing>
      <Card />
      <ellipse cx="94" cy="52" rx="33" ry="21" className="fill-paper" strokeDasharray="2 5" />
      <path d="M94 44v16M86 52h16M88 46l12 12M100 46 88 58" />
    </Drawing>
  );
}

export function IdBlurred() {
  return (
    <Drawing>
      <g opacity="0.3" transform="translate(-4 -3)">
        <Card />
      </g>
      <g opacity="0.3">
        <Card />
      </g>
      <g opacity="0.3" transform="translate(4 3)">
        <Card />
      </g>
    </Drawing>
  );
}

export function SelfieGood() {
  return (
    <Drawing>
      <Person />
    </Drawing>
  );
}

export function SelfieDark() {
  return (
    <Drawing>
      <g opacity="0.35">
        <Person />
      </g>
      <rect x="0" y="0" width="160" height="110" stroke="none" className="fill-veil" />
      <path d="M128 18a12 12 0 1 0 12 14 9 9 0 0 1-12-14Z" />
    </Drawing>
  );
}

export function SelfieCovered() {
  return (
    <Drawing>
      <Person />
      <path d="M48 32h64M56 32c2-24 46-24 48 0Z" className="fill-edge" />
      <rect x="62" y="43" width="16" height="11" rx="5" className="fill-ink" />
      <rect x="82" y="43" width="16" height="11" rx="5" className="fill-ink" />
      <path d="M78 48h4" />
    </Drawing>
  );
}

export function SelfieCut() {
  return (
    <Drawing>
      <g transform="translate(78 10)">
        <Person />
      </g>
    </Drawing>
  );
}
