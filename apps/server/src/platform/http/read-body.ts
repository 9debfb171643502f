/** Reading the body of a request into memory. */
import type { Readable } from 'node:stream';
import { Refusal } from './refusal.ts';

type Done = (error: Error | null, body?: Buffer) => void;

/**
 * Reads a body of at most `most` bytes; refuses `request.too_large`. What comes is put into one buffer, which doubles when
 * it is full: some send a body byte by byte, and each piece would take far more memory than its bytes.
 */
export function readBody(stream: Readable, most: number, done: Done): void {
  let body = Buffer.alloc(0);
  let size = 0;
  const stop = () => {
    stream.off('data', take);
    stream.off('end', whole);
    stream.off('error', broken);
  };
  const take = (piece: Buffer) => {
    if (size + piece.length > most) {
      stop();
      return done(new Refusal('request.too_large'));
    }
    if (size + piece.length > body.length) {
      const larger = Buffer.alloc(Math.min(most, Math.max(2 * size, size + piece.length)));
      body.copy(larger);
      body = larger;
    }
    piece.copy(body, size);
    size += piece.length;
  };
  const whole = () => {
    stop();
    done(null, body.subarray(0, size));
  };
  // An aborted upload is not a fault of the shop.
  const broken = (error: Error) => {
    stop();
    done(Object.assign(error, { statusCode: 400 }));
  };
  stream.on('data', take);
  stream.on('end', whole);
  stream.on('error', broken);
}
