/** Bodies of replies that are ready as bytes, plain and compressed. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Packing = 'br' | 'gzip';

export interface PackedReply {
  /** For the ETag, without quotes: equal tags mean equal bytes. */
  readonly tag: string;
  readonly plain: Buffer;
  /** Not to be cached, for example because its memory is shared with other replies. */
  readonly once?: boolean;
  /** Compressed forms, made when somebody first asks for them. */
  readonly packed: { [name in Packing]?: Buffer | Promise<Buffer> };
}

/** A reply too long to be cached or built at once. */
export interface LongAnswer {
  readonly tag: string;
  readonly length: number;
  /** Made one after the other, while they are sent. */
  readonly pieces: Iterable<Buffer>;
}

/** Makes an answer; the tag is taken from the bytes when none is given. */
export function makeAnswer(plain: Buffer, tag = hash('sha1', plain, 'base64url')): PackedReply {
  return { plain, tag, packed: {} };
}

const packers: Record<Packing, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

const leastToPack = 1_000;

/** Smaller bodies gain nothing by being compressed. */
export function worthPacking({ plain }: PackedReply): boolean {
  return plain.length >= leastToPack;
}

/** Under load a reply goes out plain rather than wait in the compressor's queue. */
const mostAtOnce = 2;
let atOnce = 0;

/**
 * A compressed form: at once, or soon, or undefined when it is not worth waiting for. The compressor
 * works beside the event loop.
 */
export function packedForm(
  answer: PackedReply,
  packing: Packing,
): Buffer | Promise<Buffer> | undefined {
  const known = answer.packed[packing];
  if (known || atOnce >= mostAtOnce) return known;
  atOnce += 1;
  const work = packers[packing](answer.plain).then((bytes) => {
    answer.packed[packing] = bytes;
    return bytes;
  });
  answer.packed[packing] = work;
  // A compressor that failed is asked again the next time.
  work.catch(() => delete answer.packed[packing]);
  return work.finally(() => {
    atOnce -= 1;
  });
}
