/**
 * `npm run test:nodes`: shows that the sandbox's chains are valid, and that the shop works with real nodes as
 * with the sandbox's. Real nodes accept every block that the sandbox made; then the coin tests run on them.
 * Litecoin Core comes from Debian, where it may be installed, or from `LITECOIND_BIN`; Bitcoin Core from
 * `BITCOIND_BIN` or the path. Bitcoin Knots with `-corepolicy` works, too.
 */
import { spawnSync } from 'node:child_process';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { parameters } from '@giftlane/sandbox/coins/chain/parameters.ts';
import { startPeer } from './peer.ts';
import { replay } from './replay.ts';
import { runSuite } from './suite.ts';

const answers = (program: string) => spawnSync(program, ['--version']).status === 0;

function install(name: string): void {
  if (process.getuid?.() !== 0 || !answers('apt-get')) return;
  console.log(`Installing ${name} …`);
  const run = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (run('update', '-qq')) run('install', '-y', '-qq', '--no-install-recommends', name);
}

/** Path of the node's program, if there is one. Debian has no Bitcoin Core. */
function find(name: Coin): string | undefined {
  if (name === 'btc') return [process.env.BITCOIND_BIN || 'bitcoind'].find(answers);
  const program = process.env.LITECOIND_BIN || 'litecoind';
  if (!answers(program) && program === 'litecoind') install('litecoind');
  return [program].find(answers);
}

const lacking: Readonly<Record<Coin, string>> = {
  btc: 'btc: NOT RUN. There is no bitcoind: name one in BITCOIND_BIN.',
  ltc: 'ltc: NOT RUN. There is no litecoind: as root on Debian, apt-get install litecoind, or name one in LITECOIND_BIN.',
};

/** True if the node agrees; undefined without one. */
async function judge(name: Coin): Promise<boolean | undefined> {
  const program = find(name);
  if (program === undefined) {
    console.log(lacking[name]);
    return undefined;
  }
  const peer = await startPeer(program, parameters[name].relayFloor);
  try {
    const { node, blocks, height, unspent, problems } = await replay(name, peer);
    for (const problem of problems.slice(0, 30)) console.log(`${name}: ${problem}`);
    const outcome = problems.length === 0 ? 'agrees with' : 'DOES NOT agree with';
    console.log(
      `${name}: ${node} ${outcome} ${blocks} blocks, side branches too: height ${height}, ${unspent} unspent outputs.`,
    );
    if (problems.length > 0) return false;
  } finally {
    await peer.stop();
  }
  return runSuite(name, program);
}

const outcomes = [await judge('ltc'), await judge('btc')];
const judged = outcomes.filter((outcome) => outcome !== undefined);
process.exit(judged.length > 0 && judged.every(Boolean) ? 0 : 1);
