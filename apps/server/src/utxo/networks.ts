/** What the code of a coin has to know of its network. Kept apart from the shop: the signer uses it, too. */
import type { Coin, CoinNetwork } from '@giftlane/contract/money/coins.ts';

/** A network of a coin; the first fields are what `@scure/btc-signer` asks for. */
export interface Network {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
  readonly coin: Coin;
  readonly name: CoinNetwork;
  /** What addresses out of sight begin with (MWEB); only Litecoin has them. */
  readonly privatePrefix: string | undefined;
  /** The number of the coin in key paths (SLIP 44). */
  readonly coinType: number;
  /** Smallest units for each byte by which nodes tell dust. */
  readonly dustRate: bigint;
  /** Never below, and never above: smallest units for each virtual byte. */
  readonly leastRate: number;
  readonly mostRate: number;
  /** What is taken where a node knows no estimate; none where money is real. */
  readonly fallbackRate: number | undefined;
  /** About how long a block takes. */
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
      // Nodes still take the older 0x05, which is Bitcoin's: a Bitcoin address would pass for one.
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

/** The network of a coin by its name. */
export const networkOf = (coin: Coin, name: CoinNetwork): Network => networks[coin][name];
