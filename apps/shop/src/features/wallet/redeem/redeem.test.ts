import { expect, test } from 'vitest';
import { obstacleOf } from './redeem.ts';

const card = { nValue: 25, eCurrency: 'eur', bRedeemed: false } as const;

test('WAL-26: a good card of the member’s currency can be redeemed', () => {
  expect(obstacleOf(card, 'eur')).toBeUndefined();
});

const obstacles = [
  [{ ...card, nValue: 0, bRedeemed: true }, 'Card not found'],
  [{ ...card, eCurrency: 'usd', bRedeemed: true } as const, 'Card was allready Redemeed'],
  [{ ...card, eCurrency: 'usd' } as const, 'Card Currency not matched.'],
] as const;

test.each(obstacles)(
  'WAL-29, WAL-30, WAL-31, OPEN-70: of %j the first obstacle in order is told: %s',
  (found, message) => {
    expect(obstacleOf(found, 'eur')).toBe(message);
  },
);
