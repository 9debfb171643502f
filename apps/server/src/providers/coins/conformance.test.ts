/** What the shop relies on of a node, on the sandbox's chains; `npm run test:nodes` shows that those are honest. */

import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { expect, onTestFinished, test } from 'vitest';
import { makeCoreNode } from './core/core.ts';

const coins = ['btc', 'ltc'] as const;

const open = async () => {
  const sandbox = await startSandbox();
  onTestFinished(sandbox.close);
  return sandbox;
};

const nodeOf = (
  sandbox: Sandbox,
  coin: Coin,
  change: Partial<Parameters<typeof makeCoreNode>[0]> = {},
) =>
  makeCoreNode({
    coin,
    network: 'regtest',
    url: coin === 'btc' ? sandbox.btcRpcUrl : sandbox.ltcRpcUrl,
    timeoutMs: 5_000,
    ...change,
  });

const value = <T>(outcome: { kind: string; value?: T }): T => {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.value as T;
};

/** An address of each chain for the same key, and its script (BIP 173). */
const somebody = {
  btc: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ltc: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3',
};
const script = '0014751e76e8199196d454941c45d1b3a323f1433bd6';

test.for(coins)('%s: blocks follow on each other, with amounts to the last unit', async (coin) => {
  const sandbox = await open();
  const node = nodeOf(sandbox, coin);
  const before = value(await node.tip());
  const txid = await sandbox.coins[coin].fund(somebody[coin], 12_345_679n);
  expect(value(await node.waiting())).toContain(txid);
  const [waiting] = value(await node.transactions([txid, 'f'.repeat(64)]));
  expect(waiting?.outputs).toContainEqual({ vout: expect.any(Number), value: 12_345_679n, script });
  await sandbox.coins[coin].mine(2);
  const tip = value(await node.tip());
  expect([tip.height, tip.work > before.work]).toEqual([before.height + 2, true]);
  const block = value(await node.block(value(await node.hashAt(before.height + 1))));
  expect(block).toMatchObject({ previous: before.hash, height: before.height + 1 });
  expect(block.transactions.map(({ kind }) => kind)).toEqual(['coinbase', 'plain']);
  expect(block.transactions[1]?.txid).toBe(txid);
  expect(value(await node.transactions([txid]))).toEqual([]);
  expect(value(await node.unspentOf([script]))).toMatchObject([
    { txid, value: 12_345_679n, height: before.height + 1 },
  ]);
});

test.for(coins)('%s: what is not there is refused, what is wrong is told apart', async (coin) => {
  const sandbox = await open();
  const node = nodeOf(sandbox, coin);
  expect(await node.hashAt(9_999)).toEqual({ kind: 'refused', reason: 'no_block' });
  expect(await node.block('f'.repeat(64))).toEqual({ kind: 'refused', reason: 'no_block' });
  expect(await node.send('00')).toEqual({ kind: 'refused', reason: 'malformed' });
});

test.for(coins)('%s: a node of another coin or network is none of ours', async (coin) => {
  const sandbox = await open();
  const other = coin === 'btc' ? sandbox.ltcRpcUrl : sandbox.btcRpcUrl;
  expect(await nodeOf(sandbox, coin, { url: other }).tip()).toEqual({
    kind: 'refused',
    reason: 'wrong_network',
  });
  expect(await nodeOf(sandbox, coin, { network: 'main' }).tip()).toEqual({
    kind: 'refused',
    reason: 'wrong_network',
  });
});

test.for(coins)('%s: fees are what the node says, and unknown where it can not', async (coin) => {
  const sandbox = await open();
  const node = nodeOf(sandbox, coin);
  expect(value(await node.feeRates(3)).estimate).toBeUndefined();
  await sandbox.coins[coin].setFeeRate(7);
  const { estimate, floor } = value(await node.feeRates(3));
  expect(estimate).toBe(7);
  expect(floor).toBeGreaterThan(0);
});

test.for(coins)(
  '%s: a node that is away, starting, silent or says nothing sensible is unknown',
  async (coin) => {
    const sandbox = await open();
    const node = nodeOf(sandbox, coin, { timeoutMs: 300 });
    await node.tip();
    const { faults } = sandbox;
    for (const kind of ['reset', 'silence', 'busy', 'http_500', 'garbage', 'issue'] as const) {
      // The client asks a connection that broke once more.
      faults.add({ operation: coin, kind });
      faults.add({ operation: coin, kind });
      expect((await node.waiting()).kind).toBe('unknown');
      faults.clear();
    }
    sandbox.coins[coin].stop();
    expect((await node.tip()).kind).toBe('unknown');
    expect((await node.send('00')).kind).toBe('unknown');
  },
);

test('a wrong password is unknown, and a new cookie is read again', async () => {
  const sandbox = await open();
  const url = new URL(sandbox.btcRpcUrl);
  url.password = 'wrong';
  expect(await nodeOf(sandbox, 'btc', { url: url.href }).tip()).toEqual({
    kind: 'unknown',
    reason: 'the password was refused',
  });
});
