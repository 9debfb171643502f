/**
 * Text of PDFs: fonts in parts, each with some letters, of which a document carries what it used. Letters are looked
 * up once and laid side by side: laying lines out anew costs ten times as much, and the library's store of words that
 * were seen grows with every statement's references. Words of scripts whose letters join or carry signs are laid out
 * by the library, and what is written from right to left is put in its order (UAX 9).
 */
import bidiFactory, { type Bidi } from 'bidi-js';
import type PDFDocument from 'pdfkit';
import { fileOf, fontsFor, type Weight } from './pdf-fonts.ts';

type Doc = InstanceType<typeof PDFDocument>;

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

/** A word that is laid out as a whole, or a letter. */
type Piece = Letter | { readonly font: string; readonly word: string; readonly width: number };

const joined = ['Arabic', 'Hebrew', 'Thai', 'Devanagari'].map(
  (name) => `(?!\\p{Nd})\\p{Script=${name}}`,
);
const isJoined = new RegExp(joined.join('|'), 'u');
/** A word of such a script, or any other letter. */
const units = new RegExp(
  `(${joined.map((sign) => `${sign}(?:${sign}|[\\p{M}\\u200c\\u200d])*`).join('|')})|.`,
  'gsu',
);
/** Unseen, and in no font; the two that part and join letters stay. */
const unseen = /(?![\u200c\u200d])\p{Cf}|\p{Variation_Selector}/gu;

// Its types are those of a module, which it is not to Node.
const bidi = (bidiFactory as unknown as () => Bidi)();

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

/** Sets type in a document. A letter that no font has becomes an empty box. */
export function setType(doc: Doc): Type {
  const inside = doc as unknown as Inside;
  const faces = new Map<string, Face>();
  const letters = new Map<string, Letter>();
  const words = new Map<string, Piece>();

  const faceOf = (name: string): Face => {
    const known = faces.get(name);
    if (known) return known;
    doc.registerFont(name, fileOf(name)).font(name);
    const { _font: face } = inside;
    faces.set(name, face);
    return face;
  };
  const fontOf = (char: string, weight: Weight): string => {
    const code = char.codePointAt(0) ?? 0;
    for (const name of fontsFor(code, weight))
      if (faceOf(name).font.hasGlyphForCodePoint(code)) return name;
    return `inter/files/inter-latin-${weight}-normal.woff`;
  };
  const letterOf = (char: string, weight: Weight): Letter => {
    const known = letters.get(`${weight}${char}`);
    if (known) return known;
    const face = faceOf(fontOf(char, weight));
    const [glyphs, places] = face.encode(char, /\d/.test(char) ? ['tnum'] : []);
    const width = places.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    const letter = { face, hex: glyphs.join(''), width };
    letters.set(`${weight}${char}`, letter);
    return letter;
  };
  const wordOf = (word: string, weight: Weight): Piece => {
    const known = words.get(`${weight}${word}`);
    if (known) return { ...known };
    const font = fontOf(word, weight);
    faceOf(font);
    const width = doc.font(font).fontSize(1000).widthOfString(word, { features: [] });
    words.set(`${weight}${word}`, { font, word, width });
    return { font, word, width };
  };
  /** What is drawn of a text, from left to right. */
  const piecesOf = (text: string, { weight = 400 }: Look): Piece[] => {
    const line = text.normalize('NFC').replace(/\s/g, ' ').replace(unseen, '');
    if (!isJoined.test(line)) return Array.from(line, (char) => letterOf(char, weight));
    const embedding = bidi.getEmbeddingLevels(line, 'ltr');
    const pieces = Array.from(line.matchAll(units), ({ 0: unit, 1: word, index }) => {
      if (word) return Array<Piece>(unit.length).fill(wordOf(word, weight));
      const isTurned = (embedding.levels[index] ?? 0) % 2 === 1;
      const char = (isTurned && bidi.getMirroredCharacter(unit)) || unit;
      // Each is an object of its own, however often its letter comes.
      return Array<Piece>(unit.length).fill({ ...letterOf(char, weight) });
    }).flat();
    const inOrder = bidi.getReorderedIndices(line, embedding).flatMap((at) => pieces[at] ?? []);
    return [...new Set(inOrder)];
  };
  const widthOf = (some: readonly Piece[], { size }: Look) =>
    (some.reduce((sum, { width }) => sum + width, 0) * size) / 1000;
  const width = (text: string, look: Look) => widthOf(piecesOf(text, look), look);

  /** A word that is wider than a line by itself, in parts that are not. */
  const broken = (word: string, most: number, look: Look): string[] => {
    const letters = Array.from(word);
    if (letters.length < 2 || width(word, look) <= most) return [word];
    // By halves: to measure it letter by letter would take minutes for what strangers may write.
    const half = Math.ceil(letters.length / 2);
    return [letters.slice(0, half), letters.slice(half)].flatMap((part) =>
      broken(part.join(''), most, look),
    );
  };

  return {
    width,
    draw(text, { x, y }, look) {
      const some = piecesOf(text, look);
      const start = look.right ? x - widthOf(some, look) : x;
      doc.fillColor(look.color ?? 'black');
      let [shown, face, hex] = ['', undefined as Face | undefined, ''];
      let [from, to] = [start, start];
      const show = () => {
        if (!face || hex === '') return;
        inside.page.fonts[face.id] ??= face.ref();
        shown += `/${face.id} ${look.size} Tf <${hex}> Tj `;
        hex = '';
      };
      const end = () => {
        show();
        // The library's pages are upside down; letters are turned back.
        if (shown) doc.addContent(`BT 1 0 0 -1 ${from.toFixed(2)} ${y.toFixed(2)} Tm ${shown}ET`);
        shown = '';
      };
      for (const piece of some) {
        if ('word' in piece) {
          end();
          doc
            .font(piece.font)
            .fontSize(look.size)
            .text(piece.word, to, y, { lineBreak: false, baseline: 'alphabetic', features: [] });
        } else {
          if (piece.face !== face) show();
          if (shown === '' && hex === '') from = to;
          face = piece.face;
          hex += piece.hex;
        }
        to += widthOf([piece], look);
      }
      end();
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
