/** Methods of regtest: mining at once, invalidating and reconsidering blocks. */
import type { Block } from '../chain/blocks.ts';
import { codes, Refusal } from '../chain/refusal.ts';
import { kindOf, scriptOf } from '../chain/scripts.ts';
import { readTx } from '../chain/transactions.ts';
import type { CoinNode } from '../node.ts';
import type { Arguments } from './arguments.ts';
import { blockNamed } from './chain-methods.ts';
import type { Methods } from './methods.ts';

const mostBlocks = 1_000;

function minerOf(node: CoinNode, given: Arguments, name: string): string {
  const script = scriptOf(given.text(name), node.parameters);
  if (script === undefined) throw new Refusal(codes.notFound, 'Error: Invalid address');
  return script;
}

function mine(node: CoinNode, given: Arguments) {
  const count = given.whole('nblocks');
  if (count < 0 || count > mostBlocks)
    throw new Refusal(codes.parameter, `nblocks: 0 to ${mostBlocks}`);
  return node.mine(count, minerOf(node, given, 'address')).map(({ hash }) => hash);
}

/** One that waits, by its txid, or one in hex. */
function chosen(node: CoinNode, text: string) {
  if (!/^[0-9a-f]{64}$/i.test(text)) return readTx(text);
  const waiting = node.mempool.find(text.toLowerCase());
  if (waiting) return waiting.tx;
  throw new Refusal(codes.notFound, `Transaction ${text} not in mempool.`);
}

function mineChosen(node: CoinNode, given: Arguments) {
  const script = minerOf(node, given, 'output');
  const txs = given.list('transactions').map((text) => chosen(node, String(text)));
  try {
    return { hash: node.mineOnly(txs, script).hash };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(codes.transaction, `TestBlockValidity failed: ${error.message}`);
  }
}

function turn(node: CoinNode, given: Arguments, how: (block: Block) => void): null {
  const block = blockNamed(node, given);
  if (block.height === 0) throw new Refusal(codes.misuse, 'The first block is always valid');
  how(block);
  return null;
}

function describeAddress({ parameters }: CoinNode, given: Arguments) {
  const address = given.text('address');
  const script = scriptOf(address, parameters);
  if (script === undefined)
    return parameters.dialect === 'today'
      ? { isvalid: false, error_locations: [], error: 'Invalid or unsupported address' }
      : { isvalid: false };
  const program = kindOf(script).startsWith('witness')
    ? {
        iswitness: true,
        witness_version: script.startsWith('00') ? 0 : 1,
        witness_program: script.slice(4),
      }
    : { iswitness: false };
  const isscript = !/^(pubkeyhash|witness_v0_keyhash)$/.test(kindOf(script));
  return { isvalid: true, address, scriptPubKey: script, isscript, ...program };
}

export const miningMethods: Methods = {
  generatetoaddress: { names: ['nblocks', 'address', 'maxtries'], run: mine },
  generateblock: { names: ['output', 'transactions', 'submit'], run: mineChosen },
  invalidateblock: {
    names: ['blockhash'],
    run: (node, given) => turn(node, given, node.invalidate),
  },
  reconsiderblock: {
    names: ['blockhash'],
    run: (node, given) => turn(node, given, node.reconsider),
  },
  setmocktime: {
    names: ['timestamp'],
    run({ settings }, given) {
      settings.mockTime = given.whole('timestamp');
      return null;
    },
  },
  validateaddress: { names: ['address'], run: describeAddress },
};
