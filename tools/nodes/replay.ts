/** Submits the blocks of a sandbox's chain to a real node, one by one. */

import type { Coin } from '@giftlane/contract/money/coins.ts';
import { blockHex } from '@giftlane/sandbox/coins/chain/blocks.ts';
import { parameters } from '@giftlane/sandbox/coins/chain/parameters.ts';
import { openNode } from '@giftlane/sandbox/coins/node.ts';
import { openJournal } from '@giftlane/sandbox/journal.ts';
import { playPath } from '@giftlane/sandbox/testing/coin-path.ts';
import { compareAnswers } from './answers.ts';
import type { Peer } from './peer.ts';

export interface Verdict {
  readonly node: string;
  readonly blocks: number;
  readonly height: number;
  readonly unspent: number;
  /** Disagreements of the node; empty if it accepts the chain. */
  readonly problems: readonly string[];
}

/** Replies of `submitblock` for accepted blocks: on the chain, or on a side branch. */
const taken: readonly unknown[] = [null, 'inconclusive'];

/** Changes one digit in the last transaction's signature. */
function spoil(hex: string): string {
  const place = hex.length - 100;
  return `${hex.slice(0, place)}${hex[place] === '0' ? '1' : '0'}${hex.slice(place + 1)}`;
}

/** Plays the path on a new chain and has `peer` validate it. */
export async function replay(name: Coin, peer: Peer): Promise<Verdict> {
  const sandbox = openNode(parameters[name], openJournal(undefined, name));
  playPath(sandbox);
  const blocks = sandbox.chain.all().slice(1);
  const problems: string[] = [];
  let spoilt = false;
  for (const block of blocks) {
    const hex = blockHex(block);
    // Proves that the node validates at all.
    if (!spoilt && block.txs.length > 5) {
      spoilt = true;
      const verdict = await peer.call('submitblock', spoil(hex));
      if (taken.includes(verdict)) problems.push('took a block with a wrong signature');
    }
    const verdict = await peer.call('submitblock', hex);
    if (!taken.includes(verdict)) problems.push(`${block.height} ${block.hash}: ${verdict}`);
  }
  if (!spoilt) problems.push('no block had payments to be spoilt');
  const { subversion } = (await peer.call('getnetworkinfo')) as { subversion: string };
  const { txouts, bestblock } = (await peer.call('gettxoutsetinfo')) as Record<string, unknown>;
  const unspent = [...sandbox.chain.allUnspent()].length;
  const { hash, height } = sandbox.chain.tip;
  if (bestblock !== hash) problems.push(`its tip is ${bestblock}, not ${hash}`);
  if (txouts !== unspent) problems.push(`it counts ${txouts} unspent outputs, not ${unspent}`);
  problems.push(...(await compareAnswers(sandbox, peer)));
  return { node: subversion, blocks: blocks.length, height, unspent, problems };
}
