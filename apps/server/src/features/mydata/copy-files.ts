/** Storage of a copy: pieces of a ZIP, each encrypted for its position, beside the private pictures. */
import type { Readable } from 'node:stream';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import type { Files } from '../files/files.ts';
import type { StoredCopy } from './copy-queries.ts';

export interface FileParts {
  readonly files: Pick<Files, 'open' | 'closed'>;
  readonly keys: KeyRing;
}

/** One attempt at making a copy. */
export type CopyTry = Pick<StoredCopy, 'id' | 'attempt'>;

const pieceBytes = 1024 * 1024;

const keyOf = ({ id, attempt }: CopyTry, n: number) => `exports/${id}-${attempt}-${n}.part`;
const placeOf = ({ id, attempt }: CopyTry, n: number) => `copy ${id} ${attempt} ${n}`;

/** Cuts a stream into pieces of 1 MiB; the last is shorter. */
export async function* piecesOf(stream: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let held = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    held += chunk.length;
    if (held < pieceBytes) continue;
    const whole = Buffer.concat(chunks);
    let from = 0;
    for (; whole.length - from >= pieceBytes; from += pieceBytes)
      yield whole.subarray(from, from + pieceBytes);
    chunks = [whole.subarray(from)];
    held = whole.length - from;
  }
  if (held > 0) yield Buffer.concat(chunks);
}

/** Encrypts and stores a piece. */
export async function putPiece(
  { files, keys }: FileParts,
  copy: CopyTry,
  n: number,
  bytes: Buffer,
): Promise<void> {
  await files.closed.put(keyOf(copy, n), keys.seal(bytes, placeOf(copy, n)));
}

/** Streams the ZIP piece by piece; throws when a piece is missing. */
export async function* readPieces(
  { files, keys }: FileParts,
  copy: CopyTry & Pick<StoredCopy, 'parts'>,
): AsyncGenerator<Buffer> {
  for (let n = 0; n < copy.parts; n += 1) {
    const sealed = await files.closed.get(keyOf(copy, n));
    if (!sealed) throw new Error(`piece ${n} of copy ${copy.id} is missing`);
    yield keys.openBytes(sealed, placeOf(copy, n));
  }
}

/** Deletes the files of an attempt, if any. */
export async function removePieces(
  { files }: Pick<FileParts, 'files'>,
  copy: CopyTry & Pick<StoredCopy, 'parts'>,
): Promise<void> {
  for (let n = 0; n < copy.parts; n += 1) await files.closed.delete(keyOf(copy, n));
}
