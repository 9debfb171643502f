/** The nodes' JSON-RPC, as a shop calls it. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { call, post, purseOf, sign, sourcesOf } from '../testing/coins.ts';
import { parameters } from './chain/parameters.ts';
import { addressOf } from './chain/scripts.ts';
import { readTx } from './chain/transactions.ts';

const anna = purseOf('anna');
const coins = ['btc', 'ltc'] as const;

let stateDir: string;
let sandbox: Sandbox;
beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'coins-'));
  sandbox = await startSandbox({ stateDir });
});
beforeEach(() => sandbox.faults.clear());
afterAll(async () => {
  await sandbox.close();
  rmSync(stateDir, { recursive: true });
});

const urlOf = (name: Coin) => sandbox.coins[name].rpcUrl;
const annasAddress = (name: Coin) => addressOf(anna.script, parameters[name]) ?? '';

/** Funds Anna and answers her output, waiting so far. */
async function fundAnna(name: Coin) {
  const txid = await sandbox.coins[name].fund(annasAddress(name), 123_456_789n);
  const [source] = sourcesOf(
    readTx(String(await call(urlOf(name), 'getrawtransaction', txid))),
    anna,
  );
  if (!source) throw new Error('nothing came');
  return source;
}

const postAs = (name: Coin, userAndPassword: string, origin?: string) =>
  fetch(sandbox.coins[name].url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(userAndPassword).toString('base64')}`,
      ...(origin !== undefined && { origin }),
    },
    body: '{"id":1,"method":"getblockcount"}',
  });

test.each(coins)('%s: only who knows the password or the cookie is let in', async (name) => {
  const { cookieFile = '' } = sandbox.coins[name];
  const before = readFileSync(cookieFile, 'utf8');
  expect((await postAs(name, 'giftlane:wrong')).status).toBe(401);
  expect((await postAs(name, before)).status).toBe(200);
  sandbox.coins[name].stop();
  expect(() => readFileSync(cookieFile)).toThrow('ENOENT');
  await expect(postAs(name, before)).rejects.toThrow('fetch failed');
  sandbox.coins[name].start();
  expect((await postAs(name, before)).status).toBe(401);
  expect((await postAs(name, readFileSync(cookieFile, 'utf8'))).status).toBe(200);
});

test('a page of another site is refused, whatever it knows', async () => {
  const password = 'giftlane:giftlane-sandbox';
  expect((await postAs('btc', password, 'https://evil.example')).status).toBe(403);
  expect((await postAs('btc', password, 'null')).status).toBe(403);
  expect((await postAs('btc', password, sandbox.coins.btc.url)).status).toBe(200);
});

test.each(coins)('%s: amounts are numbers that are exact to the last satoshi', async (name) => {
  const { txid, vout } = await fundAnna(name);
  const { text } = await post(urlOf(name), { id: 1, method: 'gettxout', params: [txid, vout] });
  expect(text).toContain('"value":1.23456789,');
  await sandbox.coins[name].mine();
});

test.each(coins)(
  '%s: several calls at once are answered in order, each by itself',
  async (name) => {
    const { status, text } = await post(urlOf(name), [
      { id: 'a', method: 'getblockhash', params: [0] },
      { id: 'b', method: 'getblockhash', params: [-1] },
      { id: 'c', method: 'gettransactions' },
      7,
    ]);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual([
      { result: expect.stringMatching(/^[0-9a-f]{64}$/), error: null, id: 'a' },
      { result: null, error: { code: -8, message: 'Block height out of range' }, id: 'b' },
      { result: null, error: { code: -32_601, message: 'Method not found' }, id: 'c' },
      { result: null, error: expect.objectContaining({ code: -32_600 }), id: null },
    ]);
  },
);

test.each([
  [200, '{"id":1,"method":"getblockcount"}'],
  [404, '{"id":1,"method":"toString"}'],
  [500, '{"id":1,"method":"getblockhash","params":[1000000]}'],
  [400, '{"id":1}'],
  [500, '{"id":1,'],
  [200, '[]'],
])('HTTP %d for %s', async (expected, body) => {
  expect((await post(urlOf('ltc'), body)).status).toBe(expected);
});

test('JSON-RPC 2.0: an error is an answer for Bitcoin Core, and unknown to Litecoin Core', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'getblockhash', params: { height: 1_000_000 } };
  const btc = await post(urlOf('btc'), body);
  expect([btc.status, JSON.parse(btc.text)]).toEqual([
    200,
    { jsonrpc: '2.0', error: { code: -8, message: 'Block height out of range' }, id: 1 },
  ]);
  expect(await post(urlOf('ltc'), body)).toMatchObject({ status: 500 });
});

test('a block tells fees, and what was spent, on Bitcoin only', async () => {
  await Promise.all([fundAnna('btc'), fundAnna('ltc')]);
  const second = async (name: Coin, verbosity: number) => {
    const [hash] = await sandbox.coins[name].mine();
    const block = await call(urlOf(name), 'getblock', hash, verbosity);
    return (block as { tx: Record<string, unknown>[] }).tx[1];
  };
  const btc = await second('btc', 3);
  expect(btc).toMatchObject({ fee: expect.any(Number) });
  expect(btc?.vin).toMatchObject([{ prevout: { generated: true, height: expect.any(Number) } }]);
  const ltc = await second('ltc', 3);
  expect(ltc).toMatchObject({ txid: expect.any(String), vout: [{ ismweb: false }, {}] });
  expect(ltc).not.toHaveProperty('fee');
});

test.each(coins)('%s: several scripts are scanned for at once', async (name) => {
  await sandbox.coins[name].fund(annasAddress(name), 50_000n);
  await sandbox.coins[name].fund(
    addressOf(purseOf('cleo').script, parameters[name]) ?? '',
    60_000n,
  );
  await sandbox.coins[name].mine();
  const found = await call(urlOf(name), 'scantxoutset', 'start', [
    `addr(${annasAddress(name)})`,
    { desc: `raw(${purseOf('cleo').script})` },
  ]);
  const { unspents } = found as { unspents: { scriptPubKey: string; amount: number }[] };
  expect(unspents).toContainEqual(expect.objectContaining({ amount: 0.0005 }));
  expect(unspents).toContainEqual(
    expect.objectContaining({ scriptPubKey: purseOf('cleo').script, amount: 0.0006 }),
  );
});

test.each([
  ['btc', 'bip125-replaceable'],
  ['ltc', 'weight'],
] as const)('%s: what waits is shown with those it hangs on', async (name, member) => {
  const source = await fundAnna(name);
  const to = [{ value: source.value - 5_000n, script: anna.script }];
  const tx = sign({ from: [source], by: anna, to });
  expect(await call(urlOf(name), 'sendrawtransaction', tx.hex)).toBe(tx.txid);
  expect(await call(urlOf(name), 'getmempoolentry', tx.txid)).toMatchObject({
    ancestorcount: 2,
    depends: [source.txid],
    fees: { base: 0.00005 },
    [member]: expect.anything(),
  });
  expect(await call(urlOf(name), 'gettxout', source.txid, source.vout)).toBeNull();
  const [hash] = await sandbox.coins[name].mine();
  expect(await call(urlOf(name), 'getrawtransaction', tx.txid)).toBe(-5);
  expect(await call(urlOf(name), 'getrawtransaction', tx.txid, true, hash)).toMatchObject({
    confirmations: 1,
    in_active_chain: true,
  });
  expect(await call(urlOf(name), 'sendrawtransaction', tx.hex)).toBe(-27);
});

test('a transaction is judged without being taken', async () => {
  const source = await fundAnna('ltc');
  const pay = (fee: bigint) =>
    sign({ from: [source], by: anna, to: [{ value: source.value - fee, script: anna.script }] });
  const judge = (hex: string) => call(urlOf('ltc'), 'testmempoolaccept', [hex]);
  const good = pay(5_000n);
  expect(await judge(good.hex)).toMatchObject([{ allowed: true, vsize: good.vsize }]);
  expect(await judge(pay(9n).hex)).toMatchObject([{ allowed: false }]);
  expect(await judge(pay(90_000_000n).hex)).toMatchObject([
    { 'reject-reason': 'max-fee-exceeded' },
  ]);
  expect(await call(urlOf('ltc'), 'getrawmempool')).toEqual([source.txid]);
  await sandbox.coins.ltc.mine();
});

test('no fee is known until one is set, and none is below the floor', async () => {
  const { btc } = sandbox.coins;
  const estimate = () => call(btc.rpcUrl, 'estimatesmartfee', 3);
  expect(await estimate()).toMatchObject({ errors: [expect.any(String)] });
  await btc.setFeeRate(12.5);
  expect(await estimate()).toEqual({ feerate: 0.000125, blocks: 3 });
  await btc.setFeeFloor(20);
  expect(await estimate()).toEqual({ feerate: 0.0002, blocks: 3 });
  expect(await call(btc.rpcUrl, 'getmempoolinfo')).toMatchObject({ mempoolminfee: 0.0002 });
  await btc.setFeeRate(null);
  await btc.setFeeFloor(null);
  expect(await estimate()).not.toHaveProperty('feerate');
});

test('a chain is turned by calls, too', async () => {
  const url = urlOf('btc');
  const [hash] = await sandbox.coins.btc.mine();
  expect(await call(url, 'invalidateblock', hash)).toBeNull();
  expect(await call(url, 'getblockheader', hash)).toMatchObject({ confirmations: -1 });
  const source = await fundAnna('btc');
  const block = await call(url, 'generateblock', annasAddress('btc'), []);
  expect(block).toMatchObject({ hash: expect.any(String) });
  expect(await call(url, 'getrawmempool')).toEqual([source.txid]);
  expect(await call(url, 'generateblock', annasAddress('btc'), ['00'])).toBe(-22);
  expect(await call(url, 'reconsiderblock', hash)).toBeNull();
  expect(await call(url, 'getbestblockhash')).toBe(hash);
  await sandbox.coins.btc.mine();
});

test('addresses are those of regtest', async () => {
  const main = 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh';
  expect(await call(urlOf('ltc'), 'validateaddress', main)).toEqual({ isvalid: false });
  expect(
    await call(urlOf('ltc'), 'validateaddress', annasAddress('ltc').toUpperCase()),
  ).toMatchObject({ isvalid: true, iswitness: true, scriptPubKey: anna.script });
});

test('an answer is lost after the work was done', async () => {
  const source = await fundAnna('btc');
  const to = [{ value: source.value - 5_000n, script: anna.script }];
  const tx = sign({ from: [source], by: anna, to });
  sandbox.faults.add({ operation: 'btc', kind: 'reset', after: true, about: 'sendrawtransaction' });
  expect(await call(urlOf('btc'), 'getblockcount')).toEqual(expect.any(Number));
  await expect(call(urlOf('btc'), 'sendrawtransaction', tx.hex)).rejects.toThrow('fetch failed');
  expect(await call(urlOf('btc'), 'getrawmempool')).toContain(tx.txid);
  sandbox.faults.add({ operation: 'btc', kind: 'issue' });
  sandbox.faults.add({ operation: 'btc', kind: 'busy' });
  expect(await call(urlOf('btc'), 'getblockcount')).toBe(-28);
  expect(await post(urlOf('btc'), '{}')).toMatchObject({ status: 503 });
});

test('what waits is forgotten, or replaced with its block', async () => {
  const { btc } = sandbox.coins;
  await fundAnna('btc');
  await btc.evict();
  expect(await call(btc.rpcUrl, 'getrawmempool')).toEqual([]);
  const { txid } = await fundAnna('btc');
  await btc.mine();
  await btc.reorganise(1);
  expect(await call(btc.rpcUrl, 'getrawmempool')).toEqual([txid]);
});
