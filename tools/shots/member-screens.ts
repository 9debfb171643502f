/** The screens of signed-in members. */

import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { safetyScreens } from './safety-screens.ts';
import { type Found, later, none, password, type Screen } from './screen.ts';

const profile = /\/api\/v1\/myprofile/;
const orders = /\/api\/v1\/transactions(\?|\/shots-)/;

/** Part of an unpaid order left to pay by card. */
const leftToPay = 9.8;

/** Cost of a line after its discount. */
const costOf = ({ nPrice, nQuantity, nDiscount = 0 }: Order['aCartData'][number]) =>
  Math.round(nPrice * nQuantity * (100 - nDiscount)) / 100;

/** The order in another state, as a complete reply: an unpaid one has no codes and no mail about them. */
function orderAs({ order }: Found, eStatus: Order['eStatus'], open = false) {
  const came = eStatus === 'Processing' || eStatus === 'Refunded';
  const before = order.aCartData.slice(0, -1).map(costOf);
  // The last line gets the rest, including the service charge.
  const last =
    Math.round((order.nTotalAmount - before.reduce((sum, one) => sum + one, 0)) * 100) / 100;
  const costs = [...before, last];
  return {
    eStatus,
    nStatus: { Pending: 1, Processing: 2, Declined: 4 }[eStatus as string] ?? 0,
    eGateway: 'PayPal',
    nWalletAmount: Math.round((order.nTotalAmount - leftToPay) * 100) / 100,
    dLapsesAt: open ? later(24) : null,
    dDeliveredAt: undefined,
    oMail: undefined,
    sNotice: eStatus === 'Refunded' ? 'Some of these cards were no longer available.' : '',
    aCartData: order.aCartData.map((_, index) => ({
      aCardCode: [],
      nCodes: 0,
      eStatus: came ? 2 : 0,
      nRefunded: eStatus === 'Refunded' ? costs[index] : 0,
    })),
  };
}
const pay = /\/api\/v1\/transaction$/;
const reveal = /\/api\/v1\/transactions\/viewCard/;

/** The provider's window is closed before any payment. */
const closedAtOnce =
  'window.open = () => ({ closed: true, location: { replace() {} }, close() {} })';

/** Members found by a search. */
const people = [
  {
    _id: 'mem_ben',
    sFullName: 'Ben Baker',
    sEmail: 'b•••@g•••.example',
    sMobileNumber: '',
    sProfilePicture: '',
    eCurrency: 'usd',
  },
  {
    _id: 'mem_eva',
    sFullName: 'Benita Alexandra Montgomery-Fotherington',
    sEmail: 'e•••@e•••.com',
    sMobileNumber: '••• 67',
    sProfilePicture: '',
    eCurrency: 'eur',
  },
];

/** A wallet that covers the whole cart. */
const rich = [profile, { nWallet: 90_000, bUseWallet: true }] as const;

const buyingScreens = (found: Found): Screen[] => {
  const { order, draft } = found;
  return [
    { name: 'cart', path: '/account/cart', calls: /\/api\/v1\/cart/, empty: none },
    {
      name: 'cart-pay',
      path: '/account/cart',
      told: [rich],
      sends: {
        press: ['Checkout'],
        call: pay,
        refusal: 'order.out_of_stock',
        facts: { left: 1, title: 'Velino Stream $15' },
        refusedWith: { ...draft.aCartData[1], nLeft: 1 },
      },
    },
    {
      name: 'cart-price-changed',
      path: '/account/cart',
      told: [rich],
      refuses: [
        [
          pay,
          'order.price_changed',
          { aCartData: draft.aCartData.map((line) => ({ ...line, nPrice: 26 })) },
        ],
      ],
      press: ['Checkout'],
    },
    { name: 'cart-coin', path: '/account/cart', press: ['Bitcoin'] },
    {
      name: 'cart-sold-out',
      path: '/account/cart',
      told: [[/\/api\/v1\/cart/, [{ nLeft: 3 }, { nLeft: 0 }]]],
    },
    {
      name: 'checkout',
      path: '/account/checkout',
      calls: /\/api\/v1\/(cart|payment)/,
      sends: {
        press: ['Pay by sandbox card'],
        call: /\/api\/v1\/transaction\/initiate/,
        refusal: 'order.too_many_unpaid',
        facts: { max: '2,000', title: order.aCartData[0]?.sTitle },
      },
    },
    {
      name: 'checkout-cancelled',
      path: '/account/checkout',
      script: closedAtOnce,
      told: [[/\/api\/v1\/transaction\/initiate/, { sPaymentId: 'shots', dLapsesAt: later(20) }]],
      press: ['Pay by sandbox card'],
    },
    {
      name: 'checkout-paid',
      path: '/account/checkout',
      visit: {
        'giftlane.checkout': { phase: 'paid', draft, sPaymentId: 'shots', dLapsesAt: later(20) },
      },
      told: [[orders, { ...order, ...orderAs(found, 'Pending', true), bPaying: true }]],
      // The outcome of the payment is unknown, so the page polls.
      refuses: [[pay, 'server.fault']],
      sends: { call: pay, refusal: 'payment.declined' },
    },
    { name: 'success', path: `/account/checkout/success?order=${order.sOrderId}`, calls: orders },
    ...(['Processing', 'Pending', 'Refunded', 'Declined'] as const).map((eStatus) => ({
      name: `success-${eStatus.toLowerCase()}`,
      path: `/account/checkout/success?order=${order.sOrderId}`,
      told: [
        [
          orders,
          { ...orderAs(found, eStatus, eStatus === 'Declined'), bPaying: eStatus === 'Pending' },
        ],
      ] as const,
    })),
    {
      name: 'success-unpaid',
      path: `/account/checkout/success?order=${order.sOrderId}`,
      told: [[orders, orderAs(found, 'Pending', true)]],
    },
  ];
};

