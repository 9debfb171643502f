/** Test helpers that double-spend a deposit's input, or mine special transactions. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { faucetKey, faucetScript } from '@giftlane/sandbox/coins/faucet-key.ts';
import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type { NodeTransaction } from '../../../providers/coins/port.ts';
import { type CoinShop, elsewhere } from '../coins.testing.ts';

async function ask<T>(shop: CoinShop, coin: Coin, method: string, params: unknown[]): Promise<T> {
  const { origin, username, password } = new URL(shop.sandbox.coins[coin].rpcUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const body = JSON.stringify({ id: 1, method, params });
  const response = await fetch(origin, { method: 'POST', headers: { authorization }, body });
  return ((await response.json()) as { result: T }).result;
}

/** A transaction in a block, with its raw bytes in hex. */
export async function findMined(
  shop: CoinShop,
  coin: Coin,
  txid: string,
): Promise<NodeTransaction & { raw: string }> {
  const node = shop.checkout.coins.nodes.get(coin);
  const tip = await node?.tip();
  for (let height = tip?.kind === 'done' ? tip.value.height : -1; height >= 0; height -= 1) {
    const hash = await node?.hashAt(height);
    if (hash?.kind !== 'done') break;
    const block = await node?.block(hash.value);
    const found =
      block?.kind === 'done' && block.value.transactions.find((one) => one.txid === txid);
    if (found)
      return {
        ...found,
        raw: await ask<string>(shop, coin, 'getrawtransaction', [txid, false, hash.value]),
      };
  }
  throw new Error(`${txid} is in no block`);
}

/** A raw transaction in hex that double-spends the first input of a faucet payment, back to the faucet. */
export async function paidOtherwise(shop: CoinShop, coin: Coin, txid: string): Promise<string> {
  const [spent] = (await findMined(shop, coin, txid)).spends;
  if (!spent) throw new Error('it spends nothing');
  const { outputs } = await findMined(shop, coin, spent.txid);
  const amount = outputs.find(({ vout }) => vout === spent.vout)?.value ?? 0n;
  const script = hex.decode(faucetScript);
  const transaction = new Transaction();
  transaction.addInput({ txid: spent.txid, index: spent.vout, witnessUtxo: { amount, script } });
  transaction.addOutput({ script, amount: amount - 10_000n });
  transaction.sign(faucetKey);
  transaction.finalize();
  return transaction.hex;
}

/** Mines a transaction that nodes would not relay: the faucet pays an output of value 0 to a script. */
export async function mineNothingTo(shop: CoinShop, coin: Coin, script: string): Promise<void> {
  const txid = await shop.sandbox.coins[coin].fund(elsewhere, 10_000n);
  await shop.sandbox.coins[coin].mine();
  const { outputs } = await findMined(shop, coin, txid);
  const own = outputs.find((output) => output.script === faucetScript);
  if (!own) throw new Error('the faucet has nothing left');
  const transaction = new Transaction();
  const witnessUtxo = { amount: own.value, script: hex.decode(faucetScript) };
  transaction.addInput({ txid, index: own.vout, witnessUtxo });
  transaction.addOutput({ script: hex.decode(script), amount: 0n });
  transaction.addOutput({ script: hex.decode(faucetScript), amount: own.value - 10_000n });
  transaction.sign(faucetKey);
  transaction.finalize();
  await ask(shop, coin, 'generateblock', [elsewhere, [transaction.hex]]);
}

/** Mines a block with only a coinbase that pays an address; returns its txid. */
export async function mineTo(shop: CoinShop, coin: Coin, address: string): Promise<string> {
  const { hash } = await ask<{ hash: string }>(shop, coin, 'generateblock', [address, []]);
  const block = await shop.checkout.coins.nodes.get(coin)?.block(hash);
  const [first] = block?.kind === 'done' ? block.value.transactions : [];
  if (!first) throw new Error(`${hash} is no block`);
  return first.txid;
}
