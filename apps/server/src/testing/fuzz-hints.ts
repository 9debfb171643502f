/** Hints for values that random ones would rarely hit: existing ids, orders with correct sums. */
import { lineAmounts, sumLines, toWire, walletShare } from '@giftlane/contract/money/money.ts';
import fc from 'fast-check';
import { personalData } from '../features/kyc/applicants.testing.ts';
import { testPassword } from './builders.ts';
import { type Hints, Ref, ref } from './fuzz-values.ts';

/** The new password must differ from the old one. */
const nextPassword = 'Next-Passw0rd-of-tests';

/** Prices of the cards in orders, as made by `builders`. */
export const pricing = [
  { priceMinor: 10_00n, discountBp: 0, cashbackBp: 0, serviceChargeBp: 0 },
  { priceMinor: 7_77n, discountBp: 333, cashbackBp: 250, serviceChargeBp: 199 },
] as const;

/** Hints by field name; ids in paths depend on the path. */
export function hintsFor(path: string): Hints {
  const byCoins = path.endsWith('/confirmCrypto');
  const id = path.startsWith('/cart')
    ? ref('cartLine', 'cartLine', 'foreignCartLine', 'order')
    : path.startsWith('/transactions')
      ? ref('order', 'order', 'order', 'foreignOrder', 'brand')
      : path.startsWith('/wallet/transactions')
        ? ref('walletLine', 'walletLine', 'foreignWalletLine', 'order')
        : path.startsWith('/sales')
          ? ref('sale', 'sale', 'order')
          : path.startsWith('/wallet')
            ? ref('topUp', 'topUp', 'order')
            : path.startsWith('/crypto/payments')
              ? ref('coinOrder', 'coinOrder', 'order')
              : path.endsWith('/cancelsend')
                ? ref('coinTransfer')
                : ref('brand', 'brand', 'card');
  return {
    id,
    sFileName: path.endsWith('sellimages')
      ? ref('sellImage', 'foreignUpload')
      : path.endsWith('claimpictures')
        ? ref('claimImage', 'foreignUpload')
        : ref('kycDoc', 'foreignUpload'),
    iGiftCardId: ref('card'),
    iCategoryId: ref('brand'),
    cardId: ref('code', 'code', 'foreignCode'),
    aCardIds: fc.array(ref('code', 'code', 'code', 'foreignCode'), { minLength: 1, maxLength: 3 }),
    category: ref('brand'),
    line: ref('line'),
    ...(byCoins
      ? {
          sOrderId: ref('coinOrder'),
          sPaymentId: ref('coinTx'),
          sPayerId: ref('coinWallet'),
          iId: ref('coinTransfer'),
          eGateway: fc.constant('BitCoin'),
        }
      : {
          sOrderId: ref('freshId', 'order', 'foreignOrder'),
          sPaymentId: ref('payment', 'foreignPayment'),
          sPayerId: ref('self', 'self', 'foreignMember'),
        }),
    receiveAddress: ref('coinAddress'),
    amount: fc.integer({ min: 300, max: 3_000 }),
    password: fc.constantFrom(testPassword, nextPassword),
    purpose: path.startsWith('/crypto')
      ? fc.constantFrom('sendCoin', 'sendCoin', 'payment')
      : fc.constantFrom('add', 'redeem', 'send'),
    token: ref(path.startsWith('/newsletter') ? 'newsToken' : 'mailToken'),
    path: fc.constantFrom('faq', 'tnc', 'contact-us', 'nothing', '/faq'),
    sWebsite: fc.constantFrom('', 'https://spam.example'),
    code: ref('voucher'),
    sCode: ref(path.startsWith('/points') ? 'friendCode' : 'voucher'),
    nPoints: fc.constantFrom(1, 100, 101, 9_000_000_000),
    sKey: ref('freshId'),
    sPin: ref('pin'),
    secretToken: ref('secretToken'),
    sEmail: ref('email', 'freshEmail'),
    sMobileNumber: fc.constantFrom('', '0171 1234567', '+43 660 1234567', '12'),
    sCountryCode: fc.constantFrom('', '+49', '0043'),
    // A password reset sets `nextPassword`, so both may be current.
    // Closing always gets a wrong password: it would be final, and there is only one member.
    sPassword: path.endsWith('/close')
      ? fc.constant('not-this-one')
      : fc.constantFrom(testPassword, nextPassword),
    sOldPassword: fc.constantFrom(testPassword, 'not-this-one'),
    sNewPassword: fc.constant(nextPassword),
    sNewRetypedPassword: fc.constant(nextPassword),
    sPage: fc.constantFrom('/', '/gift-cards/:'),
    sError: fc.constant('TypeError'),
    endpoint: fc.constantFrom('https://fcm.googleapis.com/x', 'https://127.0.0.1/x'),
    p256dh: fc.constant(`B${'A'.repeat(86)}`),
    auth: fc.constant('A'.repeat(22)),
    sId: ref('subscription'),
    sEndpoint: fc.constant('https://fcm.googleapis.com/other'),
    sGoogleId: fc.constant(''),
    sGoogleToken: path.startsWith('/google-login') ? ref('googleToken') : fc.constant(''),
    nQuantity: fc.integer({ min: 1, max: 3 }),
    ...(path.includes('/statement') && {
      dFrom: fc.constantFrom('2020-01-31', '2024-02-29', '9999-12-31'),
      dTo: fc.constantFrom('2024-02-29', '2030-12-31'),
    }),
    size: fc.integer({ min: 0, max: 4 }),
    first: fc.integer({ min: 0, max: 3 }),
    second: fc.integer({ min: 0, max: 4 }),
    page: fc.integer({ min: 1, max: 3 }),
    limit: fc.integer({ min: 1, max: 100 }),
    min: fc.integer({ min: 0, max: 10 }),
    max: fc.integer({ min: 5, max: 50 }),
    address: ref('foreignMember'),
    search: fc.constantFrom('nimbus', 'NIMBUS', 'nimbsu', 'nïm', 'n', 'nothing of the kind'),
    sort_by: fc.constantFrom('nViews', 'sTitle', 'nPrice', 'other'),
    sCategory: fc.constantFrom('Gaming', 'Best Sellers', 'Shopping', 'other'),
  };
}

