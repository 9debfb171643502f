/** Blocks, transactions and outputs in the JSON of the two nodes. */
import { amountJson } from '../chain/amounts.ts';
import { type Block, blockBytes } from '../chain/blocks.ts';
import { toHex } from '../chain/bytes.ts';
import { chainWork } from '../chain/chain.ts';
import type { Parameters } from '../chain/parameters.ts';
import { addressOf, kindOf } from '../chain/scripts.ts';
import { isCoinbase, type Output, type Tx } from '../chain/transactions.ts';
import type { CoinNode } from '../node.ts';

export const workText = (block: Pick<Block, 'height'>): string =>
  chainWork(block).toString(16).padStart(64, '0');

/** What Core makes of the lightest difficulty. */
export const difficulty = 4.656542373906925e-10;

export function scriptJson(script: string, parameters: Parameters) {
  const address = addressOf(script, parameters);
  const type = kindOf(script);
  if (parameters.dialect === 'today') return { hex: script, ...(address && { address }), type };
  return {
    hex: script,
    ...(address && { reqSigs: 1 }),
    type,
    ...(address && { addresses: [address] }),
  };
}

/** Litecoin Core says of everything whether it is of its private side. */
const besides = ({ name }: Parameters) => (name === 'ltc' ? { ismweb: false } : {});

const outputJson = ({ value, script }: Output, n: number, parameters: Parameters) => ({
  ...besides(parameters),
  value: amountJson(value),
  n,
  scriptPubKey: scriptJson(script, parameters),
});

function inputsJson(tx: Tx, parameters: Parameters) {
  const coinbase = isCoinbase(tx);
  return tx.inputs.map(({ txid, vout, script, witness, sequence }) => ({
    ...besides(parameters),
    ...(coinbase ? { coinbase: toHex(script) } : { txid, vout, scriptSig: { hex: toHex(script) } }),
    ...(witness.length > 0 && { txinwitness: witness.map(toHex) }),
    sequence,
  }));
}

/** A transaction by itself. */
export const txJson = (tx: Tx, parameters: Parameters) => ({
  txid: tx.txid,
  hash: tx.wtxid,
  version: tx.version,
  size: tx.size,
  vsize: tx.vsize,
  weight: tx.weight,
  locktime: tx.locktime,
  vin: inputsJson(tx, parameters),
  vout: tx.outputs.map((output, n) => outputJson(output, n, parameters)),
  hex: tx.hex,
});

/** Where a transaction is, for one that was asked for with its block. */
export function placeJson(block: Block, { chain }: CoinNode) {
  const onChain = chain.isOnChain(block);
  const { time } = block;
  return {
    in_active_chain: onChain,
    blockhash: block.hash,
    confirmations: onChain ? chain.tip.height - block.height + 1 : 0,
    ...(onChain && { time, blocktime: time }),
  };
}

export function headerJson(block: Block, { chain }: CoinNode) {
  const onChain = chain.isOnChain(block);
  const next = onChain ? chain.at(block.height + 1) : undefined;
  return {
    hash: block.hash,
    confirmations: onChain ? chain.tip.height - block.height + 1 : -1,
    height: block.height,
    version: block.version,
    versionHex: block.version.toString(16).padStart(8, '0'),
    merkleroot: block.merkleRoot,
    time: block.time,
    mediantime: chain.medianTime(block),
    nonce: block.nonce,
    bits: '207fffff',
    difficulty,
    chainwork: workText(block),
    nTx: block.txs.length,
    ...(block.height > 0 && { previousblockhash: block.previous }),
    ...(next && { nextblockhash: next.hash }),
  };
}

/** What the inputs of a block's transaction spent; only Bitcoin Core tells, and for blocks it has connected. */
function spentJson(tx: Tx, block: Block, node: CoinNode, verbosity: number) {
  const { parameters, chain } = node;
  const plain = txJson(tx, parameters);
  const spent = chain.spentBy(block, tx);
  if (parameters.dialect !== 'today' || !spent) return plain;
  const sum = (outputs: readonly Output[]) => outputs.reduce((all, { value }) => all + value, 0n);
  const fee = amountJson(sum(spent) - sum(tx.outputs));
  if (verbosity < 3) return { ...plain, fee };
  const vin = plain.vin.map((input, index) => {
    const output = spent[index];
    if (!output) return input;
    const { coinbase: generated, height, value, script } = output;
    const scriptPubKey = scriptJson(script, parameters);
    return { ...input, prevout: { generated, height, value: amountJson(value), scriptPubKey } };
  });
  return { ...plain, vin, fee };
}

/** A block with its transactions: by name (1), whole (2), or with what they spent as well (3). */
export function blockJson(block: Block, node: CoinNode, verbosity: number) {
  const size = blockBytes(block);
  const weight = block.txs.reduce((sum, tx) => sum + tx.weight, 0);
  const strippedsize = block.txs.reduce((sum, tx) => sum + (tx.weight - tx.size) / 3, 0);
  const around = size - block.txs.reduce((sum, tx) => sum + tx.size, 0);
  return {
    ...headerJson(block, node),
    strippedsize: strippedsize + around,
    size,
    weight: weight + around * 4,
    tx: block.txs.map((tx) => (verbosity === 1 ? tx.txid : spentJson(tx, block, node, verbosity))),
  };
}
