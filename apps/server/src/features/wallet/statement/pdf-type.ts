/**
 * Text layout of PDFs. A document embeds the glyphs it uses of font subsets. Glyphs are looked up once and placed side
 * by side: pdfkit's layout takes ten times as long, and its word cache grows with every reference. Words of scripts
 * with joined letters or combining marks are laid out by pdfkit; right-to-left text is reordered visually (UAX 9).
 */
import bidiFactory, { type Bidi } from 'bidi-js';
import type PDFDocument from 'pdfkit';
import { fileOf, fontsFor, type Weight } from './pdf-fonts.ts';

type Doc = InstanceType<typeof PDFDocument>;

/** Internals of an embedded font that pdfkit's types do not declare. */
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
  /** In thousandths of the font size. */
  readonly width: number;
}

/** A word that pdfkit lays out as a whole. */
interface Word {
  readonly font: string;
  readonly word: string;
  readonly width: number;
}

type Piece = Letter | Word;

const joined = ['Arabic', 'Hebrew', 'Thai', 'Devanagari'].map(
  (name) => `(?!\\p{Nd})\\p{Script=${name}}`,
);
const isJoined = new RegExp(joined.join('|'), 'u');
/** A word of such a script, or any other single character. */
const units = new RegExp(
  `(${joined.map((sign) => `${sign}(?:${sign}|[\\p{M}\\u200c\\u200d])*`).join('|')})|.`,
  'gsu',
);
/** Invisible characters, which no font covers; zero-width joiner and non-joiner are excepted. */
const unseen = /(?![\u200c\u200d])\p{Cf}|\p{Variation_Selector}/gu;

// The types declare an ES module, but Node loads it as CommonJS.
const bidi = (bidiFactory as unknown as () => Bidi)();

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  /** Right-aligned: `x` is the end of the text. */
  readonly right?: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Type {
  /** Width of a text, in points. */
  width(text: string, look: TextStyle): number;
  /** Draws a line of text; `at.y` is the baseline, from the top of the page. */
  draw(text: string, at: Point, look: TextStyle): void;
  /** Breaks a text into lines of at most `width` points, between words where possible. */
  lines(text: string, width: number, look: TextStyle): string[];
}

/** Caches results by text and weight. */
function keptFor<Made>(make: (text: string, weight: Weight) => Made) {
  const known = new Map<string, Made>();
  return (text: string, weight: Weight): Made => {
    const made = known.get(`${weight}${text}`) ?? make(text, weight);
    known.set(`${weight}${text}`, made);
    return made;
  };
}

/** Splits texts into glyphs and words, cached per document. */
function makePieces(doc: Doc) {
  const inside = doc as unknown as Inside;
  const faces = new Map<string, Face>();

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
  const letterOf = keptFor((char, weight): Letter => {
    const face = faceOf(fontOf(char, weight));
    const [glyphs, places] = face.encode(char, /\d/.test(char) ? ['tnum'] : []);
    const width = places.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return { face, hex: glyphs.join(''), width };
  });
  const wordOf = keptFor((word, weight): Word => {
    const font = fontOf(word, weight);
    faceOf(font);
    return {
      font,
      word,
      width: doc.font(font).fontSize(1000).widthOfString(word, { features: [] }),
    };
  });

  /** Pieces in visual order, from left to right. */
  return (text: string, { weight = 400 }: TextStyle): Piece[] => {
    const line = text.normalize('NFC').replace(/\s/g, ' ').replace(unseen, '');
    if (!isJoined.test(line)) return Array.from(line, (char) => letterOf(char, weight));
    const embedding = bidi.getEmbeddingLevels(line, 'ltr');
    const pieces = Array.from(line.matchAll(units), ({ 0: unit, 1: word, index }) => {
      const isTurned = (embedding.levels[index] ?? 0) % 2 === 1;
      const char = (isTurned && bidi.getMirroredCharacter(unit)) || unit;
      const piece = word ? wordOf(word, weight) : letterOf(char, weight);
      // A copy per occurrence, so that the set below removes only repeats of the same one.
      return Array<Piece>(unit.length).fill({ ...piece });
    }).flat();
    const inOrder = bidi.getReorderedIndices(line, embedding).flatMap((at) => pieces[at] ?? []);
    return [...new Set(inOrder)];
  };
}

/** Groups adjacent letters; each word is a run of its own. */
function runsOf(pieces: readonly Piece[]): (Word | Letter[])[] {
  const runs: (Word | Letter[])[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if ('word' in piece) runs.push(piece);
    else if (Array.isArray(last)) last.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

/** Sets text in a document. A character that no font covers is drawn as an empty box. */
export function setType(doc: Doc): Type {
  const inside = doc as unknown as Inside;
  const piecesOf = makePieces(doc);
  const widthOf = (some: readonly Piece[], { size }: TextStyle) =>
    (some.reduce((sum, { width }) => sum + width, 0) * size) / 1000;
  const width = (text: string, look: TextStyle) => widthOf(piecesOf(text, look), look);

  const drawWord = ({ font, word }: Word, { x, y }: Point, { size }: TextStyle) =>
    doc
      .font(font)
      .fontSize(size)
      .text(word, x, y, { lineBreak: false, baseline: 'alphabetic', features: [] });
  const drawLetters = (letters: readonly Letter[], { x, y }: Point, { size }: TextStyle) => {
    let shown = '';
    let last: Face | undefined;
    for (const { face, hex } of letters) {
      if (face !== last) {
        inside.page.fonts[face.id] ??= face.ref();
        shown += `${last ? '> Tj ' : ''}/${face.id} ${size} Tf <`;
      }
      last = face;
      shown += hex;
    }
    // pdfkit flips the y axis of pages; this matrix flips text back.
    doc.addContent(`BT 1 0 0 -1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${shown}> Tj ET`);
  };

  /** Splits a word that is wider than a line. */
  const broken = (word: string, most: number, look: TextStyle): string[] => {
    const letters = Array.from(word);
    if (letters.length < 2 || width(word, look) <= most) return [word];
    // By halves: measuring letter by letter would take minutes for very long input.
    const half = Math.ceil(letters.length / 2);
    return [letters.slice(0, half), letters.slice(half)].flatMap((part) =>
      broken(part.join(''), most, look),
    );
  };

  return {
    width,
    draw(text, { x, y }, look) {
      const pieces = piecesOf(text, look);
      let at = look.right ? x - widthOf(pieces, look) : x;
      doc.fillColor(look.color ?? 'black');
      for (const run of runsOf(pieces)) {
        const isLetters = Array.isArray(run);
        if (isLetters) drawLetters(run, { x: at, y }, look);
        else drawWord(run, { x: at, y }, look);
        at += widthOf(isLetters ? run : [run], look);
      }
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