const orderPath = ({ sOrderId }: Found['order']) => `/account/orders/${sOrderId}`;

/** Sold cards paid out in coins: on their way, arrived, failed, and paid into the wallet instead. */
const payoutsOf = (received: number) =>
  (['created', 'unconfirmed', 'confirmed', 'failed', 'rejected'] as const).map((eState) => ({
    eStatus: 'Paid',
    sPayerId: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    oPayout: {
      coin: 'BTC',
      nAmount: Math.round(received * 1_000),
      txid: 'b4'.repeat(32),
      eState,
      ...(eState === 'rejected' && { oInstead: { nAmount: received, eCurrency: 'usd' } }),
    },
  }));

/** Any picture that the shop serves. */
const picture = '/share.png';

const orderScreens = (found: Found): Screen[] => {
  const { order } = found;
  const [line] = order.aCartData;
  const [first] = line?.aCardCode ?? [];
  const bare = { aCardCode: [], nCodes: 0, eStatus: 0 };
  const one = orderPath(order);
  const pending = orderAs(found, 'Pending', true);
  const price = line ? line.nQuantity * line.nPrice : 0;
  // Eight percent.
  const fee = Math.round(price * 8) / 100;
  const received = price - fee;
  const payouts = payoutsOf(received);
  const sold = {
    ...order,
    eType: 'Sell',
    aExtraCharges: [{ name: 'Exchange Fees', amount: -fee }],
    nTotalAmount: received,
    aCartData: [
      {
        ...line,
        ...bare,
        aImages: { imgFront: picture, imgBack: picture, imgPurchaseReceipt: picture },
      },
    ],
  };
  return [
    { name: 'orders', path: '/account/orders', calls: orders, empty: none },
    {
      name: 'orders-of-all-kinds',
      path: '/account/orders',
      told: [
        [
          orders,
          (['Pending', 'Processing', 'Declined', 'Failed', 'Refunded'] as const).map(
            (eStatus, index) => ({
              ...orderAs(found, eStatus, eStatus === 'Pending'),
              _id: `order_${index}`,
              sOrderId: `${order.sOrderId}-${index}`,
            }),
          ),
        ],
      ],
    },
    { name: 'order', path: one, calls: orders },
    {
      name: 'order-partly',
      path: one,
      told: [
        [
          orders,
          {
            eStatus: 'Processing',
            dDeliveredAt: undefined,
            oMail: undefined,
            aCartData: [{}, { aCardCode: [], nCodes: 0, eStatus: 1 }],
          },
        ],
      ],
    },
    { name: 'order-unpaid', path: one, told: [[orders, pending]] },
    { name: 'orders-found-nothing', path: '/account/orders?search=nothingofthekind' },
    {
      name: 'orders-reveal',
      path: one,
      told: [
        [
          reveal,
          {
            _id: first?._id,
            sSerialNo: first?.sSerialNo,
            sOrderContent: 'PO7X4KQ2M9TD',
            dViewedAt: later(0),
            dExpiresAt: later(1_000_000),
          },
        ],
      ],
      press: ['main >> Reveal code …'],
      sends: { call: reveal, refusal: 'account.locked' },
    },
    {
      name: 'orders-download',
      path: one,
      refuses: [[/\/api\/v1\/transactions\/.*\/download/, 'account.unproven']],
      press: ['Download codes'],
      sends: {
        fill: { Password: password },
        press: ['Download'],
        call: /\/api\/v1\/password\/prove/,
        refusal: 'account.wrong_password',
      },
    },
    ...(
      [
        ['orders-cancel', pending],
        ['orders-cancel-paid', orderAs(found, 'Processing')],
      ] as const
    ).map(([name, told]) => ({
      name,
      path: one,
      told: [[orders, told]] as const,
      press: ['Cancel order'],
      sends: {
        press: ['Cancel order'],
        call: /\/api\/v1\/transaction\/cancel/,
        refusal: 'order.not_cancellable' as const,
      },
    })),
    {
      name: 'orders-again-left-out',
      path: one,
      told: [
        [/\/again/, { nAdded: 0, aLeftOut: [{ sTitle: line?.sTitle ?? '', eReason: 'currency' }] }],
      ],
      press: ['Buy again'],
    },
    {
      name: 'orders-sell',
      path: '/account/orders?tab=sell',
      calls: orders,
      empty: none,
      told: [
        [
          orders,
          (['Pending', 'Paid', 'Declined'] as const).map((eStatus) => ({
            ...sold,
            _id: `sell_${eStatus}`,
            eStatus,
            sNotice: eStatus === 'Declined' ? 'The code on the receipt can not be read.' : '',
          })),
        ],
      ],
    },
    {
      name: 'orders-sell-coins',
      path: '/account/orders?tab=sell',
      told: [[orders, payouts.map((told, nth) => ({ ...sold, _id: `sell_${nth}`, ...told }))]],
    },
    ...payouts.map((told, nth) => ({
      name: `order-sold-coins-${nth}`,
      path: one,
      told: [[orders, { ...sold, ...told }]] as const,
    })),
  ];
};

