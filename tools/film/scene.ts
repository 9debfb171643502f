/** A frame of the home page's video: a hand of cards, and a code that is revealed. */

export const width = 1040;
export const height = 780;
/** Duration of the loop; the last frame leads into the first. */
export const turnMs = 9_000;

const code = 'GLX7-9Q2M-4TPA-K8WD';
const hidden = code.replace(/[^-]/g, '•');

const clamp = (value: number) => Math.min(1, Math.max(0, value));
/** Cubic easing, slow at both ends. */
const ease = (part: number) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);
/** Eases from 0 at `from` to 1 at `to`. */
const rise = (at: number, from: number, to: number) => ease(clamp((at - from) / (to - from)));
/** Rises during `up` and falls during `down`. */
const wave = (at: number, up: readonly [number, number], down: readonly [number, number]) =>
  rise(at, ...up) - rise(at, ...down);

const degrees = (value: number) => `${value.toFixed(3)}deg`;
const px = (value: number) => `${value.toFixed(2)}px`;

/** Position of a card in the fan; the middle one is held up. */
function cardStyle(at: number, index: number, count: number): string {
  const place = index - (count - 1) / 2;
  const open = wave(at, [0.02, 0.2], [0.82, 0.98]);
  const chosen = place === 0;
  const held = chosen ? wave(at, [0.24, 0.38], [0.7, 0.82]) : 0;
  const aside = chosen ? 0 : wave(at, [0.24, 0.4], [0.68, 0.82]);
  const breath = Math.sin(2 * Math.PI * at + index) * 3;
  const angle = place * (3 + 13 * open + 4 * aside) * (1 - held);
  const left = place * (8 + 74 * open + 40 * aside);
  const top = Math.abs(place) * (2 + 13 * open) + 70 * aside - 150 * held + breath;
  const scale = 1 + 0.1 * held - 0.04 * aside;
  const transform = `translate(${px(left)}, ${px(top)}) rotate(${degrees(angle)}) scale(${scale.toFixed(4)})`;
  // The held card is drawn on top once it has left the others.
  const layer = held > 0.35 ? count + 1 : index;
  return `transform:${transform};z-index:${layer};filter:brightness(${(1 - 0.16 * aside).toFixed(3)})`;
}

/** The code, revealed letter by letter after the ring is filled. */
function codeAt(at: number): string {
  const shown = Math.round(code.length * clamp((at - 0.5) / 0.08));
  return `${code.slice(0, shown)}${hidden.slice(shown)}`;
}

function ring(at: number): string {
  const filled = clamp((at - 0.42) / 0.08);
  const done = at > 0.58;
  const round = 2 * Math.PI * 17;
  const mark = done
    ? '<path d="M13 22l6 6 12-13" fill="none" stroke="#0B6B47" stroke-width="4"/>'
    : '';
  return `<svg width="44" height="44" viewBox="0 0 44 44"><circle cx="22" cy="22" r="17" fill="none" stroke="#E4DFD3" stroke-width="5"/><circle cx="22" cy="22" r="17" fill="none" stroke="#0B6B47" stroke-width="5" stroke-dasharray="${round}" stroke-dashoffset="${(round * (1 - filled)).toFixed(2)}" transform="rotate(-90 22 22)"/>${mark}</svg>`;
}

/** The slip of paper below the held card. */
function slip(at: number): string {
  const out = wave(at, [0.36, 0.44], [0.68, 0.76]);
  const top = 452 + 86 * out;
  return `<div class="slip" style="opacity:${clamp(out * 1.6).toFixed(3)};top:${px(top)}">${ring(at)}<code>${codeAt(at)}</code></div>`;
}

/** The body's HTML at a moment of the loop, from 0 to 1. `cards` are addresses of pictures. */
export function frame(at: number, cards: readonly string[]): string {
  const hand = cards
    .map(
      (card, index) =>
        `<img src="${card}" class="card" style="${cardStyle(at, index, cards.length)}">`,
    )
    .join('');
  return `${slip(at)}<div class="hand">${hand}</div>`;
}

export const page = (mono: string): string => `<!doctype html><style>
@font-face { font-family: Mono; src: url(${mono}); font-weight: 100 800; }
* { margin: 0; box-sizing: border-box; }
body { width: ${width}px; height: ${height}px; overflow: hidden; position: relative;
  background: #0D4430 radial-gradient(circle, #14573F 2.5px, transparent 3px) 0 0 / 40px 40px; }
.hand { position: absolute; left: 0; right: 0; top: 250px; height: 300px; }
.card { position: absolute; left: 310px; top: 0; width: 420px; height: 265px; border-radius: 20px;
  transform-origin: 50% 125%; box-shadow: 0 2px 3px rgb(0 0 0 / .25), 0 18px 34px rgb(0 0 0 / .32); }
.slip { position: absolute; left: 220px; width: 600px; height: 108px; z-index: 30; border-radius: 18px;
  background: #FAF8F3; color: #17150F; display: flex; align-items: center; justify-content: center;
  gap: 22px; font: 600 33px Mono; letter-spacing: 1px; box-shadow: 0 12px 30px rgb(0 0 0 / .3); }
</style><body></body>`;
