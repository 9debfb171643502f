/** Sets names as outlines, so that a card looks the same whatever fonts are installed. */
import { readFileSync } from 'node:fs';

interface Face {
  /** Cap height and x-height. */
  readonly cap: number;
  readonly x: number;
  readonly space: number;
  readonly kern: Readonly<Record<string, number>>;
  /** Advance width, and contours separated by semicolons: start, then relative commands. */
  readonly glyphs: Readonly<Record<string, readonly [number, string]>>;
}

export const faceNames = ['bricolage', 'serif', 'syne', 'grotesk', 'outfit', 'condensed'] as const;
export type FaceName = (typeof faceNames)[number];

const file = new URL('../generated/lettering.json', import.meta.url);
const faces = JSON.parse(readFileSync(file, 'utf8')) as Record<FaceName, Face>;

/** A line of text in the face's units, starting at 0 on the baseline. */
interface Line {
  readonly width: number;
  readonly letters: readonly { char: string; x: number }[];
}

function lineOf(text: string, face: Face): Line {
  const letters: { char: string; x: number }[] = [];
  let x = 0;
  let before = '';
  for (const char of text) {
    x += face.kern[before + char] ?? 0;
    const glyph = face.glyphs[char];
    if (glyph) letters.push({ char, x });
    x += glyph?.[0] ?? face.space;
    before = char;
  }
  return { width: x, letters };
}

export interface Setting {
  readonly lines: readonly string[];
  readonly face: FaceName;
  /** Left edge, or the middle if centred; the other fields are the box to fit into. */
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly centred?: boolean;
  /** The largest cap height. */
  readonly mostCap: number;
  /** Aligns the lines to the bottom of the box instead of its middle. */
  readonly low?: boolean;
}

const round = (n: number) => Math.round(n * 10) / 10;

/** Line height in cap heights. */
const leading = 1.62;

/** Sets lines as large as their box allows; each letter is defined once and placed with `use`. */
export function setLines(setting: Setting): string {
  const face = faces[setting.face];
  const lines = setting.lines.map((line) => lineOf(line, face));
  const widest = Math.max(...lines.map(({ width }) => width));
  const tall = face.cap * (1 + (lines.length - 1) * leading);
  const scale = Math.min(setting.width / widest, setting.height / tall, setting.mostCap / face.cap);
  const free = setting.height - tall * scale;
  const top = setting.top + (setting.low ? free : free / 2);
  const drawn = new Map<string, string>();
  const uses = lines.flatMap(({ letters, width }, row) => {
    const indent = setting.centred ? -width / 2 : 0;
    const y = row === 0 ? '' : ` y="${Math.round(face.cap * row * leading)}"`;
    return letters.map(({ char, x }) => {
      if (!drawn.has(char)) drawn.set(char, String.fromCharCode(65 + drawn.size));
      return `<use href="#${drawn.get(char)}" x="${Math.round(x + indent)}"${y}/>`;
    });
  });
  const outline = (char: string) =>
    (face.glyphs[char]?.[1] ?? '')
      .split(';')
      .map((contour) => contour.replace(/^(\S+) (\S+) (.*)$/, 'M$1 $2$3z'))
      .join('');
  const paths = [...drawn].map(([char, id]) => `<path id="${id}" d="${outline(char)}"/>`);
  const place = `translate(${round(setting.x)} ${round(top + face.cap * scale)})scale(${scale.toFixed(3)})`;
  return `<defs>${paths.join('')}</defs><g transform="${place}">${uses.join('')}</g>`;
}

/** True if all faces have every letter of a text. */
export function canSet(text: string): boolean {
  return faceNames.every((name) =>
    [...text].every((char) => char === ' ' || faces[name].glyphs[char] !== undefined),
  );
}

/** Width of a text in cap heights. */
export function widthOf(text: string, name: FaceName): number {
  return lineOf(text, faces[name]).width / faces[name].cap;
}
