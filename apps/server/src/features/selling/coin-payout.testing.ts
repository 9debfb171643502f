/** Cards sold for coins, for tests. */

import { tmpdir } from 'node:os';
import type { Coin, CoinName } from '@giftlane/contract/money/coins.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { runCli } from '../../cli/run.testing.ts';
import { sql } from '../../platform/db/db.ts';
import { openKeys } from '../../signer/keys.ts';
import { makeMember, type TestMember } from '../../testing/builders.ts';
import { nodeEnv, sandboxEnv } from '../../testing/sandbox-env.ts';
import type { PlannedOutput } from '../../utxo/plan.ts';
import { transactionOf } from '../../utxo/wish.ts';
import { type CoinShop, makeWallet, runChore, testWords } from '../coins/coins.testing.ts';
import { lookAt, makeBought, offer, offerBody } from './offers.testing.ts';

export const gatewayOf = { BTC: 'BitCoin', LTC: 'LiteCoin' } as const;
export const coinOf = { BTC: 'btc', LTC: 'ltc' } as const;

/** Runs a command against a shop with coins. */
export const runWithCoins = (shop: CoinShop, ...args: string[]) => {
  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = sandboxEnv(
    shop.sandbox,
    shop.config.databaseUrl,
  );
  return runCli(args, {
    DATABASE_URL,
    ENCRYPTION_KEYS,
    DATA_DIR: tmpdir(),
    ...nodeEnv(shop.sandbox),
  });
};

/** The body of an offer to be paid in a coin. */
export async function coinOfferBody(
  shop: CoinShop,
  member: TestMember,
  { coin, payee }: { coin: CoinName; payee: string },
  card?: Awaited<ReturnType<typeof makeBought>>,
) {
  const body = await offerBody(shop, member, { card: card ?? (await makeBought(shop)) });
  return { ...body, eGateway: gatewayOf[coin], sPayerId: payee };
}

/** Offers a card for 44.00, to be paid in a coin; an operator has viewed its pictures. */
export async function coinOffer(shop: CoinShop, coin: CoinName, of?: TestMember) {
  const anna = of ?? (await makeMember(shop, { verified: true }));
  const { receiveAddress } = await makeWallet(shop, anna, coin);
  const body = await coinOfferBody(shop, anna, { coin, payee: receiveAddress });
  const reply = await offer(shop, anna, body);
  if (reply.status !== 200) throw new Error(`not taken: ${reply.body.message}`);
  const order = reply.body.data as Order;
  await lookAt(shop, order._id);
  return { anna, order, payee: receiveAddress, body };
}

/** Refreshes coin prices, which are valid for two minutes. */
export const freshRates = (shop: CoinShop) => runChore(shop, 'rates.spots');

/**
 * A double spend: another transaction signed with the same seed, spending the output that the first send
 * reserved.
 */
export async function rivalOf(shop: CoinShop, coin: Coin): Promise<string> {
  const output = await shop.db.one(sql<
    PlannedOutput & { txid: string; vout: number; branch: 0 | 1; index: number; account: number }
  >`
    select o.txid, o.vout, o.script, o.value, a.branch, a.index, w.account from coin_outputs o
    join coin_addresses a on a.coin = o.coin and a.script = o.script
    join coin_wallets w on w.id = o.wallet_id
    where o.coin = ${coin} and o.reserved_by is not null and o.made_by is null`);
  const { key } = openKeys({
    words: testWords,
    networks: { btc: 'regtest', ltc: 'regtest' },
  }).keyAt(coin, output.account, output);
  const rival = transactionOf(
    [output],
    [{ script: `0014${'07'.repeat(20)}`, value: output.value - 10_000n }],
  );
  rival.signIdx(key, 0);
  rival.finalize();
  return rival.hex;
}
