/** A call of the nodes' JSON-RPC: the names of its parameters and what it answers. */
import type { CoinNode } from '../node.ts';
import type { Arguments } from './arguments.ts';

export interface Method {
  readonly names: readonly string[];
  run(node: CoinNode, given: Arguments): unknown;
}

export type Methods = Readonly<Record<string, Method>>;
