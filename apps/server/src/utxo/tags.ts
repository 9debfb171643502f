/**
 * What shop and signer know accounts, wallets and the addresses of orders by: tags of the wish key, which the database
 * does not have. Whoever can only write there makes none, and moves none to anybody else's.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Coin } from '@giftlane/contract/money/coins.ts';

/** The owner of the wallet that orders are paid to. */
export const house = 'house';

/** Its account of each coin: what comes from there is the house's, whatever a database says. */
export const houseAccount = 0;

/** Whether an owner may have an account: the house has its own alone, and nobody else has that. */
export const mayHave = (owner: string, account: number): boolean =>
  (owner === house) === (account === houseAccount);

/** Whether two tags are the same, in a time that says nothing of them. */
export const isSame = (given: Buffer, own: Buffer): boolean =>
  given.length === own.length && timingSafeEqual(own, given);

/** As JSON: no field can be taken for two, whatever is written into it. */
const tagOf = (key: Buffer, ...fields: readonly (string | number)[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(fields)).digest();

interface Tagged {
  readonly tag: Buffer;
}

export interface TaggedAccount {
  readonly coin: Coin;
  readonly number: number;
  /** Its public key, of which all its addresses follow (BIP 32, extended). */
  readonly xpub: string;
}

export const accountTag = (key: Buffer, { coin, number, xpub }: TaggedAccount): Buffer =>
  tagOf(key, 'giftlane coin account', coin, number, xpub);

export interface Wallet {
  readonly id: string;
  readonly coin: Coin;
  /** A member's id, or `house`. */
  readonly owner: string;
  readonly account: number;
  readonly xpub: string;
}

export const walletTag = (key: Buffer, { id, coin, owner, account, xpub }: Wallet): Buffer =>
  tagOf(key, 'giftlane coin wallet', id, coin, owner, account, xpub);

/** Whether a wallet is one that the shop has made. */
export const isWallet = (key: Buffer, wallet: Wallet & Tagged): boolean =>
  isSame(wallet.tag, walletTag(key, wallet)) && mayHave(wallet.owner, wallet.account);

/** What an order is to be paid with, and where. */
export interface TaggedQuote {
  readonly memberId: string;
  readonly orderId: string;
  readonly coin: Coin;
  readonly address: string;
  /** Smallest units. */
  readonly amount: bigint;
}

export const quoteTag = (key: Buffer, asked: TaggedQuote): Buffer =>
  tagOf(
    key,
    'giftlane coin quote',
    ...[asked.memberId, asked.orderId, asked.coin, asked.address, `${asked.amount}`],
  );
