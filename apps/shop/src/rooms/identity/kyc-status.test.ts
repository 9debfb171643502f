import { expect, test } from 'vitest';
import { type KycStatus, kycWords } from './kyc-status.ts';

const rows = [
  ['p', 'Identity not verified', 'plain'],
  ['s', 'Identity in review', 'waiting'],
  ['v', 'Identity verified', 'success'],
  ['r', 'Identity not accepted', 'danger'],
  ['x', 'Identity status unknown', 'plain'],
];

test.each(rows)('KYC-07 the identity of status %s is said in words: %s', (status, word, tone) => {
  expect(kycWords(status as KycStatus)).toMatchObject({ word, tone });
});
