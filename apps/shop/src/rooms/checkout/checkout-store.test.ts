import { parseStored } from '@giftlane/client/storage/storage.ts';
import { expect, test } from 'vitest';
import { type Checkout, isCheckout } from './checkout-store.ts';

const line = {
  _id: 'line_1',
  iGiftCardId: 'card_1',
  iCategoryId: 'brand_1',
  sTitle: 'Nimbus $10',
  sBanner: '',
  sDescription: '',
  nQuantity: 1,
  nPrice: 10,
  nValue: 10,
  nDiscount: 0,
  nCashBack: 0,
  nServiceCharge: 0,
  eCurrency: 'usd',
} as const;

const kept: Checkout = {
  phase: 'initiated',
  sPaymentId: 'PP-1',
  dLapsesAt: '2026-01-01T00:30:00.000Z',
  draft: {
    sOrderId: 'a1b2c3d4e5f6a1b2',
    eCurrency: 'usd',
    eGateway: 'PayPal',
    aCartData: [line],
    nTotalAmount: 10,
    nWalletAmount: 0,
    aExtraCharges: [],
  },
};

const read = (text: string | null) => parseStored(text, isCheckout);
const withDraft = (part: object) => JSON.stringify({ ...kept, draft: { ...kept.draft, ...part } });

test('OPEN-41: the order being paid survives a reload', () => {
  expect(read(JSON.stringify(kept))).toEqual(kept);
  expect(read(withDraft({ aCartData: [{ ...line, nLeft: 2 }] }))).not.toBeNull();
  const sent = { transferId: 'ctx_1', walletId: 'cw_1' };
  const byCoin = { ...kept, phase: 'paid', sent, draft: { ...kept.draft, eGateway: 'BitCoin' } };
  expect(read(JSON.stringify(byCoin))).toEqual(byCoin);
});

test.each([
  ['missing', null],
  ['damaged', '{"phase"'],
  ['in an unknown phase', JSON.stringify({ ...kept, phase: 'done' })],
  ['held until no time', JSON.stringify({ ...kept, dLapsesAt: 'soon' })],
  ['without an order', JSON.stringify({ ...kept, draft: null })],
  ['without lines', withDraft({ aCartData: [] })],
  ['of another currency', withDraft({ eCurrency: 'xau' })],
  ['of coins from no wallet', JSON.stringify({ ...kept, sent: { transferId: 'ctx_1' } })],
  ['without a total', withDraft({ nTotalAmount: undefined })],
  [
    'of an older release, whose lines had no price',
    withDraft({ aCartData: [{ ...line, nPrice: undefined }] }),
  ],
])('a kept order is dropped when it is %s', (_, text) => {
  expect(read(text)).toBeNull();
});
