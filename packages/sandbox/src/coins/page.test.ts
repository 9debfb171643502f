/** The page of a chain, as a browser without script uses it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { call, purseOf } from '../testing/coins.ts';
import { parameters } from './chain/parameters.ts';
import { addressOf } from './chain/scripts.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ coinBlockMs: 50 });
});
afterAll(() => sandbox.close());

const address = addressOf(purseOf('anna').script, parameters.ltc) ?? '';

/** Sends a form; answers the page that follows. */
async function send(
  action: string,
  fields: Readonly<Record<string, string>> = {},
  origin?: string,
) {
  const { url } = sandbox.coins.ltc;
  const response = await fetch(`${url}/${action}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    ...(origin !== undefined && { headers: { origin } }),
  });
  return { status: response.status, text: await response.text() };
}

const height = () => call(sandbox.coins.ltc.rpcUrl, 'getblockcount');

test('it says what it is, loads nothing, and runs no script', async () => {
  const response = await fetch(sandbox.coins.ltc.url);
  const text = await response.text();
  expect(text).toContain('Worth nothing');
  expect(text).not.toContain('<script');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
  expect((await fetch(`${sandbox.coins.btc.url}/chain.css`)).status).toBe(200);
});

test('the faucet pays, and a block is mined by itself', async () => {
  const before = Number(await height());
  const { status, text } = await send('fund', { address: ` ${address} `, amount: '0.25' });
  expect(status).toBe(200);
  expect(text).toMatch(/Sent in [0-9a-f]{64}\./);
  await expect.poll(height).toBe(before + 1);
  const found = await call(sandbox.coins.ltc.rpcUrl, 'scantxoutset', 'start', [`addr(${address})`]);
  expect(found).toMatchObject({ total_amount: 0.25 });
  await expect.poll(() => call(sandbox.coins.ltc.rpcUrl, 'getrawmempool')).toEqual([]);
  expect(await height()).toBe(before + 1);
});

test.each([
  [{ address: 'bc1q"><b>', amount: '1' }, 'no address of this chain'],
  [{ address, amount: '1,5' }, 'Amount: a number'],
  [{ address, amount: '0.00002939' }, 'The least this address can get is 0.00002940 LTC'],
  [{ address, amount: '99999' }, 'Mine a block'],
])('the faucet says what is wrong with %o, and keeps what was typed', async (fields, problem) => {
  const { status, text } = await send('fund', fields);
  expect(status).toBe(409);
  expect(text).toContain(problem);
  expect(text).not.toContain('<b>');
  expect(text).toContain(`value="${fields.amount}"`);
});

test('blocks are mined and replaced', async () => {
  const before = Number(await height());
  expect((await send('mine')).text).toContain('A block was mined.');
  expect((await send('reorganise', { depth: '2', drop: 'on' })).text).toContain('were replaced');
  expect(await height()).toBe(before + 2);
  expect((await send('reorganise', { depth: 'x' })).status).toBe(409);
});

test('the node is stopped and started', async () => {
  expect((await send('stop')).text).toContain('Start the node');
  await expect(height()).rejects.toThrow('fetch failed');
  expect((await send('mine')).text).toContain('Start it first');
  expect((await send('start')).text).toContain('Stop the node');
  expect(await height()).toEqual(expect.any(Number));
});

test('another site can not press the buttons', async () => {
  const before = await height();
  expect((await send('mine', {}, 'https://evil.example')).status).toBe(403);
  expect((await send('mine', {}, 'null')).status).toBe(403);
  expect(await height()).toBe(before);
});
