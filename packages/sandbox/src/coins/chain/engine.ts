/** Everything that needs the coin libraries, loaded at the first use of a chain: most tests have none. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { openJournal } from '../../journal.ts';
import { fund } from '../faucet.ts';
import { type CoinNode, openNode } from '../node.ts';
import { answer } from '../rpc/answer.ts';
import type { HttpAnswer } from '../rpc/body.ts';
import { parameters } from './parameters.ts';

export interface Engine {
  readonly node: CoinNode;
  /** Does what the body of a JSON-RPC request asks for. */
  answer(body: string): HttpAnswer;
  /** Pays satoshi to an address; answers the txid. Refuses with a text for a person. */
  fund(address: string, satoshi: bigint): string;
}

/** Opens a chain on what an earlier run left in `stateDir`. */
export function openEngine(name: Coin, stateDir: string | undefined): Engine {
  const node = openNode(parameters[name], openJournal(stateDir, name));
  return {
    node,
    answer: (body) => answer(node, body),
    fund: (address, satoshi) => fund(node, address, satoshi),
  };
}
