/** What the sandbox's chains never have so much of. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeCoreNode } from './core.ts';

/** The longest transaction that nodes pass on is mostly a witness of so many bytes; it is told twice, in hex. */
const longest = 'ab'.repeat(399_000);

const longTransaction = (txid: string) => ({
  txid,
  vin: [{ txid: 'f'.repeat(64), vout: 0, txinwitness: [longest] }],
  vout: [{ value: 0.00001, n: 0, scriptPubKey: { hex: '51' } }],
  hex: longest,
});

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [string];
}

/** A node that answers each question with what `answer` says. */
async function startNode(answer: (asked: Asked) => unknown): Promise<string> {
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request)) as Asked[];
    const replies = asked.map((one) =>
      JSON.stringify({ result: answer(one), error: null, id: one.id }),
    );
    response.write('[');
    replies.forEach((reply, i) => {
      response.write(i > 0 ? `,${reply}` : reply);
    });
    response.end(']');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return `http://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('as many of the longest transactions as there are can wait, and are read', async () => {
  const url = await startNode(({ params: [txid] }) => longTransaction(txid));
  const node = makeCoreNode({ coin: 'ltc', network: 'regtest', url, timeoutMs: 30_000 });
  const txids = Array.from({ length: 200 }, (_, i) => i.toString(16).padStart(64, '0'));
  const found = await node.transactions(txids);
  expect(found.kind === 'done' ? found.value.map(({ txid }) => txid) : found).toEqual(txids);
});

test.for([
  ['what its mempool asks for', { mempoolminfee: 0.00023001, minrelaytxfee: 0.00001 }],
  ['what it passes on', { mempoolminfee: 0.00001, minrelaytxfee: 0.00023001 }],
] as const)('the floor is %s where that is more, rounded up', async ([, pool]) => {
  const url = await startNode(({ method }) => (method === 'getmempoolinfo' ? pool : {}));
  const node = makeCoreNode({ coin: 'btc', network: 'regtest', url, timeoutMs: 30_000 });
  expect(await node.feeRates(3)).toEqual({
    kind: 'done',
    value: { estimate: undefined, floor: 24 },
  });
});
