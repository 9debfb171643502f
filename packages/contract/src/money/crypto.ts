/** Coin wallets: creating them, what is in them, sending, and what a coin is worth. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { currentPasswordSchema } from '../members/accounts.ts';
import { idSchema, pageQuery, textSchema, timeSchema, totalCount } from '../shapes.ts';
import { clientOrderIdSchema } from '../shop/checkout.ts';
import { coinSchema, coinWalletSchema, unitsSchema } from './coin-wallet.ts';
import { coinStates, longestComment } from './coins.ts';
import { currencies } from './money.ts';

const moreThanNone = unitsSchema.refine((units) => units > 0, text('coin.amount.none'));

/** An address, or a payment link around it (BIP 21). */
const longestAddress = 1_000;

export const coinAddressSchema = textSchema(longestAddress, text('coin.address.required'))
  .trim()
  .min(1, text('coin.address.required'));

/** A transfer of a coin wallet (COIN-19). */
export const coinTransferSchema = z.strictObject({
  id: idSchema,
  coin: coinSchema,
  txid: z.string(),
  type: z.enum(['send', 'receive']),
  outputs: z.array(z.strictObject({ address: z.string() })).min(1),
  comment: z.string(),
  createdTime: timeSchema,
  /** When it was seen in a block. */
  date: timeSchema.nullable(),
  /** What the receiver gets, or what came in. */
  value: unitsSchema,
  /** The network fee of a send. */
  nFee: unitsSchema,
  state: z.enum(coinStates),
  history: z.array(z.strictObject({ action: z.enum(coinStates), date: timeSchema })),
  /** Confirmations it has and needs. */
  nConfirmations: z.number().int().min(0),
  nNeeded: z.number().int().min(1),
  /** What it paid for: an order's id. */
  sOrderId: z.string(),
  /** Of one that waits (`pendingApproval`): from when it goes on by itself; null where the shop looks at it first. */
  dGoesAt: timeSchema.nullable(),
  /** It was rejected because its owner cancelled it. */
  bCancelled: z.boolean(),
  /** Why the shop rejected it; empty otherwise. */
  sReason: z.string(),
  /** The transfer that this one speeds up (child pays for parent, `value` 0); else empty. */
  sBumps: z.string(),
  /** It waits for a block and can be sped up. */
  bCanBump: z.boolean(),
});
export type CoinTransfer = z.output<typeof coinTransferSchema>;

export const generateWallet = defineCall({
  name: 'coins.generateWallet',
  method: 'POST',
  path: '/crypto/generateWallet',
  policy: 'member',
  summary: 'Creates the wallet of a coin; repeated, it returns the same one.',
  body: z.strictObject({ coin: coinSchema }),
  data: z.strictObject({
    coin: coinSchema,
    walletId: z.string(),
    receiveAddress: z.string(),
    confirmedBalance: unitsSchema,
  }),
  refusals: ['account.frozen', 'coins.unavailable'],
});

export const currencyRate = defineCall({
  name: 'coins.rate',
  method: 'POST',
  path: '/crypto/currencyRate',
  policy: 'member',
  summary: 'What one coin costs in each currency now (COIN-15), two decimals.',
  description:
    'The middle of two sources that agree, both of the last minutes. Without them there is no rate, and nothing can be paid by that coin.',
  body: z.strictObject({ coin: coinSchema }),
  data: z.strictObject({
    coin: coinSchema,
    rates: z.strictObject(
      Object.fromEntries(currencies.map((currency) => [currency, z.number().positive()])) as Record<
        (typeof currencies)[number],
        z.ZodNumber
      >,
    ),
    dAsOf: timeSchema,
  }),
  refusals: ['coins.no_rate', 'coins.unavailable'],
});

export const getWallets = defineCall({
  name: 'coins.wallets',
  method: 'GET',
  path: '/crypto/getWallets',
  policy: 'member',
  summary: 'The wallets of the coins this shop has, also those that are not created yet.',
  data: z.array(coinWalletSchema),
});

export const listCoinTransfers = defineCall({
  name: 'coins.transfers',
  method: 'GET',
  path: '/crypto/transactions/{coin}',
  policy: 'member',
  summary: 'The transfers of a coin wallet, the newest first (COIN-08).',
  params: z.strictObject({ coin: coinSchema }),
  query: z.strictObject(pageQuery),
  data: z.array(coinTransferSchema),
  extras: totalCount,
});

const coinPaymentEndSchema = z.enum(['lapsed', 'cancelled']);
export type CoinPaymentEnd = z.output<typeof coinPaymentEndSchema>;

export const showCoinPayment = defineCall({
  name: 'coins.payment',
  method: 'GET',
  path: '/crypto/payments/{id}',
  policy: 'member',
  summary: 'What has come to the address of an order, which may be paid from any wallet.',
  description:
    'As much as was asked for, seen before `dLockedUntil`, pays the order once it has its confirmations; it may come in parts. What else comes is bought at the rate of the moment, into the wallet.',
  params: z.strictObject({ id: idSchema }),
  data: z.strictObject({
    coin: coinSchema,
    sReceiveAddress: z.string(),
    nAmount: unitsSchema,
    /** Received in time, and neither replaced nor reorganised away. */
    nCame: unitsSchema,
    /** The fewest of any part; 0 while one waits for a block. */
    nConfirmations: z.number().int().min(0),
    nNeeded: z.number().int().min(1),
    dLockedUntil: timeSchema,
    /** The order waits for confirmations, is being paid from this shop's wallet, or was paid. */
    bPaying: z.boolean(),
    /** Coins that come now do not pay the order: it lapsed or was cancelled. */
    eEnded: coinPaymentEndSchema.optional(),
  }),
  refusals: ['order.not_found'],
});
export type CoinPayment = z.output<(typeof showCoinPayment)['data']>;

