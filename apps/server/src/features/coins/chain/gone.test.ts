/** Deposits that a fork takes back, and that are spent otherwise before they come again. */

import { sendCoin } from '@giftlane/contract/money/crypto.ts';
import { initiate } from '@giftlane/contract/shop/checkout.ts';
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { expect } from 'vitest';
import { runOn } from '../../../cli/run.testing.ts';
import { sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import {
  isFrozen,
  loadCodes,
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
  testPassword,
} from '../../../testing/builders.ts';
import { waitingForCodes } from '../../orders/orders.ts';
import {
  type CoinShop,
  elsewhere,
  longOnSandbox,
  lowerCoin,
  mainCoin,
  makeHolder,
  makeWallet,
  onSandbox,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { coinOrder, gateways, payQuote, type Quoted } from '../wallets/paying.testing.ts';
import { compareWithNode } from './check.ts';
import { findMined, paidOtherwise } from './spent-otherwise.testing.ts';

const chainOf = (shop: CoinShop) => shop.sandbox.coins[lowerCoin];

const send = (shop: CoinShop, { token }: TestMember, amount: number, receiveAddress = elsewhere) =>
  shop.call(sendCoin, {
    token,
    body: {
      coin: mainCoin,
      amount,
      receiveAddress,
      password: testPassword,
      purpose: 'sendCoin',
    },
  });

/** The txid of the only deposit of a member. */
async function depositOf(shop: CoinShop, member: TestMember): Promise<string> {
  const [first] = await transfersSeen(shop, member, mainCoin);
  if (!first) throw new Error('no deposit');
  return first.txid;
}

/** What a working shop does while blocks come: it looks, and hands in what it may try again. */
async function passes(shop: CoinShop, blocks: number): Promise<void> {
  await shop.mine(lowerCoin, blocks);
  await shop.moveClock(minutes(11));
  await shop.step();
}

const stateOf = async (shop: CoinShop, member: TestMember) =>
  (await transfersSeen(shop, member, mainCoin)).find(({ type }) => type === 'send')?.state;

const losses = async ({ db }: CoinShop) =>
  (
    await db.one(sql<{ units: bigint }>`
      select coalesce(sum(p.amount), 0)::bigint as units from ledger_postings p
      join ledger_accounts a on a.id = p.account_id where a.name = ${`house:losses:${lowerCoin}`}`)
  ).units;

async function compare(shop: CoinShop): Promise<void> {
  const { onlyNode, onlyBooks } = await compareWithNode(shop.checkout.coins, lowerCoin);
  expect([onlyNode, onlyBooks]).toEqual([[], []]);
}

onSandbox(
  'a send of a deposit that a fork took back comes to nothing once that can never come again, and its member is told',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    const instead = await paidOtherwise(shop, lowerCoin, await depositOf(shop, anna));
    const { nFee } = (await send(shop, anna, 40_000)).body.data;
    await shop.step();
    await chainOf(shop).reorganise(1, { include: [instead] });
    await passes(shop, 1);
    expect(await stateOf(shop, anna)).toBe('signed');
    expect(await losses(shop)).toBe(BigInt(-40_000 - nFee));
    await passes(shop, 97);
    expect(await stateOf(shop, anna)).toBe('signed');
    await passes(shop, 2);
    expect(await stateOf(shop, anna)).toBe('failed');
    // Nothing of it is there: what came back was first the house's.
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 0 });
    expect(await losses(shop)).toBe(0n);
    expect(await isFrozen(shop, anna.id)).toBe(true);
    await shop.workJobs();
    const mail = shop.sandbox.mails(anna.email)[0];
    expect(mail?.subject).toBe(`We didn't send 0.0004 ${mainCoin}`);
    expect(mail?.text).toContain("The network can't process it");
    await compare(shop);
  },
);

longOnSandbox(
  'of such a send, and of those that stand on it, what is really there is the member’s again',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    const { receiveAddress } = await walletSeen(shop, anna, mainCoin);
    const txid = await chainOf(shop).fund(receiveAddress, 60_000n);
    await shop.mine(lowerCoin);
    const instead = await paidOtherwise(shop, lowerCoin, txid);
    const ben = await makeMember(shop);
    const { receiveAddress: bens } = await makeWallet(shop, ben, mainCoin);
    await send(shop, anna, 120_000, bens);
    await shop.step();
    await send(shop, anna, 20_000);
    await shop.step();
    await chainOf(shop).reorganise(1, { include: [instead] });
    await passes(shop, 100);
    expect((await transfersSeen(shop, anna, mainCoin)).map(({ state }) => state)).toEqual([
      'failed',
      'failed',
      'removed',
      'confirmed',
    ]);
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 100_000 });
    expect(await losses(shop)).toBe(0n);
    await compare(shop);
  },
);

