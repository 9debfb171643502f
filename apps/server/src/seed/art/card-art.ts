/** Draws card and logo of a brand from two colours, one pattern and the name, all chosen by its hash. */
import { type Random, randomOf } from '../random.ts';
import { finePatterns } from './fine-patterns.ts';
import { type FaceName, faceNames, setLines, widthOf } from './lettering.ts';
import { type Palette, palettes } from './palettes.ts';
import { patternNames, patterns } from './patterns.ts';

/** The ratio of cards, 1.586 : 1. */
const width = 640;
const height = 404;
const margin = 40;

interface Look {
  readonly palette: Palette;
  readonly pattern: string;
  readonly face: FaceName;
  readonly random: Random;
}

/** After this many attempts the face with the shortest outlines is used. */
const patientAttempts = 6;
const lightFace: FaceName = 'grotesk';

function lookOf(brand: string, attempt = 0): Look {
  const random = randomOf(`look of ${brand} ${attempt || ''}`);
  const palette = random.pick(palettes);
  const pattern = random.pick(patternNames);
  const face = attempt < patientAttempts ? random.pick(faceNames) : lightFace;
  return { palette, pattern, face, random };
}

function field(look: Look, [x, y, w, h]: readonly [number, number, number, number]): string {
  const { palette, random } = look;
  const draw = patterns[look.pattern];
  const drawn = draw?.({ w, h, random, figure: palette.figure, ground: palette.ground }) ?? '';
  // A nested SVG clips what reaches beyond the field.
  return `<svg x="${x}" y="${y}" width="${w}" height="${h}" fill="${palette.figure}">${drawn}</svg>`;
}

/** Breaks the name into lines of at most `mostWidth`. */
function linesOf(name: string, face: FaceName, mostWidth: number): string[] {
  const lines: string[] = [];
  // An "&" stays with the word after it.
  for (const word of name.split(/(?<!&) /)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, face) <= mostWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Pattern above the name, or below it. */
function stacked(name: string, look: Look): string {
  const above = look.random.chance(0.5);
  const lines = linesOf(name, look.face, 12.5);
  const patternHeight = lines.length > 1 ? 206 : 240;
  const room = height - patternHeight;
  const air = lines.length > 1 ? 32 : 44;
  const text = setLines({
    lines,
    face: look.face,
    x: margin,
    top: (above ? patternHeight : 0) + air,
    width: width - 2 * margin,
    height: room - 2 * air,
    mostCap: 72,
  });
  return `${field(look, [0, above ? 0 : room, width, patternHeight])}${ink(look, text)}`;
}

/** Name at the left, pattern at the right. */
function beside(name: string, look: Look): string {
  const split = 330;
  const text = setLines({
    lines: linesOf(name, look.face, 5.2),
    face: look.face,
    x: margin,
    top: margin,
    width: split - margin - 26,
    height: height - 2 * margin,
    mostCap: 58,
    low: true,
  });
  return `${field(look, [split, 0, width - split, height])}${ink(look, text)}`;
}

/** Name on a label in the middle of the pattern. */
function labelled(name: string, look: Look): string {
  const { ground, figure } = look.palette;
  const label = { x: 72, y: 108, w: width - 144, h: height - 216 };
  const text = setLines({
    lines: linesOf(name, look.face, 8.4),
    face: look.face,
    x: width / 2,
    top: label.y + 42,
    width: label.w - 84,
    height: label.h - 84,
    mostCap: 66,
    centred: true,
  });
  const rect = (inset: number, style: string) =>
    `<rect x="${label.x + inset}" y="${label.y + inset}" width="${label.w - 2 * inset}" height="${label.h - 2 * inset}" ${style}/>`;
  const box = `${rect(0, `fill="${ground}"`)}${rect(12, `fill="none" stroke="${figure}" stroke-width="3"`)}`;
  return `${field(look, [0, 0, width, height])}${box}${ink(look, text)}`;
}

const ink = ({ palette }: Look, text: string) => `<g fill="${palette.ink}">${text}</g>`;

function svg([w, h]: readonly [number, number], ground: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"><rect width="${w}" height="${h}" fill="${ground}"/>${content}</svg>`;
}

/** The longest word that fits beside the pattern, in cap heights. */
const longestBeside = 6;

type Layout = () => string;

/** Longest name set in the wide face. */
const longestWide = 14;

function draw(name: string, chosen: Look): string {
  const wide = chosen.face === 'syne' && name.length > longestWide;
  const look: Look = wide ? { ...chosen, face: 'outfit' } : chosen;
  const layouts = [() => stacked(name, look), () => stacked(name, look)] as [Layout, ...Layout[]];
  if (name.split(' ').every((word) => widthOf(word, look.face) <= longestBeside))
    layouts.push(() => beside(name, look));
  // A label hides the middle, which only repeating patterns bear.
  if (look.pattern in finePatterns) layouts.push(() => labelled(name, look));
  return svg([width, height], look.palette.ground, look.random.pick(layouts)());
}

/** Size limit of a card in bytes: a page of them has to load at once. */
export const mostBytes = 4_000;
const mostAttempts = 16;

/** A brand's card as SVG. */
export function cardArt(slug: string, name: string): string {
  const { palette } = lookOf(slug);
  let art = '';
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    // Only pattern and face change: card and logo share their colours.
    const next = draw(name, { ...lookOf(slug, attempt), palette });
    if (art === '' || next.length < art.length) art = next;
    if (Buffer.byteLength(art) <= mostBytes) break;
  }
  return art;
}

/** A brand's logo as SVG: its initials in its colours. */
export function logoArt(slug: string, name: string): string {
  const { palette, face } = lookOf(slug);
  const size = 96;
  const initials = name
    .split(/[ -]/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
  const text = setLines({
    lines: [initials],
    face,
    x: size / 2,
    top: 20,
    width: 68,
    height: 50,
    mostCap: 44,
    centred: true,
  });
  const base = `<path d="M0 ${size - 12}h${size}v12H0z" fill="${palette.figure}"/>`;
  return svg([size, size], palette.ground, `${base}<g fill="${palette.ink}">${text}</g>`);
}
