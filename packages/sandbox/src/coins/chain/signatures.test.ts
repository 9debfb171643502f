/** Signatures as the Bitcoin Improvement Proposals have them, made by nobody here. */
import { expect, test } from 'vitest';
import { isSigned } from './signatures.ts';
import { readTx } from './transactions.ts';

/** BIP143, "Native P2WPKH": its second input is one. */
const bip143 = readTx(
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000',
);
const publicKeyOutput = {
  value: 625_000_000n,
  script: '2103c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432ac',
};
const keyHashOutput = {
  value: 600_000_000n,
  script: '00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1',
};

const secondIsSigned = (output: { value: bigint; script: string }) =>
  isSigned({ tx: bip143, index: 1, spent: [publicKeyOutput, output] });

test('the signature of BIP143 is right', () => {
  expect(bip143.txid).toBe('e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609');
  expect(secondIsSigned(keyHashOutput)).toBe(true);
});

test('it is wrong for another amount, another key, and a changed transaction', () => {
  expect(secondIsSigned({ ...keyHashOutput, value: 600_000_001n })).toBe(false);
  const other = keyHashOutput.script.replace(/a1$/, 'a2');
  expect(secondIsSigned({ ...keyHashOutput, script: other })).toBe(false);
  const changed = readTx(bip143.hex.replace('202cb206', '212cb206'));
  const spent = [publicKeyOutput, keyHashOutput];
  expect(isSigned({ tx: changed, index: 1, spent })).toBe(false);
});

test('what needs a script to be run is not signed as far as this chain knows', () => {
  const spent = [publicKeyOutput, keyHashOutput];
  expect(isSigned({ tx: bip143, index: 0, spent })).toBe(false);
  expect(isSigned({ tx: bip143, index: 2, spent })).toBe(false);
});
