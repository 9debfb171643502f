/** Coins that are spent with the house's own keys, by nobody of the house. */
import { sendCoin } from '@giftlane/contract/money/crypto.ts';
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { openKeys } from '../../../signer/keys.ts';
import { isFrozen, type TestMember, testPassword } from '../../../testing/builders.ts';
import { networkOf } from '../../../utxo/networks.ts';
import { scriptOf } from '../../../utxo/scripts.ts';
import { transactionOf } from '../../../utxo/wish.ts';
import {
  type CoinShop,
  elsewhere,
  longOnSandbox,
  lowerCoin,
  mainCoin,
  makeHolder,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';

const fee = 1_000n;

/** Somebody who has the seed spends the newest output of a member's wallet; so much of it comes back to `change`. */
async function steal(shop: CoinShop, { id }: TestMember, back = 0n): Promise<void> {
  const output = await shop.db.one(sql<{
    txid: string;
    vout: number;
    value: bigint;
    script: string;
    account: number;
    branch: 0 | 1;
    index: number;
  }>`
    select o.txid, o.vout, o.value, o.script, w.account, a.branch, a.index from coin_outputs o
    join coin_wallets w on w.id = o.wallet_id join coin_addresses a on a.coin = o.coin and a.script = o.script
    where w.owner = ${id} and o.made_by is null and not o.gone and o.spent_txid is null
    order by o.created_at desc limit 1`);
  const to = scriptOf(elsewhere, networkOf(lowerCoin, 'regtest'));
  if (!('script' in to)) throw new Error('no address');
  const keys = openKeys({ words: shop.words, networks: { btc: 'regtest', ltc: 'regtest' } });
  const { key } = keys.keyAt(lowerCoin, output.account, output);
  const transaction = transactionOf(
    [output],
    [
      { script: to.script, value: output.value - back - fee },
      ...(back > 0n ? [{ script: output.script, value: back }] : []),
    ],
  );
  transaction.signIdx(key, 0);
  transaction.finalize();
  const sent = await shop.checkout.coins.nodes.get(lowerCoin)?.send(transaction.hex);
  if (sent?.kind !== 'done') throw new Error(`the node did not take it: ${JSON.stringify(sent)}`);
}

longOnSandbox(
  'what is spent by no send of ours leaves wallet and books, and the account stands still',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    await steal(shop, anna, 30_000n);
    await shop.mine(lowerCoin);
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 30_000 });
    expect(await isFrozen(shop, anna.id)).toBe(true);
    await shop.sandbox.coins[lowerCoin].reorganise(1, { drop: true });
    await shop.look();
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 100_000 });
    // It comes again in another block.
    await steal(shop, anna, 40_000n);
    await shop.mine(lowerCoin);
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 40_000 });
  },
);

test('a send whose coins were spent by somebody else comes to nothing, and gives back nothing that is gone', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, mainCoin, 100_000n);
  const body = {
    coin: mainCoin,
    amount: 40_000,
    receiveAddress: elsewhere,
    password: testPassword,
    purpose: 'sendCoin' as const,
  };
  expect((await shop.call(sendCoin, { token: anna.token, body })).status).toBe(200);
  await steal(shop, anna);
  await shop.mine(lowerCoin);
  await shop.step();
  const [sent] = await transfersSeen(shop, anna, mainCoin);
  expect(sent).toMatchObject({ type: 'send', state: 'failed' });
  expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 0 });
  expect(await isFrozen(shop, anna.id)).toBe(true);
});

longOnSandbox(
  'what the house bore for coins that were taken is its own again when a fork gives them back',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    await shop.sandbox.coins[lowerCoin].fund(
      (await walletSeen(shop, anna, mainCoin)).receiveAddress,
      50_000n,
    );
    await shop.mine(lowerCoin);
    // She sends from the larger one, and the smaller one is taken before that is settled.
    const body = {
      coin: mainCoin,
      amount: 120_000,
      receiveAddress: elsewhere,
      password: testPassword,
      purpose: 'sendCoin' as const,
    };
    expect((await shop.call(sendCoin, { token: anna.token, body })).status).toBe(200);
    await steal(shop, anna);
    await shop.mine(lowerCoin);
    await shop.step();
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 100_000 });
    await shop.sandbox.coins[lowerCoin].reorganise(1, { drop: true });
    await shop.look();
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 150_000 });
  },
);