/** An order with the shop's totals; about one in four has a wallet share that she can not choose. */
function orders(gateways: readonly ('PayPal' | 'Wallet')[]): fc.Arbitrary<unknown> {
  return fc
    .record({
      quantities: fc.tuple(fc.nat(3), fc.nat(3)),
      eGateway: fc.constantFrom(...gateways),
      shareMinor: fc.constantFrom(0n, 0n, 1_00n, 1_000_000_00n),
      sOrderId: ref('freshId', 'freshId', 'freshId', 'order'),
    })
    .map(({ quantities, eGateway, shareMinor, sOrderId }) => {
      const lines = quantities.flatMap((quantity, card) => {
        const prices = pricing[card];
        return quantity === 0 || !prices ? [] : [{ card, quantity, ...prices }];
      });
      const totals = sumLines(lines.map(lineAmounts));
      const charges = totals.serviceChargeMinor - totals.discountMinor;
      const walletMinor =
        eGateway === 'Wallet' ? totals.payableMinor : walletShare(shareMinor, totals.payableMinor);
      return {
        sOrderId,
        eCurrency: 'usd',
        eGateway,
        aCartData: lines.map(({ card, quantity }) => ({
          iGiftCardId: new Ref('priced', card),
          nQuantity: quantity,
        })),
        nWalletAmount: toWire(walletMinor),
        aExtraCharges: [{ name: 'Charges', amount: toWire(charges) }],
        nTotalAmount: toWire(totals.payableMinor),
      };
    });
}

/** An offer with the shop's sums, for a card that it buys without a fee. */
const offers: fc.Arbitrary<unknown> = fc
  .record({
    price: fc.integer({ min: 1, max: 11 }),
    imgFront: fc.oneof(
      { weight: 2, arbitrary: fc.constant(new Ref('offered', 0)) },
      ref('offered', 'foreignUpload'),
    ),
    sPayerId: ref('self', 'self', 'self', 'foreignMember'),
    eGateway: fc.constantFrom('Wallet', 'Wallet', 'BitCoin'),
  })
  .map(({ price, imgFront, sPayerId, eGateway }) => {
    const [imgBack, imgPurchaseReceipt] = [new Ref('offered', 1), new Ref('offered', 2)];
    const aImages = { imgFront, imgBack, imgPurchaseReceipt };
    return {
      aCartData: [{ iGiftCardId: new Ref('priced', 0), nQuantity: 1, nPrice: price, aImages }],
      nTotalAmount: price,
      nWalletAmount: 0,
      aExtraCharges: [],
      eGateway,
      sPayerId,
    };
  });

/** Complete bodies of calls whose fields depend on each other. */
export const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'checkout.initiate': orders(['PayPal', 'PayPal', 'PayPal', 'Wallet']),
  'kyc.update': fc.record({
    ...Object.fromEntries(
      Object.entries(personalData).map(([name, value]) => [name, fc.constant(value)]),
    ),
    ...Object.fromEntries(
      ['docFront', 'docBack', 'docAddress', 'docSelffie'].map((name) => [
        name,
        ref('kycPicture', 'kycPicture', 'kycPicture', 'foreignUpload'),
      ]),
    ),
  }),
  'checkout.pay': fc.oneof(
    orders(['Wallet', 'Wallet', 'PayPal']).map((order) => ({
      ...(order as object),
      sPayerId: new Ref('self', 0),
    })),
    ref('payable'),
  ),
  'claims.open': fc.record({
    sCodeId: ref('seenCode', 'seenCode', 'code', 'foreignCode'),
    eReason: fc.constantFrom('used', 'invalid', 'value', 'other', 'none'),
    sWords: fc.constantFrom('It was used', ''),
  }),
  'selling.sell': offers,
  'wallet.add': ref('addable'),
  'wallet.send': fc.record({
    nTotalAmount: fc.constantFrom(0.01, 0.02, 1_000_000),
    address: ref('foreignMember', 'foreignMember', 'self', 'brand'),
    sPassword: fc.constantFrom(testPassword, testPassword, nextPassword),
    secretToken: ref('sendSecret'),
    sNote: fc.constantFrom('', 'For you'),
  }),
};
