/**
 * Real regtest nodes instead of the sandbox's, where `REAL_BTC_URL` or `REAL_LTC_URL` is set: `npm run
 * test:nodes` runs the coin tests with them. The node has a wallet with coins.
 */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { CoinControl } from '@giftlane/sandbox/coins/control.ts';

/** Address of a coin's real node, with user and password. */
export const realNodeUrl = (coin: Coin): string | undefined =>
  process.env[`REAL_${coin.toUpperCase()}_URL`];

/** True with any real node: tests of what only a sandbox can do are then skipped. */
export const onRealNodes = realNodeUrl('btc') !== undefined || realNodeUrl('ltc') !== undefined;

function rpcOf(rpcUrl: string) {
  const { origin, username, password } = new URL(rpcUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const response = await fetch(origin, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify({ id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as {
      result: T;
      error: { message: string } | null;
    };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}

type Control = Pick<CoinControl, 'fund' | 'mine' | 'reorganise'>;

/** The sandbox's control interface for a real node. */
export function controlOf(rpcUrl: string): Control {
  const rpc = rpcOf(rpcUrl);
  const own = () => rpc<string>('getnewaddress');
  return {
    fund: (address, satoshi) =>
      rpc(
        'sendtoaddress',
        address,
        `${satoshi / 100_000_000n}.${`${satoshi % 100_000_000n}`.padStart(8, '0')}`,
      ),
    mine: async (blocks = 1) => rpc('generatetoaddress', blocks, await own()),
    async reorganise(depth, { drop = false, include = [] } = {}) {
      if (drop || include.length > 0) throw new Error('a real node can not be made to do that');
      const height = await rpc<number>('getblockcount');
      await rpc('invalidateblock', await rpc<string>('getblockhash', height - depth + 1));
      const hashes: string[] = [];
      for (let block = 0; block <= depth; block += 1)
        hashes.push((await rpc<{ hash: string }>('generateblock', await own(), [])).hash);
      return hashes;
    },
  };
}
