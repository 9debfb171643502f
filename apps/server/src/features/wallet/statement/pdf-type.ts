/**
 * Text of PDFs. Fonts come in subsets, of which a document embeds what it used. Letters are looked up once and laid side
 * by side: the library's own layout takes ten times as long, and its cache of words grows with every reference. Words
 * of scripts whose letters join or carry signs are laid out by the library; text from right to left is put in visual
 * order (UAX 9).
 */
import bidiFactory, { type Bidi } from 'bidi-js';
import type PDFDocument from 'pdfkit';
import { fileOf, fontsFor, type Weight } from './pdf-fonts.ts';

type Doc = InstanceType<typeof PDFDocument>;

/** Parts of an embedded font that the library does not declare. */
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

/** It is laid out as a whole. */
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
/** A word of such a script, or any other letter. */
const units = new RegExp(
  `(${joined.map((sign) => `${sign}(?:${sign}|[\\p{M}\\u200c\\u200d])*`).join('|')})|.`,
  'gsu',
);
/** Invisible signs, which no font has; the two that separate and join letters stay. */
const unseen = /(?![\u200c\u200d])\p{Cf}|\p{Variation_Selector}/gu;

// Its types are those of a module, which it is not to Node.
const bidi = (bidiFactory as unknown as () => Bidi)();

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  /** `x` is where it ends. */
  readonly right?: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Type {
  /** How wide a text is, in points. */
  width(text: string, look: TextStyle): number;
  /** Draws a line of text that stands on `y`, from the page's top. */
  draw(text: string, at: Point, look: TextStyle): void;
  /** Breaks a text into lines that are no wider, between words where it can. */
  lines(text: string, width: number, look: TextStyle): string[];
}

/** Makes something once for each text and weight. */
function keptFor<Made>(make: (text: string, weight: Weight) => Made) {
  const known = new Map<string, Made>();
  return (text: string, weight: Weight): Made => {
    const made = known.get(`${weight}${text}`) ?? make(text, weight);
    known.set(`${weight}${text}`, made);
    return made;
  };
}

/** What a text is drawn of: letters and words of a document, each looked up once. */
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

  /** From left to right. */
  return (text: string, { weight = 400 }: TextStyle): Piece[] => {
    const line = text.normalize('NFC').replace(/\s/g, ' ').replace(unseen, '');
    if (!isJoined.test(line)) return Array.from(line, (char) => letterOf(char, weight));
    const embedding = bidi.getEmbeddingLevels(line, 'ltr');
    const pieces = Array.from(line.matchAll(units), ({ 0: unit, 1: word, index }) => {
      const isTurned = (embedding.levels[index] ?? 0) % 2 === 1;
      const char = (isTurned && bidi.getMirroredCharacter(unit)) || unit;
      const piece = word ? wordOf(word, weight) : letterOf(char, weight);
      // Each is an object of its own, however often it comes.
      return Array<Piece>(unit.length).fill({ ...piece });
    }).flat();
    const inOrder = bidi.getReorderedIndices(line, embedding).flatMap((at) => pieces[at] ?? []);
    return [...new Set(inOrder)];
  };
}

/** Letters that lie side by side, and words alone. */
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

/** Sets type in a document. A letter that no font has becomes an empty box. */
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
    // The library's pages are upside down; letters are turned back.
    doc.addContent(`BT 1 0 0 -1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${shown}> Tj ET`);
  };

  /** A word that is wider than a line by itself, in parts that are not. */
  const broken = (word: string, most: number, look: TextStyle): string[] => {
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
