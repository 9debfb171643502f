/** Fonts of PDFs: which subset file covers a character, and its bytes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

export type Weight = 400 | 600;

/** In order of preference. */
const families = [
  'inter',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-devanagari',
  'noto-sans-sc',
  'nanum-gothic',
];

/**
 * Converts WOFF 1.0 (sections 4 and 5) to an uncompressed font. pdfkit would decompress it in JavaScript for every
 * document, which took four fifths of a short one's CPU time.
 */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  // Flavour and table count; then per table its tag, checksum, offset and length.
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
    // Tables are aligned to four bytes.
    tables.push(packed < length ? inflateSync(bytes) : bytes, Buffer.alloc(-length & 3));
    at += (length + 3) & ~3;
  }
  return Buffer.concat([head, ...tables]);
}

const files = new Map<string, Buffer>();

const addressOf = (path: string) => fileURLToPath(import.meta.resolve(`@fontsource/${path}`));

/** The bytes of a font, uncompressed and cached. */
export function fileOf(name: string): Buffer {
  const known = files.get(name);
  if (known) return known;
  const bytes = unpacked(readFileSync(addressOf(name)));
  files.set(name, bytes);
  return bytes;
}

interface Part {
  readonly name: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const parts = new Map<string, Part[]>();

/** The subsets of a family with their Unicode ranges. */
function partsOf(family: string): Part[] {
  const known = parts.get(family);
  if (known) return known;
  const listed: Record<string, string> = JSON.parse(
    readFileSync(addressOf(`${family}/unicode.json`), 'utf8'),
  );
  const read = Object.entries(listed).map(([name, ranges]) => ({
    name: `${family}/files/${family}-${name.replace(/[[\]]/g, '')}`,
    ranges: ranges.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  }));
  parts.set(family, read.reverse());
  return read;
}

/** The files that may cover a code point, in order of preference. */
export function* fontsFor(code: number, weight: Weight): Generator<string> {
  for (const family of families)
    for (const { name, ranges } of partsOf(family))
      if (ranges.some(([from, to]) => code >= from && code <= to))
        yield `${name}-${family === 'nanum-gothic' && weight === 600 ? 700 : weight}-normal.woff`;
}
