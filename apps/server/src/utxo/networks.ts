/** Parameters of the coin networks, shared by shop and signer. */
import type { Coin, CoinNetwork } from '@giftlane/contract/money/coins.ts';

/** A network of a coin; the first four fields are those of `@scure/btc-signer`. */
export interface Network {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
  readonly coin: Coin;
  readonly name: CoinNetwork;
  /** Prefix of confidential (MWEB) addresses; Litecoin only. */
  readonly privatePrefix: string | undefined;
  /** The coin type in key paths (SLIP 44). */
  readonly coinType: number;
  /** The nodes' dust rate, in smallest units per byte. */
  readonly dustRate: bigint;
  /** Bounds of the fee rate, in smallest units per virtual byte. */
  readonly leastRate: number;
  readonly mostRate: number;
  /** The fee rate when the node has no estimate; undefined on main networks. */
  readonly fallbackRate: number | undefined;
  /** Average block interval. */
  readonly blockMinutes: number;
}

const bitcoin = {
  coin: 'btc',
  dustRate: 3n,
  leastRate: 1,
  mostRate: 500,
  blockMinutes: 10,
} as const;
const litecoin = {
  coin: 'ltc',
  dustRate: 30n,
  leastRate: 1,
  mostRate: 5_000,
  blockMinutes: 2.5,
} as const;

const networks: Readonly<Record<Coin, Readonly<Record<CoinNetwork, Network>>>> = {
  btc: {
    main: {
      ...bitcoin,
      name: 'main',
      bech32: 'bc',
      pubKeyHash: 0x00,
      scriptHash: 0x05,
      wif: 0x80,
      privatePrefix: undefined,
      coinType: 0,
      fallbackRate: undefined,
    },
    test: {
      ...bitcoin,
      name: 'test',
      bech32: 'tb',
      pubKeyHash: 0x6f,
      scriptHash: 0xc4,
      wif: 0xef,
      privatePrefix: undefined,
      coinType: 1,
      fallbackRate: 5,
    },
    regtest: {
      ...bitcoin,
      name: 'regtest',
      bech32: 'bcrt',
      pubKeyHash: 0x6f,
      scriptHash: 0xc4,
      wif: 0xef,
      privatePrefix: undefined,
      coinType: 1,
      fallbackRate: 5,
    },
  },
  ltc: {
    main: {
      ...litecoin,
      name: 'main',
      bech32: 'ltc',
      pubKeyHash: 0x30,
      // Nodes also accept the older 0x05, but so begin Bitcoin's addresses: they would be taken for Litecoin's.
      scriptHash: 0x32,
      wif: 0xb0,
      privatePrefix: 'ltcmweb',
      coinType: 2,
      fallbackRate: undefined,
    },
    test: {
      ...litecoin,
      name: 'test',
      bech32: 'tltc',
      pubKeyHash: 0x6f,
      scriptHash: 0x3a,
      wif: 0xef,
      privatePrefix: 'tmweb',
      coinType: 1,
      fallbackRate: 5,
    },
    regtest: {
      ...litecoin,
      name: 'regtest',
      bech32: 'rltc',
      pubKeyHash: 0x6f,
      scriptHash: 0x3a,
      wif: 0xef,
      privatePrefix: 'tmweb',
      coinType: 1,
      fallbackRate: 5,
    },
  },
};

/** The network of a coin by name. */
export const networkOf = (coin: Coin, name: CoinNetwork): Network => networks[coin][name];
