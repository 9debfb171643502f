/** Keys, payments and calls for the tests of the coins' chains. */
import { createHash } from 'node:crypto';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer';
import { fromHex, toHex } from '../coins/chain/bytes.ts';
import { addressOf } from '../coins/chain/scripts.ts';
import { type Output, readTx, type Tx } from '../coins/chain/transactions.ts';
import { fund } from '../coins/faucet.ts';
import type { CoinNode } from '../coins/node.ts';

/** A key and its script. */
export interface Purse {
  readonly key: Uint8Array;
  /** Where it is paid, in hex. */
  readonly script: string;
  readonly taproot: boolean;
}

const keyOf = (name: string) => createHash('sha256').update(name).digest();

/** The purse of a name, P2WPKH. */
export function purseOf(name: string): Purse {
  const key = keyOf(name);
  return { key, script: toHex(p2wpkh(secp256k1.getPublicKey(key)).script), taproot: false };
}

/** The same, P2TR. */
export function taprootPurseOf(name: string): Purse {
  const key = keyOf(name);
  return { key, script: toHex(p2tr(schnorr.getPublicKey(key)).script), taproot: true };
}

export function addressFor({ script }: Purse, { parameters }: CoinNode): string {
  return addressOf(script, parameters) ?? '';
}

/** What a payment spends. */
export interface Source extends Output {
  readonly txid: string;
  readonly vout: number;
}

/** The outputs of a transaction that pay a purse. */
export function sourcesOf({ txid, outputs }: Tx, { script }: Purse): Source[] {
  return outputs
    .map((output, vout) => ({ ...output, txid, vout }))
    .filter((source) => source.script === script);
}

export interface Payment {
  readonly from: readonly Source[];
  readonly by: Purse;
  readonly to: readonly Output[];
  readonly sequence?: number;
  readonly locktime?: number;
}

/** A signed transaction. */
export function sign({ from, by, to, sequence = 0xffff_fffd, locktime = 0 }: Payment): Tx {
  const tx = new Transaction({ allowUnknownOutputs: true, lockTime: locktime });
  const taproot = by.taproot && { tapInternalKey: schnorr.getPublicKey(by.key) };
  for (const { txid, vout, value, script } of from) {
    const witnessUtxo = { amount: value, script: fromHex(script) };
    tx.addInput({ txid, index: vout, sequence, witnessUtxo, ...taproot });
  }
  for (const { value, script } of to) tx.addOutput({ amount: value, script: fromHex(script) });
  tx.sign(by.key);
  tx.finalize();
  return readTx(toHex(tx.extract()));
}

/** Gives a purse coins in a block of their own. */
export function give(node: CoinNode, purse: Purse, value: bigint): Source {
  const txid = fund(node, addressFor(purse, node), value);
  const tx = node.mempool.find(txid)?.tx;
  node.mine(1);
  const [source] = tx ? sourcesOf(tx, purse) : [];
  if (!source) throw new Error('nothing came');
  return source;
}

/** The answer of a node to a body, with the user and password of its address. */
export async function post(rpcUrl: string, body: unknown) {
  const { username, password, origin } = new URL(rpcUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(origin, { method: 'POST', headers: { authorization }, body: text });
  return { status: response.status, text: await response.text() };
}

/** What a node answers to one call: its result, or the code of its error. */
export async function call(rpcUrl: string, method: string, ...params: readonly unknown[]) {
  const { text } = await post(rpcUrl, { id: 1, method, params });
  const { result, error } = JSON.parse(text) as { result: unknown; error: { code: number } | null };
  return error ? error.code : result;
}
