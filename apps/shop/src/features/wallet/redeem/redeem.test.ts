import { expect, test } from 'vitest';
import { obstacleOf } from './redeem.ts';

const card = { nValue: 25, eCurrency: 'eur', bRedeemed: false } as const;

test('WAL-26: a good card of the member’s currency can be redeemed', () => {
  expect(obstacleOf(card, 'eur')).toBeUndefined();
});

test.each([
  ['WAL-31', { ...card, nValue: 0, bRedeemed: true }, 'Card not found'],
  ['WAL-30', { ...card, eCurrency: 'usd', bRedeemed: true } as const, 'Card was allready Redemeed'],
  ['WAL-29', { ...card, eCurrency: 'usd' } as const, 'Card Currency not matched.'],
])('%s, OPEN-70: the first obstacle in order is the one that is told', (_, found, message) => {
  expect(obstacleOf(found, 'eur')).toBe(message);
});
