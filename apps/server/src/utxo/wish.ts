/**
 * A wish: a whole transaction for the signer to sign, with the key path and value of each input. The shop tags it with
 * a key that the database does not have, so writing to the database is not enough to get anything signed.
 */
import { createHmac } from 'node:crypto';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import * as z from 'zod';
import { isSame } from './tags.ts';

const units = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt);
const scriptHex = z.string().regex(/^(?:[0-9a-f]{2}){1,10000}$/);

const wishSchema = z.strictObject({
  /** The transfer that it carries out; the signer refuses it for any other. */
  transferId: z.string(),
  coin: z.enum(['btc', 'ltc']),
  account: z.int().min(0),
  /** Only of the house: payment for a card it bought, or transfer to its cold account. */
  purpose: z.enum(['sale', 'sweep']).optional(),
  inputs: z
    .array(
      z.strictObject({
        txid: z.string().regex(/^[0-9a-f]{64}$/),
        vout: z.int().min(0),
        value: units,
        branch: z.union([z.literal(0), z.literal(1)]),
        index: z.int().min(0),
      }),
    )
    .min(1),
  outputs: z
    .array(
      z.strictObject({
        script: scriptHex,
        value: units,
        /** For change: the key index in the same account. */
        change: z.int().min(0).optional(),
        /** The key index in the cold account. */
        cold: z.int().min(0).optional(),
      }),
    )
    .min(1),
});
export type Wish = z.output<typeof wishSchema>;

/** The text of a wish, as stored and tagged. */
export const wishText = (wish: Wish): string =>
  JSON.stringify(wish, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );

/** Reads a stored wish; throws when it is malformed. */
export const readWish = (text: string): Wish => wishSchema.parse(JSON.parse(text));

/** The tag of a wish's text. */
export function wishTag(key: Buffer, coin: Coin, text: string): Buffer {
  return createHmac('sha256', key).update(`giftlane coin wish\n${coin}\n${text}`).digest();
}

/** True when the tag is the shop's. */
export function isTagged(key: Buffer, coin: Coin, wish: { text: string; tag: Buffer }): boolean {
  return isSame(wish.tag, wishTag(key, coin, wish.text));
}

/** A wish held back until `goesAt`, or until it is approved when null. */
interface WaitingWish {
  readonly text: string;
  readonly goesAt: Date | null;
}

/** The tag of a held-back wish. The signer does not accept it, and it protects text and time from changes. */
export function waitingTag(key: Buffer, coin: Coin, { text, goesAt }: WaitingWish): Buffer {
  const when = goesAt?.toISOString() ?? 'never';
  return createHmac('sha256', key)
    .update(`giftlane waiting coin wish\n${coin}\n${when}\n${text}`)
    .digest();
}

/** True when the tag of a held-back wish is the shop's. */
export function isWaitingTagged(
  key: Buffer,
  coin: Coin,
  wish: WaitingWish & { readonly tag: Buffer },
): boolean {
  return isSame(wish.tag, waitingTag(key, coin, wish));
}

/** The input sequence of a replaceable transaction (BIP 125). */
const replaceable = 0xfffffffd;

interface Spent {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
  /** Hex. */
  readonly script: string;
}

/** The unsigned transaction of a wish; signing does not change its id (BIP 141). */
export function transactionOf(
  inputs: readonly Spent[],
  outputs: readonly { readonly script: string; readonly value: bigint }[],
): Transaction {
  const transaction = new Transaction({ allowUnknownOutputs: true, lowR: true });
  for (const { txid, vout, value, script } of inputs)
    transaction.addInput({
      txid,
      index: vout,
      sequence: replaceable,
      witnessUtxo: { amount: value, script: hex.decode(script) },
    });
  for (const { script, value } of outputs)
    transaction.addOutput({ script: hex.decode(script), amount: value });
  return transaction;
}
