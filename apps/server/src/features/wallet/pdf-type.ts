/**
 * Text of PDFs: Inter in its parts, each with some alphabets, of which a document carries what it used. Letters
 * are looked up once and laid side by side: laying lines out anew costs ten times as much, and the library's
 * store of words that were seen grows with every statement's references.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import type PDFDocument from 'pdfkit';

type Doc = InstanceType<typeof PDFDocument>;
export type Weight = 400 | 600;

/** What the library knows of an embedded font and does not declare. */
interface Face {
  readonly id: string;
  readonly font: { hasGlyphForCodePoint(code: number): boolean };
  encode(text: string, features?: string[]): [string[], { xAdvance: number }[]];
  ref(): unknown;
}
interface Inside {
  readonly _font: Face;
  readonly page: { readonly fonts: Record<string, unknown> };
}

interface Letter {
  readonly face: Face;
  readonly hex: string;
  /** In thousandths of the size. */
  readonly width: number;
}

const alphabets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const;

/**
 * A font without its packing (WOFF 1.0, 4 and 5). The library unpacks the tables anew for every document, by a program of
 * its own: that was four fifths of what a short one takes of the thread that serves all.
 */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  // Its kind, and how many tables; then of each the name, a sum, where it is, and how long.
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let at = head.length;
  for (let n = 0; n < count; n += 1) {
    const from = 44 + 20 * n;
    const [start, packed, length] = [4, 8, 12].map((more) => woff.readUInt32BE(from + more)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(start, start + packed);
    const to = 12 + 16 * n;
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(at, to + 8);
    head.writeUInt32BE(length, to + 12);
    // Each begins at a multiple of four.
    tables.push(packed < length ? inflateSync(bytes) : bytes, Buffer.alloc(-length & 3));
    at += (length + 3) & ~3;
  }
  return Buffer.concat([head, ...tables]);
}

const files = new Map<string, Buffer>();

function fileOf(name: string): Buffer {
  const known = files.get(name);
  if (known) return known;
  const address = import.meta.resolve(`@fontsource/inter/files/inter-${name}-normal.woff`);
  const bytes = unpacked(readFileSync(fileURLToPath(address)));
  files.set(name, bytes);
  return bytes;
}

export interface Look {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  /** `x` is where it ends. */
  readonly right?: boolean;
}

export interface Type {
  /** How wide a text is, in points. */
  width(text: string, look: Look): number;
  /** Draws a line of text that stands on `y`, from the page's top. */
  draw(text: string, at: { x: number; y: number }, look: Look): void;
  /** Breaks a text into lines that are no wider, between words where it can. */
  lines(text: string, width: number, look: Look): string[];
}

/** Sets type in a document. A letter that no alphabet has becomes an empty box. */
export function setType(doc: Doc): Type {
  const inside = doc as unknown as Inside;
  const faces = new Map<string, Face>();
  const letters = new Map<string, Letter>();

  const faceOf = (name: string): Face => {
    const known = faces.get(name);
    if (known) return known;
    doc.registerFont(name, fileOf(name)).font(name);
    const { _font: face } = inside;
    faces.set(name, face);
    return face;
  };
  const letterOf = (char: string, weight: Weight): Letter => {
    const known = letters.get(`${weight}${char}`);
    if (known) return known;
    const code = char.codePointAt(0) ?? 0;
    const has = (name: string) => faceOf(name).font.hasGlyphForCodePoint(code);
    const name = alphabets.map((alphabet) => `${alphabet}-${weight}`).find(has);
    const face = faceOf(name ?? `latin-${weight}`);
    const [glyphs, places] = face.encode(char, /\d/.test(char) ? ['tnum'] : []);
    const width = places.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    const letter = { face, hex: glyphs.join(''), width };
    letters.set(`${weight}${char}`, letter);
    return letter;
  };
  const lettersOf = (text: string, { weight = 400 }: Look) =>
    Array.from(text.normalize('NFC').replace(/\s/g, ' '), (char) => letterOf(char, weight));
  const widthOf = (some: readonly Letter[], { size }: Look) =>
    (some.reduce((sum, { width }) => sum + width, 0) * size) / 1000;
  const width = (text: string, look: Look) => widthOf(lettersOf(text, look), look);

  /** A word that is wider than a line by itself, in parts that are not. */
  const broken = (word: string, most: number, look: Look): string[] => {
    const parts = [''];
    for (const char of word) {
      const longer = `${parts.at(-1)}${char}`;
      if (parts.at(-1) === '' || width(longer, look) <= most) parts[parts.length - 1] = longer;
      else parts.push(char);
    }
    return parts;
  };

  return {
    width,
    draw(text, { x, y }, look) {
      const some = lettersOf(text, look);
      const start = look.right ? x - widthOf(some, look) : x;
      doc.fillColor(look.color ?? 'black');
      let [shown, face, hex] = ['', some[0]?.face, ''];
      const show = () => {
        if (!face || hex === '') return;
        inside.page.fonts[face.id] ??= face.ref();
        shown += `/${face.id} ${look.size} Tf <${hex}> Tj `;
        hex = '';
      };
      for (const letter of some) {
        if (letter.face !== face) show();
        face = letter.face;
        hex += letter.hex;
      }
      show();
      // The library's pages are upside down; letters are turned back.
      doc.addContent(`BT 1 0 0 -1 ${start.toFixed(2)} ${y.toFixed(2)} Tm ${shown}ET`);
    },
    lines(text, most, look) {
      const lines = [''];
      for (const word of text.split(/\s+/).flatMap((one) => broken(one, most, look))) {
        const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
        if (width(longer, look) <= most) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      return lines;
    },
  };
}
