/**
 * What the signer is asked: a whole transaction, with the place of the key and the value of each input. The shop
 * puts a tag on it, keyed by what both know and the database does not, so that nobody who can only write there has
 * anything signed.
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
  /** What it is for; nothing is signed for another purpose by the same words. */
  transferId: z.string(),
  coin: z.enum(['btc', 'ltc']),
  account: z.int().min(0),
  /** What the house sends: for a card it bought, or to its cold account. Nothing is said of a member's. */
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
        /** Where it comes back to the same account. */
        change: z.int().min(0).optional(),
        /** Its place in the cold account. */
        cold: z.int().min(0).optional(),
      }),
    )
    .min(1),
});
export type Wish = z.output<typeof wishSchema>;

/** A wish as it is stored and tagged: its text is what counts. */
export const wishText = (wish: Wish): string =>
  JSON.stringify(wish, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );

/** Reads a stored wish; throws where it is none. */
export const readWish = (text: string): Wish => wishSchema.parse(JSON.parse(text));

/** The tag of a wish's text. */
export function wishTag(key: Buffer, coin: Coin, text: string): Buffer {
  return createHmac('sha256', key).update(`giftlane coin wish\n${coin}\n${text}`).digest();
}

/** Whether the tag is the shop's. */
export function isTagged(key: Buffer, coin: Coin, wish: { text: string; tag: Buffer }): boolean {
  return isSame(wish.tag, wishTag(key, coin, wish.text));
}

/** A wish that waits: its text, and from when it may go by itself. */
interface WaitingWish {
  readonly text: string;
  readonly goesAt: Date | null;
}

/** The tag of a wish that waits: the signer takes it for none, and neither text nor time can be changed under it. */
export function waitingTag(key: Buffer, coin: Coin, { text, goesAt }: WaitingWish): Buffer {
  const when = goesAt?.toISOString() ?? 'never';
  return createHmac('sha256', key)
    .update(`giftlane waiting coin wish\n${coin}\n${when}\n${text}`)
    .digest();
}

/** Whether the tag of a wish that waits is the shop's. */
export function isWaitingTagged(
  key: Buffer,
  coin: Coin,
  wish: WaitingWish & { readonly tag: Buffer },
): boolean {
  return isSame(wish.tag, waitingTag(key, coin, wish));
}

/** What a send that can be replaced says in its inputs (BIP 125). */
const replaceable = 0xfffffffd;

interface Spent {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
  /** Hex. */
  readonly script: string;
}

/** The transaction of a wish, without signatures. Its id is what it will have with them (BIP 141). */
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
