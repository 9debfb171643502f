/**
 * Random histories of added money that the provider takes in parts while it is spent, put into orders and comes back out of
 * them: in the end the house has all that is there of it, up to what was taken, and nothing else (trust programme, L).
 */
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { expect } from 'vitest';
import { runOn } from '../cli/run.testing.ts';
import { begun } from '../features/checkout/capture/top-up.testing.ts';
import { refundOrder } from '../features/checkout/checkout.ts';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { atProvider } from '../testing/buying.ts';
import { makeDice } from '../testing/dice.ts';
import { atCapture, providerCaptures, runChore } from '../testing/faults.ts';
import { longTest } from '../testing/long.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

/** Plays one history; answers what the member has in the end, what that should be, and what happened. */
async function play(shop: TestShop, seed: number) {
  const dice = makeDice(seed);
  const log: string[] = [`seed ${seed}`];
  const anna = await makeMember(shop);
  const { token } = anna;
  const topUp = await begun(shop, anna);
  await topUp.approve();
  await topUp.add();
  const captures = await providerCaptures(shop);
  const captureId = captures.find(({ orderId }) => orderId === topUp.sPaymentId)?.id ?? '';
  let [spentMinor, goneMinor] = [0n, 0n];
  const backs: (() => Promise<unknown>)[] = [];
  const some = (mostMinor: bigint) => 1_00n * BigInt(1 + dice.below(Number(mostMinor / 1_00n)));
  const back = async () => {
    const [one] = backs.splice(dice.below(Math.max(1, backs.length)), 1);
    await one?.();
    log.push(`back ${await anna.balance()}`);
  };
  const refund = (id: string) => () =>
    refundOrder(shop, { memberId: anna.id, id }, { reason: 'asked for' });
  const buy = async (isBack: boolean) => {
    const balance = await anna.balance();
    if (balance < 1_00n) return;
    const totalMinor = some(balance);
    const body = orderBody(anna, {
      card: await makeCard(shop, { priceMinor: totalMinor }),
      totalMinor,
    });
    const { data } = (await shop.call(pay, { token, body })).body;
    if (isBack) backs.push(refund(data._id));
    else spentMinor += totalMinor;
    log.push(`buy ${totalMinor}, ${isBack ? 'may come back' : 'spent'}`);
  };
  /** An order that the wallet pays in part: unpaid, waiting or delivered. */
  const order = async () => {
    const balance = await anna.balance();
    if (balance < 1_00n) return;
    const walletMinor = some(balance);
    const totalMinor = walletMinor + 10_00n;
    const card = await makeCard(shop, { priceMinor: totalMinor, codes: 1 });
    const wanted = { card, totalMinor, walletMinor, gateway: 'PayPal' } as const;
    const { sPayerId, ...wish } = orderBody(anna, wanted);
    const { sPaymentId } = (await shop.call(initiate, { token, body: wish })).body.data;
    const end = dice.one(['unpaid', 'waiting', 'delivered']);
    if (end === 'waiting')
      await shop.db.run(sql`update codes set state = 'void' where card_id = ${card.id}`);
    if (end === 'unpaid') {
      const { sOrderId } = wish;
      backs.push(() => shop.call(cancelOrder, { token, body: { sOrderId } }));
    } else {
      await atProvider(shop, sPaymentId, 'approve');
      const body = { ...wish, sPayerId, sPaymentId };
      backs.push(refund((await shop.call(pay, { token, body })).body.data._id));
    }
    log.push(`order of ${walletMinor}, ${end}`);
  };
  const take = async () => {
    const leftMinor = 40_00n - goneMinor;
    if (leftMinor < 1_00n) return;
    const minor = dice.chance(0.4) ? leftMinor : some(leftMinor);
    goneMinor += minor;
    await atCapture(shop, captureId, 'reverse', { value: `${minor / 100n}.00` });
    await shop.db.run(
      sql`update payment_captures set ask_at = app_now() where capture_id = ${captureId}`,
    );
    await shop.moveClock(1);
    await runChore(shop, 'checkout.captures');
    await runOn(shop, 'member', 'unfreeze', anna.email);
    log.push(`take ${minor}`);
  };
  const deeds = [() => buy(false), () => buy(true), order, order, back, back, take];
  for (let step = 0; step < 12; step += 1) await dice.one(deeds)();
  await take();
  // What comes from elsewhere since is not touched.
  const otherMinor = dice.chance(0.5) ? 25_00n : 0n;
  if (otherMinor > 0n) {
    const other = await begun(shop, anna, 25);
    await other.approve();
    await other.add();
  }
  while (backs.length > 0) await back();
  await runOn(shop, 'frozen', 'keep', captureId);
  const restMinor = 40_00n - spentMinor - goneMinor;
  const should = otherMinor + (restMinor > 0n ? restMinor : 0n);
  return { has: await anna.balance(), should, log };
}

longTest(
  'L of added money that was taken the house keeps what is there, wherever it lay when it was taken',
  { timeout: minutes(5) },
  async () => {
    const shop = await startShop({ working: false, env: { THROTTLE: '0' } });
    shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
    const first = Math.floor(Math.random() * 2 ** 31);
    for (let seed = first; seed < first + 40; seed += 1) {
      const { has, should, log } = await play(shop, seed);
      expect(has, log.join('\n')).toBe(should);
    }
  },
);
