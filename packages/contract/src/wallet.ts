/** The fiat wallet: authorising an action, redeeming a gift card, transactions. */
import * as z from 'zod';
import { amountSchema, currencySchema } from './amounts.ts';
import { defineCall } from './call.ts';
import { text } from './messages.ts';
import { idSchema, nothing, pageQuery, textSchema, timeSchema, totalCount } from './shapes.ts';

export const voucherCodeSchema = textSchema(64, text('wallet.redeem.code.required'))
  .trim()
  .min(1, text('wallet.redeem.code.required'));

export const authorize = defineCall({
  name: 'wallet.authorize',
  method: 'POST',
  path: '/wallet/authorize',
  policy: 'member',
  summary:
    'A single-use pair of tokens for one wallet action, good for five minutes (decision 69).',
  body: z.strictObject({ purpose: z.enum(['redeem']) }),
  data: z.strictObject({ token: z.string(), secretToken: z.string(), dExpiresAt: timeSchema }),
});

export const lookUpVoucher = defineCall({
  name: 'wallet.lookUp',
  method: 'GET',
  path: '/wallet/redeem/{code}',
  policy: 'member',
  summary: 'Value and state of a gift card code; 0 for an unknown one. Needs the Token header.',
  params: z.strictObject({ code: voucherCodeSchema }),
  data: z.strictObject({
    nValue: amountSchema,
    eCurrency: currencySchema,
    bRedeemed: z.boolean(),
  }),
  refusals: ['wallet.token'],
});

export const redeem = defineCall({
  name: 'wallet.redeem',
  method: 'POST',
  path: '/wallet/redeem',
  policy: 'member',
  summary: 'Credits a gift card to the wallet, once. Needs the Token header and its secret.',
  body: z.strictObject({
    sCode: voucherCodeSchema,
    sPin: textSchema(32, text('wallet.redeem.pin.required'))
      .trim()
      .min(1, text('wallet.redeem.pin.required')),
    secretToken: z.string().min(1).max(200),
  }),
  data: nothing,
  refusals: [
    'account.frozen',
    'wallet.token',
    'wallet.redeemed',
    'wallet.redeem_currency',
    'wallet.redeem_not_found',
    'wallet.redeem_locked',
    'wallet.wrong_pin',
  ],
});

/** Wallet transaction (WAL-39). `sType` credit or debit. */
export const walletTransactionSchema = z.strictObject({
  _id: idSchema,
  sType: z.enum(['credit', 'debit']),
  sDescription: z.string(),
  bTransfer: z.boolean(),
  sPayerId: z.string(),
  sOrderId: z.string(),
  dCreatedAt: timeSchema,
  nTotalAmount: amountSchema,
  eCurrency: currencySchema,
  eStatus: z.enum(['Pending', 'Complete', 'Refunded', 'Denied', 'Processing']),
});

export const listWalletTransactions = defineCall({
  name: 'wallet.listTransactions',
  method: 'GET',
  path: '/wallet/transactions',
  policy: 'member',
  summary: "The wallet's movements, newest first.",
  query: z.strictObject(pageQuery),
  data: z.array(walletTransactionSchema),
  extras: totalCount,
});
