/** Compares the JSON-RPC answers of a sandbox's node with those of a real one. */

import type { Tx } from '@giftlane/sandbox/coins/chain/transactions.ts';
import type { CoinNode } from '@giftlane/sandbox/coins/node.ts';
import { answer } from '@giftlane/sandbox/coins/rpc/answer.ts';
import { purseOf, type Source, sign, taprootPurseOf } from '@giftlane/sandbox/testing/coins.ts';
import type { Outcome, Peer } from './peer.ts';

type Question = readonly [method: string, ...params: readonly unknown[]];

/** Fields that differ between any two nodes. */
const own = ['version', 'subversion', 'warnings', 'size_on_disk', 'initialblockdownload', 'usage'];
/** Fields with wordings: descriptors, which the sandbox has without checksums, and errors of addresses. */
const worded = ['desc', 'error'];

/** The wording of script errors differs between releases. */
const scriptFailed = /script-verify-flag/;

const isSame = (said: unknown, real: unknown) =>
  Object.is(said, real) || [said, real].every((text) => scriptFailed.test(String(text)));

const ask = (node: CoinNode, [method, ...params]: Question): Outcome =>
  JSON.parse(answer(node, JSON.stringify({ id: 1, method, params })).body) as Outcome;

/** Paths where `said` differs from `real`. Fields that only the real node has are ignored. */
function differences(said: unknown, real: unknown, path: string): string[] {
  if (typeof said !== 'object' || said === null || typeof real !== 'object' || real === null)
    return isSame(said, real)
      ? []
      : [`${path}: ${JSON.stringify(said)}, not ${JSON.stringify(real)}`];
  const members = Object.entries(said).filter(([name]) => ![...own, ...worded].includes(name));
  return members.flatMap(([name, value]) =>
    differences(value, (real as Record<string, unknown>)[name], `${path}.${name}`),
  );
}

async function compare(node: CoinNode, peer: Peer, question: Question): Promise<string[]> {
  const said = ask(node, question);
  const real = await peer.ask(...question);
  const path = `${question[0]} ${JSON.stringify(question.slice(1)).slice(0, 90)}`;
  // Only codes are compared: error texts differ between releases.
  const code = differences(said.error?.code, real.error?.code, `${path} error`);
  return [...code, ...differences(said.result, real.result, path)];
}

const anna = purseOf('anna');
const fee = 3_000n;

/** Anna's unspent outputs, the largest first. */
function heldByAnna({ chain }: CoinNode): Source[] {
  const all = [...chain.allUnspent()].filter(([, output]) => output.script === anna.script);
  return all
    .map(([outpoint, output]) => {
      const [txid = '', vout] = outpoint.split(':');
      return { ...output, txid, vout: Number(vout) };
    })
    .sort((a, b) => Number(b.value - a.value));
}

/** Transactions that nodes refuse, each for one reason, and some that they accept. */
function tries(node: CoinNode): Tx[] {
  const [from, other] = heldByAnna(node);
  if (!from || !other) throw new Error('Anna has too little');
  const pay = (source: Source, left: bigint, script = anna.script) =>
    sign({ from: [source], by: anna, to: [{ value: left, script }] });
  const dust = (value: bigint) =>
    sign({
      from: [from],
      by: anna,
      to: [
        { value, script: taprootPurseOf('tara').script },
        { value: from.value - value - fee, script: anna.script },
      ],
    });
  const limit = 330n * (node.parameters.dustRate / 3n);
  const good = pay(from, from.value - fee);
  return [
    pay({ ...from, vout: 7 }, 1_000_000n),
    pay({ ...from, value: from.value + 9n }, from.value - fee),
    pay({ ...from, value: from.value * 2n }, from.value + fee),
    pay(from, from.value - 9n),
    pay(from, from.value - 2_000_000n),
    sign({
      from: [from],
      by: anna,
      to: [{ value: from.value - fee, script: anna.script }],
      locktime: 900_000,
    }),
    dust(limit - 1n),
    good,
    good,
    pay(from, from.value - 2n * fee),
    dust(limit),
    pay({ txid: good.txid, vout: 0, value: from.value - fee, script: anna.script }, other.value),
    pay(other, other.value - fee),
  ];
}

/** Differences between both nodes' answers about the chain they share. */
export async function compareAnswers(node: CoinNode, peer: Peer): Promise<string[]> {
  const { chain } = node;
  const { hash, height } = chain.tip;
  const side = chain.all().find((block) => !chain.isOnChain(block))?.hash ?? '';
  const payments = chain.all().findLast((block) => block.txs.length > 5);
  const [txid, script] = [payments?.txs[3]?.txid, payments?.txs[3]?.outputs[0]?.script];
  const held = heldByAnna(node)[0];
  const about: Question[] = [
    ['getblockchaininfo'],
    ['getnetworkinfo'],
    ['getblockcount'],
    ['getblockhash', height],
    ['getblockhash', height + 1],
    ['getblockheader', hash],
    ['getblockheader', side],
    ['getblockheader', hash, false],
    ['getblock', hash, 0],
    ['getblock', payments?.hash, 1],
    ['getblock', payments?.hash, 2],
    ['getblock', payments?.hash, 3],
    ['getblock', '00'.repeat(32)],
    ['getblock', '00'],
    ['getrawtransaction', txid],
    ['getrawtransaction', txid, true, payments?.hash],
    ['getrawtransaction', txid, true, hash],
    ['gettxout', held?.txid, held?.vout],
    ['gettxout', txid, 99],
    ['estimatesmartfee', 3],
    ['estimatesmartfee', 0],
    ['validateaddress', 'x'],
    ['sendrawtransaction', '00'],
    ['sendrawtransaction', payments?.txs.at(-1)?.hex],
    ['nothing'],
    ['scantxoutset', 'start', [`raw(${script})`]],
  ];
  const questions = [
    ...about,
    ...tries(node).flatMap((tx): Question[] => [
      ['testmempoolaccept', [tx.hex]],
      ['sendrawtransaction', tx.hex],
    ]),
  ];
  const found: string[] = [];
  for (const question of questions) found.push(...(await compare(node, peer, question)));
  const entries = node.mempool.all().map(({ tx }): Question => ['getmempoolentry', tx.txid]);
  for (const question of [['getmempoolinfo'] as const, ...entries])
    found.push(...(await compare(node, peer, question)));
  return found;
}
