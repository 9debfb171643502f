/** Patterns of many small shapes, mostly one repeated tile. */
import type { Canvas, Pattern } from './canvas.ts';
import { cells, disc, lines, path, polygon, round, times } from './shapes.ts';

/** Repeats a tile over the canvas. */
function tiled(size: readonly [number, number], content: string, turn = 0): string {
  const place = turn === 0 ? '' : ` patternTransform="rotate(${turn})"`;
  return `<pattern id="t" width="${round(size[0])}" height="${round(size[1])}" patternUnits="userSpaceOnUse"${place}>${content}</pattern><rect width="100%" height="100%" fill="url(#t)"/>`;
}

/** A grid of nearly square tiles, about `count` of them, that covers a canvas. */
function gridOf({ w, h }: Canvas, count: number) {
  const rows = Math.max(2, Math.round(h / Math.sqrt((w * h) / count)));
  const size = h / rows;
  return { size, rows, columns: Math.ceil(w / size) };
}

/** Dots that grow from one side to the other: each column is one dotted line with round caps. */
const halftone: Pattern = (canvas) => {
  const { size, columns } = gridOf(canvas, 70);
  const grow = canvas.random.chance(0.5);
  const dots = times(columns, (x) => {
    const share = (grow ? x + 1 : columns - x) / columns;
    const d = `M${round((x + 0.5) * size)} ${round(size / 2)}v${canvas.h}`;
    return `<path d="${d}" stroke-width="${round(size * (0.12 + 0.8 * share))}"/>`;
  });
  const style = `stroke="${canvas.figure}" stroke-linecap="round" stroke-dasharray="0 ${round(size)}"`;
  return `<g ${style}>${dots.join('')}</g>`;
};

/** Quarter circles in random directions. */
const quarters: Pattern = (canvas) => {
  const { size, rows, columns } = gridOf(canvas, 24);
  const turns = [
    (x: number, y: number, s: number) => `M${x} ${y}h${s}a${s} ${s} 0 0 1${-s} ${s}z`,
    (x: number, y: number, s: number) => `M${x + s} ${y}v${s}a${s} ${s} 0 0 1${-s} ${-s}z`,
    (x: number, y: number, s: number) => `M${x + s} ${y + s}h${-s}a${s} ${s} 0 0 1${s} ${-s}z`,
    (x: number, y: number, s: number) => `M${x} ${y + s}v${-s}a${s} ${s} 0 0 1${s} ${s}z`,
    (x: number, y: number, s: number) => disc(x + s / 2, y + s / 2, s / 4),
  ] as const;
  const all = cells(columns, rows, (x, y) =>
    canvas.random.pick(turns)(round(x * size), round(y * size), round(size)),
  );
  return path(all.join(''));
};

/** Curves that continue from tile to tile (Truchet tiles). */
const paths: Pattern = (canvas) => {
  const { size, rows, columns } = gridOf(canvas, 30);
  const { random, figure } = canvas;
  const r = round(size / 2);
  const one = `M0 ${r}a${r} ${r} 0 0 0${r} ${-r}m0 ${2 * r}a${r} ${r} 0 0 1${r} ${-r}`;
  const other = `M${r} 0a${r} ${r} 0 0 0${r} ${r}m${-2 * r} 0a${r} ${r} 0 0 1${r} ${r}`;
  const uses = cells(columns, rows, (x, y) => {
    const tile = random.chance(0.5) ? 'a' : 'b';
    return `<use href="#${tile}" x="${2 * r * x}" y="${2 * r * y}"/>`;
  });
  const tiles = `<defs><path id="a" d="${one}"/><path id="b" d="${other}"/></defs>`;
  const width = round(size * random.pick([0.2, 0.3]));
  return `${tiles}<g fill="none" stroke="${figure}" stroke-width="${width}">${uses.join('')}</g>`;
};

/** Triangles, some of them filled. */
const triangles: Pattern = (canvas) => {
  const { size, rows, columns } = gridOf(canvas, 34);
  const s = round(size);
  const corners = [`h${s}l${-s} ${s}z`, `m${s} 0v${s}h${-s}z`, `l${s} ${s}h${-s}z`, ''] as const;
  const d = cells(columns, rows, (x, y) => {
    const corner = canvas.random.pick(corners);
    return corner && `M${round(x * s)} ${round(y * s)}${corner}`;
  });
  return path(d.join(''));
};