/** How soon a send should be in a block. */
export const feeLevels = ['slow', 'normal', 'fast'] as const;
export type FeeLevel = (typeof feeLevels)[number];

export const quoteFee = defineCall({
  name: 'coins.quoteFee',
  method: 'POST',
  path: '/crypto/fees',
  policy: 'member',
  summary: 'The network fees for a transfer, by confirmation time, and the most that can be sent.',
  body: z.strictObject({
    coin: coinSchema,
    amount: moreThanNone.optional(),
    receiveAddress: coinAddressSchema.optional(),
  }),
  data: z.array(
    z.strictObject({
      eFee: z.enum(feeLevels),
      /** Smallest units per virtual byte. */
      nRate: z.number().int().positive(),
      /** The fee for `amount`; 0 where the balance is too small. */
      nFee: unitsSchema,
      /** Estimated minutes until a block. */
      nMinutes: z.number().int().positive(),
      /** The most that can be sent, after its fee. */
      nMost: unitsSchema,
    }),
  ),
  refusals: [
    'coins.no_wallet',
    'coins.unavailable',
    'coins.no_fee',
    'coins.bad_address',
    'coins.link_asks_more',
    'coins.dust',
    'coins.other_network',
    'coins.private_address',
    'coins.own_address',
  ],
});

export const sendCoin = defineCall({
  name: 'coins.send',
  method: 'POST',
  path: '/crypto/sendcoin',
  policy: 'member',
  summary:
    'Sends coins from a wallet, once. Needs a proven session: by the password, given here or recently, or by a second factor where there is one.',
  description:
    '`sRequestId` makes it safe to repeat. A payment (`purpose` payment) names the address its order was given, and is the only one of that order however often it is sent.',
  body: z.strictObject({
    coin: coinSchema,
    comment: textSchema(longestComment).trim().optional(),
    amount: moreThanNone,
    receiveAddress: coinAddressSchema,
    password: currentPasswordSchema.optional(),
    purpose: z.enum(['sendCoin', 'payment']),
    eFee: z.enum(feeLevels).optional(),
    /** Made by the client, unique per wallet. */
    sRequestId: clientOrderIdSchema.optional(),
  }),
  data: coinTransferSchema,
  refusals: [
    'account.frozen',
    'account.locked',
    'account.unproven',
    'account.wrong_password',
    'coins.bad_address',
    'coins.link_asks_more',
    'coins.dust',
    'coins.held',
    'coins.no_fee',
    'coins.no_quote',
    'coins.no_rate',
    'coins.no_wallet',
    'coins.other_content',
    'coins.other_network',
    'coins.own_address',
    'coins.private_address',
    'coins.quote_over',
    'coins.limit',
    'coins.short',
    'coins.unavailable',
    'coins.unverified',
  ],
});

export const quoteBump = defineCall({
  name: 'coins.quoteBump',
  method: 'GET',
  path: '/crypto/bump/{id}',
  policy: 'member',
  summary: 'What it costs to speed up an unconfirmed transfer (`bCanBump`).',
  params: z.strictObject({ id: idSchema }),
  data: z.strictObject({
    /** Smallest units, on top of the fee it has paid. */
    nFee: unitsSchema,
    /** About how long it takes then. */
    nMinutes: z.number().int().positive(),
  }),
  refusals: [
    'coins.transfer_not_found',
    'coins.not_bumpable',
    'coins.bump_needless',
    'coins.no_fee',
    'coins.unavailable',
  ],
});

export const bumpSend = defineCall({
  name: 'coins.bumpSend',
  method: 'POST',
  path: '/crypto/bump',
  policy: 'member',
  summary: 'Speeds up an unconfirmed transfer, once. Needs a proven session.',
  description:
    'Another transaction spends the change of the first at a higher fee, and blocks take both together. Answers that one; repeated, the same.',
  body: z.strictObject({
    id: idSchema,
    /** The most it may cost. */
    nMostFee: moreThanNone,
  }),
  data: coinTransferSchema,
  refusals: [
    'account.frozen',
    'account.locked',
    'account.unproven',
    'coins.bump_needless',
    'coins.fee_rose',
    'coins.held',
    'coins.no_fee',
    'coins.no_wallet',
    'coins.not_bumpable',
    'coins.short',
    'coins.transfer_not_found',
    'coins.unavailable',
    'coins.unverified',
  ],
});

export const cancelSend = defineCall({
  name: 'coins.cancelSend',
  method: 'POST',
  path: '/crypto/cancelsend',
  policy: 'member',
  summary:
    'Cancels a transfer that still waits (`pendingApproval`); its coins return to the wallet.',
  body: z.strictObject({ id: idSchema }),
  data: coinTransferSchema,
  refusals: ['coins.not_waiting', 'coins.transfer_not_found'],
});
