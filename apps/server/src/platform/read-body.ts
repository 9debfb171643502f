/** Reading the body of a request into memory. */
import type { Readable } from 'node:stream';
import { Refusal } from './refusal.ts';

/** So many pieces are put together: each takes memory beside its bytes, and some send a body byte by byte. */
const mostPieces = 256;

type Done = (error: Error | null, body?: Buffer) => void;

/** Reads a body of at most `most` bytes; refuses `request.too_large`. */
export function readBody(stream: Readable, most: number, done: Done): void {
  let pieces: Buffer[] = [];
  let size = 0;
  const stop = () => {
    stream.off('data', take);
    stream.off('end', whole);
    stream.off('error', broken);
  };
  const take = (piece: Buffer) => {
    size += piece.length;
    if (size > most) {
      stop();
      return done(new Refusal('request.too_large'));
    }
    pieces.push(piece);
    if (pieces.length === mostPieces) pieces = [Buffer.concat(pieces)];
  };
  const whole = () => {
    stop();
    done(null, Buffer.concat(pieces));
  };
  // Who hangs up in the middle is no fault of the shop.
  const broken = (error: Error) => {
    stop();
    done(Object.assign(error, { statusCode: 400 }));
  };
  stream.on('data', take);
  stream.on('end', whole);
  stream.on('error', broken);
}
