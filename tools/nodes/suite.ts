/** Runs the coin tests with a real node instead of the sandbox's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { parameters } from '@giftlane/sandbox/coins/chain/parameters.ts';
import { startPeer } from './peer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'apps/server/src/features/coins';
const files = ['bump', 'came', 'chain', 'histories', 'paying', 'taken'].map(
  (name) => `${folder}/${name}.test.ts`,
);

/** Coinbase outputs can be spent after 100 blocks: this gives the wallet coins. */
const firstBlocks = 120;

/**
 * True if all pass. Skips tests of the other coin; the tests themselves skip what a real node can not be made
 * to do.
 */
export async function runSuite(coin: Coin, program: string): Promise<boolean> {
  const peer = await startPeer(program, parameters[coin].relayFloor, { wallet: true });
  try {
    await peer.call('createwallet', 'tests');
    await peer.call('generatetoaddress', firstBlocks, await peer.call('getnewaddress'));
    const name = coin.toUpperCase();
    const others = coin === 'btc' ? /LTC|ltc|Litecoin/ : /BTC|btc|Bitcoin/;
    const child = spawn(
      process.execPath,
      [
        `${root}/node_modules/vitest/vitest.mjs`,
        'run',
        '--project=server',
        '--maxWorkers=1',
        `--testNamePattern=^(?!.*(?:${others.source}))`,
        ...files,
      ],
      {
        cwd: root,
        // Includes the long tests that `npm test` omits.
        env: { ...process.env, LONG_TESTS: '1', [`REAL_${name}_URL`]: peer.url },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    console.log(`${coin}: the tests of coins ${code === 0 ? 'pass' : 'DO NOT pass'} on it.`);
    return code === 0;
  } finally {
    await peer.stop();
  }
}
