import { verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyRing, newReadableCode, newToken, tokenHash } from './secrets.ts';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

test('what was sealed opens again, and only as what it was sealed for', () => {
  const ring = keyRing(`1:${key(1)}`);
  const sealed = ring.seal('CODE-1234', 'card_a');
  expect(ring.open(sealed, 'card_a')).toBe('CODE-1234');
  expect(() => ring.open(sealed, 'card_b')).toThrow();
});

test('a changed byte does not open', () => {
  const ring = keyRing(`1:${key(1)}`);
  const sealed = ring.seal('CODE-1234', 'card_a');
  sealed.writeUInt8(sealed.readUInt8(20) ^ 1, 20);
  expect(() => ring.open(sealed, 'card_a')).toThrow();
});

test('the same secret never looks the same twice', () => {
  const ring = keyRing(`1:${key(1)}`);
  expect(ring.seal('CODE', 'x').equals(ring.seal('CODE', 'x'))).toBe(false);
});

test('after a rotation old secrets still open, fingerprints and the key of signatures stay', () => {
  const before = keyRing(`1:${key(1)}`);
  const after = keyRing(`2:${key(2)},1:${key(1)}`);
  expect(after.open(before.seal('CODE', 'x'), 'x')).toBe('CODE');
  expect(after.fingerprint('CODE')).toEqual(before.fingerprint('CODE'));
  expect(after.publicKey).toBe(before.publicKey);
  expect(verify(null, Buffer.from('it'), before.publicKey, after.sign('it'))).toBe(true);
  expect(keyRing(`2:${key(2)}`).publicKey).not.toBe(before.publicKey);
  expect(() => before.open(after.seal('CODE', 'x'), 'x')).toThrow('key 2');
});

test('15 tokens have 256 bits and are stored as hashes', () => {
  const token = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(tokenHash(token).toString('utf8')).not.toContain(token);
});

test('a code that people read has sixteen letters none of which is mistaken for another', () => {
  const codes = Array.from({ length: 200 }, newReadableCode);
  expect(new Set(codes).size).toBe(200);
  expect(codes.filter((code) => !/^[0-9a-hjkmnp-tv-z]{16}$/.test(code))).toEqual([]);
  expect(new Set(codes.join('')).size).toBe(32);
});
