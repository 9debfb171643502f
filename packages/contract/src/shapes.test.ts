import { expect, test } from 'vitest';
import { factorCodeSchema } from './members/security.ts';
import { redeem } from './money/wallet.ts';
import { plainCode } from './shapes.ts';

test.each([
  ['dashes of any kind', 'ABCD\u2010EFGH\u2013JKMN\u2212PQRS', 'ABCDEFGHJKMNPQRS'],
  ['dots and spaces', ' abcd.efgh\u00a0jkmn_pqrs ', 'ABCDEFGHJKMNPQRS'],
  ['full-width letters', '\uff21\uff22\uff23\uff11\uff12', 'ABC12'],
  ['marks that nobody sees', '\u200eAB\u200b12\u2060\ufeff', 'AB12'],
  ['Arabic, Persian, Devanagari and Thai digits', '١٢۳۴५६๗๘', '12345678'],
])('a code is letters and digits alone: %s', (_, typed, plain) => {
  expect(plainCode(typed)).toBe(plain);
});

test('each digit of every script is its own', () => {
  const all = Array.from({ length: 0x11_0000 }, (_, at) =>
    at >= 0xd800 && at < 0xe000 ? '' : String.fromCodePoint(at),
  );
  const digits = all.filter((sign) => /\p{Nd}/u.test(sign)).map(plainCode);
  const runs = digits.join('').match(/.{10}/g);
  expect(digits.length % 10).toBe(0);
  expect(new Set(runs)).toEqual(new Set(['0123456789']));
});

test('a PIN and a code of an app may have a space in them', () => {
  expect(redeem.body.shape.sPin.parse('123 456')).toBe('123456');
  expect(factorCodeSchema.parse('１２３ ٤٥٦')).toBe('123456');
  expect(redeem.body.shape.sPin.safeParse(' - ').success).toBe(false);
});
