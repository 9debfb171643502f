/** Sends coins from the block rewards: a signed payment with change and a fee. */
import { Transaction } from '@scure/btc-signer';
import { amountText } from './chain/amounts.ts';
import { fromHex, toHex } from './chain/bytes.ts';
import { maturity } from './chain/parameters.ts';
import { codes, Refusal } from './chain/refusal.ts';
import { feeAt } from './chain/replacement.ts';
import { dustOf, scriptOf } from './chain/scripts.ts';
import type { Unspent } from './chain/spending.ts';
import { type Output, outpointOf, readTx } from './chain/transactions.ts';
import { faucetKey, faucetScript } from './faucet-key.ts';
import type { CoinNode } from './node.ts';

type Held = readonly [outpoint: string, output: Unspent];

/** 4 sat/vB is above the default floors. */
const usualRate = 4_000n;

const vsizeOf = (inputs: number, outputs: readonly Output[]) =>
  11 + inputs * 68 + outputs.reduce((sum, { script }) => sum + 9 + script.length / 2, 0);

/** What the faucet can spend: what is in blocks first, the largest first, and then its change. */
function heldBy({ chain, mempool }: CoinNode): Held[] {
  const next = chain.next().height;
  const mined = [...chain.allUnspent()].filter(
    ([, { coinbase, height }]) => !coinbase || next - height >= maturity,
  );
  const waiting = mempool.all().flatMap(({ tx }) =>
    tx.outputs.map((output, vout): Held => {
      return [outpointOf(tx.txid, vout), { ...output, height: next, coinbase: false }];
    }),
  );
  const own = ([outpoint, { script }]: Held) =>
    script === faucetScript && !mempool.spenderOf(outpoint);
  const largestFirst = ([, a]: Held, [, b]: Held) => Number(b.value - a.value);
  return [mined, waiting].flatMap((all) => all.filter(own).sort(largestFirst));
}

/** Reads who is to be paid; refuses what is no address of this chain. */
function payeeOf(address: string, { parameters }: CoinNode): string {
  const script = scriptOf(address.trim(), parameters);
  if (script !== undefined) return script;
  const { title, network } = parameters;
  throw new Refusal(
    codes.notFound,
    `That is no address of this chain. One begins with ${network.bech32}1: coins here are worth nothing, and no ${title} address from outside can get them.`,
  );
}

/** Takes as many of `held` as it needs, and keeps change that is worth keeping. */
function plan(held: readonly Held[], payment: Output, node: CoinNode) {
  const { parameters, settings } = node;
  const rate = settings.relayFloor > usualRate ? settings.relayFloor : usualRate;
  const taken: Held[] = [];
  let sum = 0n;
  for (const one of held) {
    taken.push(one);
    sum += one[1].value;
    const change = { script: faucetScript, value: 0n };
    const left = sum - payment.value - feeAt(rate, vsizeOf(taken.length, [payment, change]));
    if (left >= dustOf(faucetScript, parameters))
      return { taken, outputs: [payment, { ...change, value: left }] };
  }
  const have = amountText(sum);
  throw new Refusal(
    codes.transaction,
    `The faucet has ${have} ${parameters.ticker} just now. Mine a block: each brings it more.`,
  );
}

/** Pays `value` satoshi to an address; answers the txid. Refuses with a text for a person. */
export function fund(node: CoinNode, address: string, value: bigint): string {
  const script = payeeOf(address, node);
  const least = dustOf(script, node.parameters);
  if (value < least)
    throw new Refusal(
      codes.parameter,
      `The least this address can get is ${amountText(least)} ${node.parameters.ticker}.`,
    );
  const { taken, outputs } = plan(heldBy(node), { script, value }, node);
  const tx = new Transaction({ allowUnknownOutputs: true });
  for (const [outpoint, { value: amount, script: from }] of taken) {
    const [txid = '', vout] = outpoint.split(':');
    const witnessUtxo = { amount, script: fromHex(from) };
    tx.addInput({ txid, index: Number(vout), sequence: 0xffff_fffd, witnessUtxo });
  }
  for (const output of outputs)
    tx.addOutput({ amount: output.value, script: fromHex(output.script) });
  tx.sign(faucetKey);
  tx.finalize();
  return node.send(readTx(toHex(tx.extract())), 0n);
}
