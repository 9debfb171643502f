/**
 * What a chain goes through in the life of a shop, for another node to judge: payments of both kinds of
 * outputs, chains of them, replacements, side branches, double spends, and rewards that halve.
 */
import { fund } from '../coins/faucet.ts';
import type { CoinNode } from '../coins/node.ts';
import { addressFor, give, type Purse, purseOf, sign, sourcesOf, taprootPurseOf } from './coins.ts';

const anna = purseOf('anna');
const tara = taprootPurseOf('tara');
const coin = 100_000_000n;
const anyRate = 0n;
/** Satoshi: above the floor of both coins for what is sent here. */
const fee = 2_000n;

/** All a purse has got in one transaction goes to another; answers the new one. */
function passOn(node: CoinNode, txid: string, by: Purse, to: Purse): string {
  const tx = node.mempool.find(txid)?.tx;
  const from = tx ? sourcesOf(tx, by) : [];
  const value = from.reduce((sum, source) => sum + source.value, -fee);
  return node.send(sign({ from, by, to: [{ value, script: to.script }] }), anyRate);
}

/** Twelve that spend each other within one block, by both kinds of signatures. */
function payInChain(node: CoinNode): void {
  let txid = fund(node, addressFor(anna, node), coin);
  for (let round = 0; round < 6; round += 1) {
    txid = passOn(node, txid, anna, tara);
    txid = passOn(node, txid, tara, anna);
  }
  node.mine(1);
}

function replace(node: CoinNode): void {
  const from = [give(node, anna, coin)];
  const pay = (left: bigint) =>
    node.send(sign({ from, by: anna, to: [{ value: left, script: tara.script }] }), anyRate);
  pay(coin - fee);
  if (node.parameters.replaces) pay(coin - 2n * fee);
  node.mine(1);
}

/** A payment is mined, then taken back by a branch that spends the same differently. */
function spendTwice(node: CoinNode): void {
  const from = [give(node, anna, coin)];
  const pay = (to: Purse) =>
    sign({ from, by: anna, to: [{ value: coin - fee, script: to.script }] });
  node.send(pay(tara), anyRate);
  node.mine(2);
  node.reorganise(2, { include: [pay(anna).hex] });
}

/** Many inputs in one, among them the faucet's own rewards. */
function gather(node: CoinNode): void {
  for (let payment = 0; payment < 5; payment += 1) fund(node, addressFor(tara, node), coin);
  const waiting = node.mempool.all().flatMap(({ tx }) => sourcesOf(tx, tara));
  const value = waiting.reduce((sum, source) => sum + source.value, -10n * fee);
  node.send(sign({ from: waiting, by: tara, to: [{ value, script: anna.script }] }), anyRate);
  fund(node, addressFor(anna, node), 150n * coin);
  node.mine(1);
}

/** Turns the chain to and fro, with and without what was in its blocks. */
function turn(node: CoinNode): void {
  fund(node, addressFor(anna, node), coin);
  node.mine(3);
  node.reorganise(3);
  node.mine(1);
  node.reorganise(13, { drop: true });
  const { tip } = node.chain;
  node.invalidate(tip);
  node.mine(1, tara.script);
  node.reconsider(tip);
}

/** Plays it all; the last blocks reach beyond where Litecoin's private side could begin (432). */
export function playPath(node: CoinNode): void {
  payInChain(node);
  replace(node);
  spendTwice(node);
  gather(node);
  turn(node);
  node.mine(460 - node.chain.tip.height);
  payInChain(node);
}