longOnSandbox('so does a send of what such a send of another member had brought', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, mainCoin, 100_000n);
  const instead = await paidOtherwise(shop, lowerCoin, await depositOf(shop, anna));
  const ben = await makeMember(shop, { verified: true });
  const { receiveAddress: bens } = await makeWallet(shop, ben, mainCoin);
  await send(shop, anna, 60_000, bens);
  await shop.step();
  await shop.mine(lowerCoin);
  expect((await send(shop, ben, 30_000)).status).toBe(200);
  await shop.step();
  await chainOf(shop).reorganise(2, { include: [instead], drop: true });
  await passes(shop, 100);
  await passes(shop, 1);
  expect([await stateOf(shop, anna), await stateOf(shop, ben)]).toEqual(['failed', 'failed']);
  for (const member of [anna, ben])
    expect(await walletSeen(shop, member, mainCoin)).toMatchObject({ confirmedBalance: 0 });
  expect(await losses(shop)).toBe(0n);
  await compare(shop);
});

onSandbox(
  'while the deposit may come again the send waits for it, however long, and goes then: once, the same bytes',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    const deposit = await depositOf(shop, anna);
    const { raw } = await findMined(shop, lowerCoin, deposit);
    const { txid } = (await send(shop, anna, 40_000)).body.data;
    await shop.step();
    await chainOf(shop).reorganise(1, { drop: true });
    await passes(shop, 105);
    expect(await stateOf(shop, anna)).toBe('signed');
    expect((await shop.checkout.coins.nodes.get(lowerCoin)?.send(raw))?.kind).toBe('done');
    await passes(shop, 1);
    await passes(shop, 1);
    const [sent] = await transfersSeen(shop, anna, mainCoin);
    expect(sent).toMatchObject({ state: 'confirmed', txid });
    expect(await losses(shop)).toBe(0n);
    await compare(shop);
  },
);

longOnSandbox(
  'a block that said a deposit can never come again says so no more once a fork has given it up',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    const deposit = await depositOf(shop, anna);
    const instead = await paidOtherwise(shop, lowerCoin, deposit);
    const { raw } = await findMined(shop, lowerCoin, deposit);
    await send(shop, anna, 40_000);
    await shop.step();
    await chainOf(shop).reorganise(1, { include: [instead] });
    await passes(shop, 50);
    await chainOf(shop).reorganise(53, { include: [raw], drop: true });
    await passes(shop, 60);
    await passes(shop, 1);
    expect(await stateOf(shop, anna)).toBe('confirmed');
    expect(await losses(shop)).toBe(0n);
    await compare(shop);
  },
);

longOnSandbox(
  'an order that such a send paid is ended by an operator: what waits is given up, the wallet’s share is back',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 1_000_000_000n, { walletMinor: 5_00n });
    const [here, away] = [
      await makeCard(shop, { priceMinor: 10_00n, codes: 1, cashbackBp: 1000 }),
      await makeCard(shop, { priceMinor: 20_00n, codes: 1 }),
    ];
    const { sPayerId: _, ...wish } = orderBody(anna, {
      card: here,
      totalMinor: 30_00n,
      walletMinor: 5_00n,
      gateway: 'PayPal',
    });
    const aCartData = [here, away].map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 }));
    const body = { ...wish, aCartData, eGateway: gateways[mainCoin] };
    const quote = (await shop.call(initiate, { token: anna.token, body })).body.data as Quoted;
    const instead = await paidOtherwise(shop, lowerCoin, await depositOf(shop, anna));
    await shop.db.run(sql`update codes set state = 'void' where card_id = ${away.id}`);
    await payQuote(shop, anna, mainCoin, quote);
    await shop.step();
    await shop.workJobs();
    const seen = async () =>
      (await shop.call(showOrder, { token: anna.token, params: { id: quote.sOrderId } })).body.data;
    const { _id: id } = await seen();
    expect(await seen()).toMatchObject({ eStatus: 'Processing' });
    await chainOf(shop).reorganise(1, { include: [instead] });
    await passes(shop, 1);
    // It could still come: nothing is given up, nor handed out.
    await loadCodes(shop, away.id, 1);
    expect(await waitingForCodes(shop.db, 50)).toEqual([]);
    await shop.db.run(sql`update codes set state = 'void' where card_id = ${away.id}`);
    const end = () => runOn(shop, 'order', 'refund', id, '--even-coins-gone');
    expect((await end()).code).toBe(1);
    await passes(shop, 99);
    expect(await stateOf(shop, anna)).toBe('failed');
    // Whoever has looked at a code has it.
    await shop.db.run(sql`update codes set viewed_at = app_now() where card_id = ${here.id}`);
    const ended = await end();
    expect(ended.stdout).toContain('1 lines: 0.00 usd to the card, 0.00 usd to the wallet.');
    expect(await seen()).toMatchObject({ eStatus: 'Delivered' });
    // Nobody pays for it: it earns nothing.
    await shop.workJobs();
    const earned = await shop.db.rows(sql`select 1 from point_earnings`);
    expect([await anna.balance(), earned]).toEqual([0n, []]);
    const whole = await runOn(shop, 'order', 'refund', id, '--even-coins-gone', '--even-viewed');
    expect(whole.stdout).toContain('1 lines: 0.00 usd to the card, 5.00 usd to the wallet.');
    expect(whole.stdout).toContain('5.00 usd for coins that are gone');
    expect(await anna.balance()).toBe(5_00n);
  },
);

