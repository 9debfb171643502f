/** In what the two coins differ, on their regtest chains, and what both have in common. */
import { scryptSync } from 'node:crypto';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { hash256 } from './bytes.ts';

/** The version bytes of addresses, as `@scure/btc-signer` wants them. */
export interface Network {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
}

export interface Parameters {
  readonly name: Coin;
  /** As a person calls the coin and its unit. */
  readonly title: string;
  readonly ticker: string;
  readonly network: Network;
  /** The version byte that script addresses had before; the node still takes them. */
  readonly formerScriptHash?: number;
  /** The first block: header and coinbase as Core's source has them. */
  readonly genesis: string;
  /** What the proof of work is about; a block's name is its hash256 on both chains. */
  readonly workOf: (header: Uint8Array) => Uint8Array;
  /** Satoshi per vbyte: an output is dust that costs more than its value to spend at this rate. */
  readonly dustRate: bigint;
  /** Satoshi per 1000 vbytes below which a transaction is not passed on. */
  readonly relayFloor: bigint;
  /** Whether a transaction in the mempool gives way to one that pays more. */
  readonly replaces: boolean;
  /** Bitcoin Core's answers of today, or those of Litecoin Core, which began as 0.21 of it. */
  readonly dialect: 'today' | 'core21';
  readonly version: number;
  readonly subversion: string;
}

const btc: Parameters = {
  name: 'btc',
  title: 'Bitcoin',
  ticker: 'BTC',
  network: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  genesis:
    '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f20020000000101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  workOf: hash256,
  dustRate: 3n,
  relayFloor: 100n,
  replaces: true,
  dialect: 'today',
  version: 310_000,
  subversion: '/GiftlaneSandbox:31.0.0/',
};

const ltc: Parameters = {
  name: 'ltc',
  title: 'Litecoin',
  ticker: 'LTC',
  network: { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
  formerScriptHash: 0xc4,
  genesis:
    '010000000000000000000000000000000000000000000000000000000000000000000000d9ced4ed1130f7b7faad9be25323ffafa33232a17c3edf6cfd97bee6bafbdd97dae5494dffff7f20000000000101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4804ffff001d0104404e592054696d65732030352f4f63742f32303131205374657665204a6f62732c204170706c65e280997320566973696f6e6172792c2044696573206174203536ffffffff0100f2052a010000004341040184710fa689ad5023690c80f3a49c8f13f8d45b8c857fbcbc8bc4a8e4d3eb4b10f4d4604fa08dce601aaf0f470216fe1b51850b4acf21b179c45070ac7b03a9ac00000000',
  workOf: (header) => scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 }),
  dustRate: 30n,
  relayFloor: 1_000n,
  replaces: false,
  dialect: 'core21',
  // The first release that main net can do without harm.
  version: 210_508,
  subversion: '/GiftlaneSandbox:0.21.5.8/',
};

export const parameters: Readonly<Record<Coin, Parameters>> = { btc, ltc };

export const satoshiPerCoin = 100_000_000n;

/** What a block makes anew, in satoshi; on regtest it halves every 150 blocks. */
export const subsidyAt = (height: number): bigint =>
  (50n * satoshiPerCoin) >> BigInt(Math.floor(height / 150));

/** A coinbase can be spent in the block that is this many above it. */
export const maturity = 100;

export const maxBlockWeight = 4_000_000;