const sellingScreens = ({ soldBrandId, soldCard, memberId }: Found): Screen[] => {
  const path = `/sell-cards/${soldBrandId}`;
  const sale = (reached: number) => ({
    'giftlane.sale': {
      owner: memberId,
      values: {
        place: `${soldBrandId} usd`,
        cardId: soldCard.id,
        quantity: 1,
        price: soldCard.price,
        pictures: reached < 3 ? { imgFront: null, imgBack: null, imgPurchaseReceipt: null } : kept,
        terms: reached > 2,
        gateway: 'Wallet',
        reached,
      },
    },
  });
  const kept = { imgFront: 'a', imgBack: 'b', imgPurchaseReceipt: 'c' };
  return [
    { name: 'sell-card', path, calls: /\/api\/v1\/(sellcards|categories)/ },
    { name: 'sell-card-no-cards', path, told: [[/\/api\/v1\/sellcards\//, []]] },
    { name: 'sell-card-chosen', path, press: ['Add …'] },
    {
      name: 'sell-card-price',
      path,
      press: ['Add …', { 'Price per card in USD': '1' }],
      sends: { fill: { 'Price per card in USD': '' } },
    },
    { name: 'sell-card-pictures', path, visit: sale(2) },
    {
      name: 'sell-card-payment',
      path,
      visit: sale(3),
      sends: {
        press: ['Proceed'],
        call: /\/api\/v1\/sellcards$/,
        refusal: 'sell.over_limit',
        facts: { limit: '$1,000.00' },
      },
    },
  ];
};

const movement = (nth: number, told: object) => ({
  _id: `w_${nth}`,
  sType: 'debit',
  eStatus: 'Complete',
  bTransfer: false,
  sOrderId: '',
  sBrands: '',
  sNote: '',
  eCurrency: 'usd',
  dCreatedAt: later(-2_000 * nth),
  ...told,
});

/**
 * Movements of every kind in a wallet's list. `Processing` is a state of the contract that no movement has
 * yet.
 */
const movements = [
  { sDescription: text('walletTx.hold'), eKind: 'hold', eStatus: 'Pending', nTotalAmount: 14.21 },
  {
    sDescription: text('walletTx.sell'),
    eKind: 'sell',
    sType: 'credit',
    eStatus: 'Processing',
    sOrderId: 'shots-sold',
    nTotalAmount: 46,
  },
  {
    sDescription: text('walletTx.cashback'),
    eKind: 'cashback',
    sType: 'credit',
    nTotalAmount: 0.79,
  },
  {
    sDescription: text('walletTx.buy'),
    sBrands: 'Sorrelgate Arcade',
    eKind: 'buy',
    sOrderId: 'shots-order',
    nTotalAmount: 24.01,
  },
  {
    sDescription: text('walletTx.sent', { name: 'Ben Baker' }),
    eKind: 'sent',
    bTransfer: true,
    sNote: 'For the cake',
    nTotalAmount: 12.5,
  },
  {
    sDescription: text('walletTx.received', { name: 'Benita Alexandra Montgomery-Fotherington' }),
    eKind: 'received',
    bTransfer: true,
    sType: 'credit',
    nTotalAmount: 60,
  },
  {
    sDescription: text('walletTx.release'),
    eKind: 'release',
    sType: 'credit',
    nTotalAmount: 19.6,
  },
  {
    sDescription: text('walletTx.holdReleased'),
    eKind: 'hold',
    eStatus: 'Refunded',
    nTotalAmount: 19.6,
  },
  {
    sDescription: text('walletTx.freeze'),
    eKind: 'freeze',
    eStatus: 'Denied',
    nTotalAmount: 40,
  },
  { sDescription: text('walletTx.add'), eKind: 'add', sType: 'credit', nTotalAmount: 40 },
].map((told, nth) => movement(nth, told));

/** A browser with or without permission for push notifications. */
const withPush = (permission: string, subscribed = false) => `(() => {
  const known = {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'B', auth: 'A' } }),
    unsubscribe: async () => true,
  };
  const pushManager = {
    getSubscription: async () => (${subscribed} ? known : null),
    subscribe: async () => known,
  };
  const ready = Promise.resolve({ pushManager });
  Object.defineProperty(ServiceWorkerContainer.prototype, 'ready', { get: () => ready });
  Object.defineProperty(Notification, 'permission', { get: () => '${permission}' });
  Notification.requestPermission = async () => '${permission}';
})()`;

const accountScreens = ({ memberId, movementId }: Found): Screen[] => {
  const typed = {
    firstName: 'Anna',
    lastName: 'Example',
    dob: '1990-04-12',
    address1: '12 Orchard Street',
    address2: 'Apartment 4',
    city: 'Portland',
    state: 'Oregon',
    zipcode: '97201',
    country: 'US',
    terms: 'accept',
    docFront: 'a',
    docBack: 'b',
    docAddress: 'c',
    docSelffie: 'd',
    typeOfId: 'Passport',
    typeOfAddress: 'Bank Statement',
  };
  const answered = { 'giftlane.kyc': { owner: memberId, values: typed } };
  const settings = '/account/settings';
  return [
    { name: 'profile', path: '/account/profile', calls: orders, empty: none },
    {
      name: 'profile-unverified',
      path: '/account/profile',
      told: [[profile, { isEmailVerified: false, sKycStatus: 'r' }]],
    },
    {
      name: 'profile-edit',
      path: '/account/profile-edit',
      sends: {
        fill: { 'First name': 'Anna', 'Last name': 'Example', Email: 'anna@giftlane.example' },
        press: ['Save'],
        call: /\/api\/v1\/updateprofile/,
        refusal: 'account.locked',
      },
    },
    {
      name: 'profile-edit-password',
      path: '/account/profile-edit',
      refuses: [[/\/api\/v1\/updateprofile/, 'account.unproven']],
      press: [{ Email: 'anna.new@giftlane.example' }, 'Save'],
      sends: {
        fill: { Password: password },
        press: ['Confirm and save'],
        call: /\/api\/v1\/password\/prove/,
        refusal: 'account.wrong_password',
      },
    },
    {
      name: 'change-password',
      path: '/account/change-password',
      sends: {
        fill: {
          'Old password': password,
          'New password': `${password}2`,
          'Retype new password': `${password}2`,
        },
        press: ['Change password'],
        call: /\/api\/v1\/password/,
        refusal: 'account.wrong_password',
      },
    },
    {
      name: 'wallet',
      path: '/account/wallet',
      calls: /\/api\/v1\/wallet\/transactions/,
    },
    {
      name: 'wallet-empty',
      path: '/account/wallet',
      told: [
        [profile, { nWallet: 0 }],
        [/\/api\/v1\/wallet\/transactions/, []],
        [/\/api\/v1\/wallet\/history/, { aDays: [], aMonths: [] }],
      ],
    },
    {
      name: 'wallet-of-all-kinds',
      path: '/account/wallet',
      told: [[/\/api\/v1\/wallet\/transactions/, movements]],
    },
    {
      name: 'wallet-past',
      path: '/account/wallet',
      told: [
        [
          /\/api\/v1\/wallet\/history/,
          {
            aDays: Array.from({ length: 30 }, (_, day) => ({
              dDay: later((day - 29) * 1_440).slice(0, 10),
              nBalance: day < 10 ? 200 : day < 29 ? 500.79 : 476.78,
            })),
          },
        ],
      ],
    },
    {
      name: 'wallet-proof',
      path: `/account/wallet/proof/${movementId}`,
      calls: /\/proof$/,
    },
    { name: 'wallet-popover', path: '/faq', press: ['Wallet'] },
    { name: 'account-menu', path: '/faq', press: ['Account'], only: 'desk' },
    { name: 'page-menu', path: '/faq', press: ['Menu'], only: 'phone' },
    {
      name: 'wallet-add',
      path: '/account/wallet',
      press: [{ 'Add money': '40' }, 'Add Money'],
    },
    {
      name: 'wallet-send',
      path: '/account/wallet',
      told: [[/\/searchuser/, people]],
      press: ['Send', { 'Send to': 'ben' }],
    },
    {
      name: 'wallet-send-confirm',
      path: '/account/wallet',
      told: [rich, [/\/searchuser/, people]],
      press: [
        'Send',
        { 'Send to': 'ben' },
        'Ben Baker…',
        { Amount: '12.5', 'Note (optional)': 'For the cake' },
        'Continue',
      ],
    },
    {
      name: 'wallet-redeem',
      path: '/account/wallet',
      press: ['Redeem'],
      sends: {
        fill: { Code: 'GIFT-0000-0000' },
        press: ['Check code'],
        call: /\/api\/v1\/wallet\/authorize/,
        refusal: 'wallet.redeem_not_found',
      },
    },
    {
      name: 'wallet-redeem-pin',
      path: '/account/wallet',
      told: [
        [/\/wallet\/authorize/, { token: 'a', secretToken: 'b', dExpiresAt: later(5) }],
        [/\/wallet\/redeem\//, { nValue: 25, eCurrency: 'usd', bRedeemed: false }],
      ],
      press: ['Redeem', { Code: 'GIFT-2500-2500' }, 'Check code'],
      sends: {
        fill: { PIN: '1234' },
        press: ['Add to wallet'],
        call: /\/api\/v1\/wallet\/redeem$/,
        refusal: 'wallet.wrong_pin',
      },
    },
    { name: 'kyc', path: '/account/kyc' },
    ...['s', 'v', 'r'].map((sKycStatus) => ({
      name: `kyc-${sKycStatus}`,
      path: '/account/kyc',
      told: [
        [profile, { sKycStatus }],
        [
          /\/api\/v1\/kyc/,
          { sReason: 'The photo of the back is blurred.', dSentAt: later(-1_200) },
        ],
      ] as const,
    })),
    {
      name: 'kyc-submit',
      path: '/account/kyc-submit',
      // Submitted empty, so that all errors show.
      sends: { fill: {}, press: ['Continue'] },
    },
    { name: 'kyc-wizard', path: '/account/kyc-submit', visit: answered, press: ['Continue'] },
    {
      name: 'kyc-wizard-review',
      path: '/account/kyc-submit',
      visit: answered,
      press: ['Continue', 'Next', 'Next'],
      sends: { press: ['Submit'], call: /\/api\/v1\/updatekyc/, refusal: 'kyc.not_open' },
    },
    { name: 'settings', path: settings, calls: /\/api\/v1\/options/ },
    {
      name: 'settings-push',
      path: settings,
      script: withPush('granted'),
      sends: {
        press: ['Push notifications'],
        call: /\/api\/v1\/push\/subscribe/,
        refusal: 'push.unavailable',
      },
    },
    {
      name: 'settings-on',
      path: settings,
      script: withPush('granted', true),
      told: [
        [/\/api\/v1\/options/, [{ sName: 'push_public_key', sValue: 'AQID' }]],
        [/\/api\/v1\/push\/status/, { bLinked: true }],
      ],
      calls: /\/api\/v1\/push\/status/,
    },
    { name: 'settings-denied', path: settings, script: withPush('denied') },
    { name: 'settings-unsupported', path: settings, script: 'delete globalThis.PushManager' },
    { name: 'idle', path: '/account/wallet', away: 'person' },
  ];
};

export const memberScreens = (found: Found): readonly Screen[] =>
  [
    ...buyingScreens(found),
    ...orderScreens(found),
    ...sellingScreens(found),
    ...accountScreens(found),
    ...safetyScreens,
  ].map((screen) => ({ ...screen, member: true }));
