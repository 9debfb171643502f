import type { Card } from '@giftlane/contract/shop/catalog.ts';
import { expect, test } from 'vitest';
import {
  aboutCoins,
  chosenOf,
  hasAllPictures,
  isCardStepDone,
  methodOf,
  methodsOf,
  noPictures,
  offerOf,
  priceProblem,
  sellAmountsOf,
  termsWords,
} from './sell-state.ts';

const card: Card = {
  _id: 'card_1',
  sTitle: 'Nimbus $50',
  sBanner: '',
  nValue: 50,
  nPrice: 49,
  nDiscount: 0,
  nCashBack: 0,
  nServiceCharge: 0,
  eCurrency: 'usd',
  nExchangeFees: 12.5,
  readOnly: false,
  bInStock: true,
};
const chosen = chosenOf(card);

test('SELL-23 SELL-24 the fee is quantity times percent of price, and comes off the total', () => {
  expect(sellAmountsOf({ ...chosen, quantity: 3 })).toEqual({
    subtotalMinor: 147_00n,
    // 18.375
    feeMinor: 18_38n,
    receivableMinor: 128_62n,
  });
  expect(sellAmountsOf(undefined)).toBeUndefined();
});

test('SELL-23 beside a card stands what it brings, and once it is offered what that is made of', () => {
  expect(termsWords(card, undefined)).toEqual({
    receive: 'You receive $42.87',
    terms: '12.5% fee',
  });
  expect(termsWords(card, chosen)).toEqual({
    receive: 'You receive $42.87',
    terms: '$49.00 minus 12.5% ($6.13)',
  });
  expect(termsWords(card, { ...chosen, price: '40', quantity: 2 })).toEqual({
    receive: 'You receive $70.00',
    terms: '2 × $40.00 minus 12.5% ($10.00)',
  });
  expect(termsWords(card, { ...chosen, price: 'ten' })).toEqual({ terms: '12.5% fee' });
});

test('61 an offer of more cards than pictures show, or of more than a day pays, goes no further', () => {
  const terms = { nMaxQuantity: 2, nDayLimit: 1000, nDayLeft: 85.74 };
  expect(isCardStepDone(undefined, terms)).toBe(false);
  // 49.00 less 6.125
  expect(isCardStepDone(chosen, { ...terms, nDayLeft: 42.86 })).toBe(false);
  expect(isCardStepDone(chosen, { ...terms, nDayLeft: 42.87 })).toBe(true);
  expect(isCardStepDone({ ...chosen, quantity: 2 }, { ...terms, nDayLeft: 85.75 })).toBe(true);
  expect(isCardStepDone({ ...chosen, quantity: 3 }, { ...terms, nDayLeft: 500 })).toBe(false);
  expect(isCardStepDone(chosen, { ...terms, nDayLimit: null, nDayLeft: null })).toBe(true);
  // Not known yet: the server has the last word.
  expect(isCardStepDone({ ...chosen, quantity: 9 }, undefined)).toBe(true);
});

test('SELL-16 a price is a number from one unit to the value, unless the card is read-only', () => {
  for (const price of ['1', '50', '49.5', '12,34', ' 20 ', '$40', '40 €']) {
    expect([price, priceProblem({ ...chosen, price })]).toEqual([price, undefined]);
  }
  for (const price of [
    '',
    '0',
    '0.99',
    '50.01',
    'ten',
    '1e1',
    '-5',
    '10.001',
    '1.000,00',
    '1,000',
  ]) {
    expect([price, priceProblem({ ...chosen, price })]).toEqual([
      price,
      'The price of one card must be between $1.00 and $50.00',
    ]);
    expect(sellAmountsOf({ ...chosen, price })).toBeUndefined();
  }
  const fixed = { ...chosen, card: { ...card, readOnly: true }, price: 'ten' };
  expect(sellAmountsOf(fixed)?.subtotalMinor).toBe(49_00n);
});

const wallets = [
  { coin: 'BTC', receiveAddress: 'bcrt1qown' },
  { coin: 'LTC', receiveAddress: '' },
] as const;

test('SELL-20 SELL-21 only a method with a receive address can be chosen', () => {
  const methods = methodsOf({ _id: 'mem_1' }, wallets);
  expect(methods.map(({ label }) => label)).toEqual(['Wallet', 'BitCoin', 'LiteCoin']);
  expect(methods.map(({ address }) => address)).toEqual(['mem_1', 'bcrt1qown', undefined]);
  expect(methodOf(methods, 'BitCoin', true)?.gateway).toBe('BitCoin');
  expect(methodOf(methods, 'LiteCoin', true)?.gateway).toBe('Wallet');
  expect(methodOf(methods, '', true)?.gateway).toBe('Wallet');
});

test('whoever chose a coin is not paid another way before its wallet is known', () => {
  const methods = methodsOf({ _id: 'mem_1' }, []);
  expect(methodOf(methods, 'BitCoin', false)).toBeUndefined();
  expect(methodOf(methods, 'Wallet', false)?.gateway).toBe('Wallet');
  expect(methodOf(methods, 'BitCoin', true)?.gateway).toBe('Wallet');
});

test('about how many coins it will be is cut, never rounded up, and not said without a rate', () => {
  expect(aboutCoins(44_00n, 100_000, 'BTC')).toBe('0.00044\u00a0BTC');
  expect(aboutCoins(44_00n, 99_999.99, 'BTC')).toBe('0.00044\u00a0BTC');
  expect(aboutCoins(44_00n, 97_123.45, 'BTC')).toBe('0.00045303\u00a0BTC');
  expect(aboutCoins(44_00n, 91.7, 'LTC')).toBe('0.47982\u00a0LTC');
  expect(aboutCoins(44_00n, undefined, 'LTC')).toBeUndefined();
});

test('SELL-26 the offer says everything the call wants', () => {
  const pictures = { imgFront: 'a', imgBack: 'b', imgPurchaseReceipt: 'c' };
  expect(hasAllPictures(noPictures)).toBe(false);
  expect(hasAllPictures({ ...noPictures, imgFront: 'a', imgBack: 'b' })).toBe(false);
  expect(hasAllPictures(pictures)).toBe(true);
  const [method] = methodsOf({ _id: 'mem_1' }, wallets);
  if (!method) throw new Error('no method');
  expect(offerOf({ chosen: { ...chosen, price: '40' }, pictures, method })).toEqual({
    aCartData: [
      { iGiftCardId: 'card_1', sTitle: 'Nimbus $50', nQuantity: 1, nPrice: 40, aImages: pictures },
    ],
    nTotalAmount: 35,
    nWalletAmount: 0,
    aExtraCharges: [{ name: 'Exchange Fees', amount: -5 }],
    eGateway: 'Wallet',
    sPayerId: 'mem_1',
  });
});
