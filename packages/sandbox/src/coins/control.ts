/** What tests do with a coin's chain without its JSON-RPC. */
import { feeRateOf } from './chain/amounts.ts';
import type { Engine } from './chain/engine.ts';
import type { Door } from './door.ts';
import type { Reorganisation } from './node.ts';

export interface CoinControl {
  /** The page, and the JSON-RPC for whoever has the cookie. */
  readonly url: string;
  /** The JSON-RPC, with user and password. */
  readonly rpcUrl: string;
  /** Has `user:password`, another one at each start of the node; undefined without `stateDir`. */
  readonly cookieFile: string | undefined;
  /** Mines blocks with what waits in the mempool; answers their hashes. */
  mine(blocks?: number): Promise<string[]>;
  /** Pays satoshi to an address, unconfirmed so far; answers the txid. */
  fund(address: string, satoshi: bigint): Promise<string>;
  /** Replaces the last `depth` blocks by one more; answers the hashes of the new ones. */
  reorganise(depth: number, how?: Reorganisation): Promise<string[]>;
  /** The mempool forgets a transaction and what hangs on it, or everything, as in a crash. */
  evict(txid?: string): Promise<void>;
  /** What `estimatesmartfee` answers, in satoshi per vbyte; null is no answer, as on regtest. */
  setFeeRate(satoshiPerVbyte: number | null): Promise<void>;
  /** Below which the mempool takes nothing, in satoshi per vbyte; null is the coin's own floor. */
  setFeeFloor(satoshiPerVbyte: number | null): Promise<void>;
  /** The node ends: calls are cut off, the cookie is gone. Its chain and mempool stay as they are. */
  stop(): void;
  /** The node runs again, with a new cookie. */
  start(): void;
}

type Addresses = Pick<CoinControl, 'url' | 'rpcUrl' | 'cookieFile'>;

export function makeControl(
  addresses: Addresses,
  engine: () => Promise<Engine>,
  door: Door,
): CoinControl {
  const hashes = (blocks: readonly { readonly hash: string }[]) => blocks.map(({ hash }) => hash);
  const node = async () => (await engine()).node;
  return {
    ...addresses,
    mine: async (blocks = 1) => hashes((await node()).mine(blocks)),
    fund: async (address, satoshi) => (await engine()).fund(address, satoshi),
    reorganise: async (depth, how) => hashes((await node()).reorganise(depth, how)),
    evict: async (txid) => (await node()).evict(txid),
    async setFeeRate(rate) {
      (await node()).settings.feeEstimate = rate === null ? undefined : feeRateOf(rate);
    },
    async setFeeFloor(rate) {
      const { settings, parameters } = await node();
      settings.relayFloor = rate === null ? parameters.relayFloor : feeRateOf(rate);
    },
    stop: door.lock,
    start: door.unlock,
  };
}