const waves: Pattern = ({ h, random, figure }) => {
  const high = h / random.pick([5, 6, 7]);
  const long = high * random.pick([2.4, 3.2]);
  const wave = `M${round(-long / 2)} ${round(high / 2)}q${round(long / 4)} ${round(-high * 0.7)} ${round(long / 2)} 0t${round(long / 2)} 0t${round(long / 2)} 0t${round(long / 2)} 0`;
  return tiled([long, high], lines(wave, high * 0.34, figure));
};

const chevrons: Pattern = ({ h, random, figure }) => {
  const high = h / random.pick([4, 5]);
  const long = high * 1.5;
  const at = (top: number) =>
    `M${round(-long * 0.1)} ${round(top + high * 0.6)}L${round(long / 2)} ${round(top)}L${round(long * 1.1)} ${round(top + high * 0.6)}`;
  return tiled(
    [long, high],
    lines([-0.6, 0.4].map((row) => at(row * high)).join(''), high * 0.3, figure),
  );
};

const scales: Pattern = ({ h, random, figure }) => {
  const r = h / random.pick([5, 6]);
  const scale = (x: number, y: number) =>
    [0.9, 0.55, 0.22].map((share) => disc(x, y, r * share)).join('');
  const d = [
    [0, r],
    [2 * r, r],
    [r, 2 * r],
    [r, 0],
  ].map(([x = 0, y = 0]) => scale(x, y));
  return tiled([2 * r, 2 * r], lines(d.join(''), r * 0.11, figure));
};

/** Honeycomb. */
const combs: Pattern = ({ h, random }) => {
  const s = h / random.pick([7, 9]);
  const high = s * Math.sqrt(3);
  const cell = (x: number, y: number, k: number) =>
    polygon(
      ...times(6, (i): [number, number] => [
        x + s * k * Math.cos((Math.PI * i) / 3),
        y + s * k * Math.sin((Math.PI * i) / 3),
      ]),
    );
  const d = [
    [0, 0, 0.84],
    [3 * s, 0, 0.84],
    [0, high, 0.84],
    [3 * s, high, 0.84],
    [1.5 * s, high / 2, 0.36],
  ].map(([x = 0, y = 0, k = 1]) => cell(x, y, k));
  return tiled([3 * s, high], path(d.join('')));
};

/** Plaid: stripes across stripes. */
const plaid: Pattern = ({ h, random, figure }) => {
  const size = h / random.pick([2, 3]);
  const stripe = (at: number, width: number, opacity: number) =>
    `<path d="M${round(at * size)} 0v${round(size)}M0 ${round(at * size)}h${round(size)}" stroke="${figure}" stroke-width="${round(width * size)}" opacity="${opacity}"/>`;
  return tiled(
    [size, size],
    stripe(0.3, 0.34, 0.5) + stripe(0.72, 0.1, 0.8) + stripe(0.9, 0.04, 1),
    random.pick([0, 45]),
  );
};

/** Checks of squares and discs. */
const checks: Pattern = ({ h, random }) => {
  const s = h / random.pick([4, 5]);
  const d = `M0 0h${round(s)}v${round(s)}h${round(-s)}z${disc(s * 1.5, s * 1.5, s * 0.5)}${disc(s * 1.5, s * 0.5, s * 0.16)}`;
  return tiled([2 * s, 2 * s], path(d));
};

/** Crosses, every other row shifted. */
const crosses: Pattern = ({ w, h, random, figure }) => {
  const s = Math.min(w, h) / random.pick([4, 5]);
  const arm = s * 0.27;
  const cross = (x: number, y: number) =>
    `M${round(x - arm)} ${round(y)}h${round(2 * arm)}M${round(x)} ${round(y - arm)}v${round(2 * arm)}`;
  const d = cross(s / 2, s / 2) + cross(s * 1.5, s * 1.5);
  return tiled([2 * s, 2 * s], lines(d, s * 0.17, figure), random.pick([0, 45]));
};

/** Lines of growing width. */
const blinds: Pattern = ({ w, h, random }) => {
  const count = 13;
  const upright = random.chance(0.5);
  const room = upright ? w : h;
  const d = times(count, (i) => {
    const thick = round((room / count) * (0.12 + (0.76 * i) / count));
    const at = round((i * room) / count);
    return upright ? `M${at} 0h${thick}v${h}h${-thick}z` : `M0 ${at}h${w}v${thick}h${-w}z`;
  });
  return path(d.join(''));
};

export const finePatterns = {
  halftone,
  quarters,
  paths,
  triangles,
  waves,
  chevrons,
  scales,
  combs,
  plaid,
  checks,
  crosses,
  blinds,
};
