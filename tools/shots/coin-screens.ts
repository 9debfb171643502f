/**
 * The screens of coins: wallets with transfers in every state, sending, fee bumps, and paying from own and
 * other wallets.
 */
import type { CoinTransfer } from '@giftlane/contract/money/crypto.ts';
import { type Found, later, password, type Screen } from './screen.ts';

const room = '/account/wallet?coin=BTC';
const wallets = /\/api\/v1\/crypto\/getWallets/;
const transfers = /\/api\/v1\/crypto\/transactions\/BTC/;
const initiate = /\/api\/v1\/transaction\/initiate/;

const receiveAddress = 'bcrt1qar0srrr7xfkvy5l643lydnw9re59gtzzhz0nq4';
const sentTo = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const wallet = { walletId: 'cw_shots', receiveAddress, confirmedBalance: 12_345_678, nPending: 0 };
/** Wallets of both coins; only the first is created and has coins. */
const made = [
  wallets,
  [
    { ...wallet, nPending: 150_000 },
    { walletId: '', receiveAddress: '' },
  ],
] as const;

const transfer = (nth: number, told: Partial<CoinTransfer>): CoinTransfer => ({
  id: `ctx_shots${nth}`,
  coin: 'BTC',
  txid: `${nth}`.repeat(64).slice(0, 64),
  type: 'send',
  outputs: [{ address: sentTo }],
  comment: '',
  createdTime: later(-30 * nth),
  date: null,
  value: 40_000,
  nFee: 705,
  state: 'confirmed',
  history: [{ action: 'created', date: later(-30 * nth) }],
  nConfirmations: 3,
  nNeeded: 3,
  sOrderId: '',
  dGoesAt: null,
  bCancelled: false,
  sReason: '',
  sBumps: '',
  bCanBump: false,
  ...told,
});

/** One transfer of each state. */
const list = [
  transfer(1, { state: 'created', nConfirmations: 0 }),
  transfer(2, { state: 'pendingApproval', nConfirmations: 0, dGoesAt: later(1_300) }),
  transfer(3, { state: 'unconfirmed', nConfirmations: 0, bCanBump: true, comment: 'Rent' }),
  transfer(4, { state: 'unconfirmed', nConfirmations: 0, value: 0, nFee: 7_248, sBumps: 'ctx' }),
  transfer(5, {
    type: 'receive',
    state: 'unconfirmed',
    nConfirmations: 2,
    value: 150_000,
    outputs: [{ address: receiveAddress }],
  }),
  transfer(6, { sOrderId: 'shots-order' }),
  transfer(7, { type: 'receive', value: 9_000_000, outputs: [{ address: receiveAddress }] }),
  transfer(8, { state: 'failed', nConfirmations: 0 }),
  transfer(9, { state: 'rejected', nConfirmations: 0, sReason: 'The address is on a list.' }),
];
const room9 = { path: room, member: true, told: [made, [transfers, list]] } as const;

const fees = [
  /\/api\/v1\/crypto\/fees/,
  (['slow', 'normal', 'fast'] as const).map((eFee, nth) => ({
    eFee,
    nRate: 3 + 9 * nth,
    nFee: 423 + 1_269 * nth,
    nMinutes: [60, 30, 20][nth],
    nMost: 12_000_000,
  })),
] as const;

const nRate = 97_500;
/** Smallest units for the draft without a wallet share. */
const unitsOf = ({ draft }: Found) => Math.ceil((draft.nTotalAmount / nRate) * 100_000_000);

/** A rate locked a minute ago. */
const quote = (found: Found) => ({
  sOrderId: found.draft.sOrderId,
  sPaymentId: '',
  nTotalAmount: found.draft.nTotalAmount,
  nWalletAmount: 0,
  dLapsesAt: later(30),
  sReceiveAddress: sentTo,
  nCoinAmount: unitsOf(found),
  nRate,
  dLockedUntil: later(14),
});

/**
 * A begun order paid in bitcoin, from the member's wallet, or from another one if `came` states what arrived.
 */
function paying(found: Found, name: string, came?: Readonly<Record<string, unknown>>): Screen {
  const { draft } = found;
  return {
    name: `checkout-coin-${name}`,
    path: '/account/checkout',
    member: true,
    visit: {
      'giftlane.checkout': {
        phase: 'drawn',
        draft: { ...draft, eGateway: 'BitCoin' },
        sPaymentId: '',
        dLapsesAt: '',
      },
    },
    press: ["Order at today's rate", ...(came && !came.nCame ? ['Another wallet'] : [])],
    told: [
      made,
      fees,
      [/\/api\/v1\/myprofile/, { bUseWallet: false }],
      [initiate, quote(found)],
      [
        /\/api\/v1\/crypto\/payments/,
        {
          coin: 'BTC',
          sReceiveAddress: sentTo,
          nAmount: unitsOf(found),
          nCame: 0,
          nConfirmations: 0,
          nNeeded: 1,
          dLockedUntil: later(14),
          bPaying: false,
          ...came,
        },
      ],
    ],
  };
}

export const coinScreens = (found: Found): readonly Screen[] => [
  {
    name: 'wallet-coins-none',
    path: '/account/wallet',
    member: true,
    sends: {
      press: ['Create Wallet: BTC'],
      call: /\/api\/v1\/crypto\/generateWallet/,
      refusal: 'coins.unavailable',
    },
  },
  { name: 'coin-room', ...room9, calls: transfers, empty: { data: [], totalCount: 0 } },
  {
    name: 'coin-send',
    ...room9,
    told: [...room9.told, fees],
    press: ['Send'],
    sends: {
      fill: { 'BTC address': sentTo, 'Amount in BTC': '0.0004' },
      press: ['Continue'],
    },
  },
  {
    name: 'coin-send-confirm',
    ...room9,
    told: [...room9.told, fees],
    press: ['Send', { 'BTC address': sentTo, 'Amount in BTC': '0.0004' }, 'Continue'],
    sends: {
      fill: { Password: password },
      press: ['Send 0.0004…'],
      call: /\/api\/v1\/(password\/prove|crypto\/sendcoin)/,
      refusal: 'account.wrong_password',
    },
  },
  {
    name: 'coin-bump',
    ...room9,
    told: [...room9.told, [/\/api\/v1\/crypto\/bump\//, { nFee: 7_248, nMinutes: 20 }]],
    press: ['Speed up: …'],
    sends: {
      fill: { Password: password },
      press: ['Add…'],
      call: /\/api\/v1\/(password\/prove|crypto\/bump$)/,
      refusal: 'account.wrong_password',
    },
  },
  paying(found, 'here'),
  paying(found, 'elsewhere', {}),
  paying(found, 'short', { nCame: 200_000 }),
  paying(found, 'seen', { nCame: unitsOf(found), nConfirmations: 1, nNeeded: 3, bPaying: true }),
];