onSandbox(
  'who was given an order for a send that comes to nothing stands still, whatever else there is',
  async () => {
    const shop = await startCoinShop();
    const { anna, quote } = await coinOrder(shop, mainCoin, { units: 1_000_000n });
    const { receiveAddress } = await walletSeen(shop, anna, mainCoin);
    const deposit = await chainOf(shop).fund(receiveAddress, 1_500_000n);
    await shop.mine(lowerCoin);
    const instead = await paidOtherwise(shop, lowerCoin, deposit);
    await payQuote(shop, anna, mainCoin, quote);
    await shop.step();
    await shop.workJobs();
    const state = async () =>
      (await shop.db.one(sql<{ state: string }>`select state from orders`)).state;
    expect(await state()).toBe('delivered');
    await chainOf(shop).reorganise(1, { include: [instead] });
    await passes(shop, 100);
    await shop.workJobs();
    const failed = await stateOf(shop, anna);
    const seen = await walletSeen(shop, anna, mainCoin);
    expect([failed, await state(), seen.confirmedBalance, await isFrozen(shop, anna.id)]).toEqual([
      'failed',
      'delivered',
      1_000_000,
      true,
    ]);
    const [order] = await shop.db.rows(sql<{ id: string }>`select id from orders`);
    const ended = await runOn(shop, 'order', 'refund', order?.id ?? '', '--even-coins-gone');
    expect(ended.stdout).toContain('30.00 usd for coins that are gone');
  },
);

longOnSandbox(
  'of an order whose coins are gone the cashback goes back, whether its lines end together or one by one',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 1_000_000_000n, { walletMinor: 5_00n });
    const cards = [
      await makeCard(shop, { priceMinor: 10_00n, codes: 1, cashbackBp: 1000 }),
      await makeCard(shop, { priceMinor: 20_00n, codes: 1 }),
    ] as const;
    const { sPayerId: _, ...wish } = orderBody(anna, {
      card: cards[0],
      totalMinor: 30_00n,
      walletMinor: 5_00n,
      gateway: 'PayPal',
    });
    const aCartData = cards.map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 }));
    const body = { ...wish, aCartData, eGateway: gateways[mainCoin] };
    const quote = (await shop.call(initiate, { token: anna.token, body })).body.data as Quoted;
    const instead = await paidOtherwise(shop, lowerCoin, await depositOf(shop, anna));
    await payQuote(shop, anna, mainCoin, quote);
    await shop.step();
    await shop.workJobs();
    // Delivered: 1.00 of cashback is in the wallet.
    expect(await anna.balance()).toBe(1_00n);
    await chainOf(shop).reorganise(1, { include: [instead] });
    await passes(shop, 100);
    expect(await stateOf(shop, anna)).toBe('failed');
    const lines = await shop.db.rows(sql<{ id: string; orderId: string }>`
      select id, order_id as "orderId" from order_lines order by position`);
    for (const { id, orderId } of lines) {
      const ended = await runOn(
        shop,
        'order',
        'refund',
        orderId,
        '--line',
        id,
        '--even-coins-gone',
      );
      expect(ended.code).toBe(0);
    }
    // What she paid from the wallet, and nothing on top; together it is 4.00 beside the cashback.
    expect(await anna.balance()).toBe(5_00n);
  },
);

longOnSandbox(
  'an error of the database while a send is undone is one of its transaction',
  async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    const instead = await paidOtherwise(shop, lowerCoin, await depositOf(shop, anna));
    await send(shop, anna, 40_000);
    await shop.step();
    await chainOf(shop).reorganise(1, { include: [instead] });
    // As a lock that is waited for too long, or a database that goes away.
    await shop.owner.script(`create function refuse_failed() returns trigger language plpgsql as $$
    begin raise exception 'gone away' using errcode = '57P01'; end $$;
    create trigger refuse_failed before update on coin_transfers for each row
      when (new.state = 'failed') execute function refuse_failed();`);
    await expect(passes(shop, 100)).rejects.toThrow('gone away');
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    await shop.owner.script(
      'drop trigger refuse_failed on coin_transfers; drop function refuse_failed()',
    );
  },
);
