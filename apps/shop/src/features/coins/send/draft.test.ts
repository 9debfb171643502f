import { ApiError } from '@giftlane/client/api-error.ts';
import { expect, test } from 'vitest';
import { checkDraft, emptyDraft, receiverTyped } from './draft.ts';
import { problemsOf } from './send.ts';

const address = 'rltc1qben';

const wrong = [
  ['', 'Enter an amount above 0'],
  ['0', 'Enter an amount above 0'],
  ['0.000000001', 'Enter at most eight decimals'],
  ['1.123456789', 'Enter at most eight decimals'],
  // Thousands for some, a decimal for others.
  ['1234,567', 'Enter an amount, such as 100 or 0.005'],
  ['123456789012', "You haven't enugh LTC balance"],
];

test.each(wrong)('COIN-06, OPEN-76 the amount %j is refused unasked: %s', async (amount, words) => {
  expect(await checkDraft('LTC', { ...emptyDraft, address, amount })).toEqual({ amount: words });
});

test('a payment link of the coin is its address and amount; any other stays as it was typed', () => {
  expect(receiverTyped('LTC', `litecoin:${address}?amount=0.25&label=Ben`)).toEqual({
    address,
    amount: '0.25',
    all: false,
  });
  for (const typed of [`bitcoin:${address}?amount=1`, `litecoin:${address}?req-pop=1`, address])
    expect(receiverTyped('LTC', typed)).toEqual({ address: typed });
});

const refusals = {
  address: ['bad_address', 'link_asks_more', 'other_network', 'private_address', 'own_address'],
  amount: ['dust', 'short', 'limit', 'held'],
};

test.each(Object.entries(refusals))(
  'OPEN-76 refusals that are told at the field %s',
  (at, codes) => {
    for (const code of codes)
      expect(problemsOf(new ApiError(409, code, { code: `coins.${code}` }))).toEqual({
        [at]: code,
      });
  },
);
