/**
 * HMAC tags of accounts, wallets and order addresses, shared by shop and signer. The database does not have the key,
 * so writing to it is not enough to forge a tag or to give a tagged row to another owner.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Coin } from '@giftlane/contract/money/coins.ts';

/** The owner of the wallet that orders are paid to. */
export const house = 'house';

/** The house's account of each coin, and nobody else's, whatever the database says. */
export const houseAccount = 0;

/** True when an owner may have an account: account 0 is the house's and its only one. */
export const mayHave = (owner: string, account: number): boolean =>
  (owner === house) === (account === houseAccount);

/** Compares tags in constant time. */
export const isSame = (given: Buffer, own: Buffer): boolean =>
  given.length === own.length && timingSafeEqual(own, given);

/** HMAC over JSON, so that fields cannot run into each other. */
const tagOf = (key: Buffer, ...fields: readonly (string | number)[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(fields)).digest();

interface Tagged {
  readonly tag: Buffer;
}

export interface TaggedAccount {
  readonly coin: Coin;
  readonly number: number;
  /** Extended public key (BIP 32). */
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

/** True when a wallet has the shop's tag and an account that its owner may have. */
export const isWallet = (key: Buffer, wallet: Wallet & Tagged): boolean =>
  isSame(wallet.tag, walletTag(key, wallet)) && mayHave(wallet.owner, wallet.account);

/** The address and amount that pay an order. */
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
