/** What a browser does with a message it was pushed (RFC 8291, over RFC 8188's aes128gcm). */
import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

export interface Receiver {
  readonly pair: ECDH;
  readonly auth: Buffer;
}

const bytes = (text: string) => Buffer.from(text, 'latin1');
const derive = (secret: Buffer, salt: Buffer, about: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, length));

/** The text of a message; throws when it was not encrypted for this receiver. */
export function decrypt(body: Buffer, { pair, auth }: Receiver): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  if (body.readUInt32BE(16) < sealed.length) throw new Error('more than one record');
  const about = Buffer.concat([bytes('WebPush: info\0'), pair.getPublicKey(), theirs]);
  const secret = derive(pair.computeSecret(theirs), auth, about, 32);
  const key = derive(secret, salt, bytes('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, bytes('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end === -1) throw new Error('no end of the last record');
  return plain.subarray(0, end).toString('utf8');
}
