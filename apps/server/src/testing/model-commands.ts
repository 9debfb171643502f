/** All commands of the model: buyers' actions, time, late money, refunds, reveals, new stock. */
import { viewCard } from '@giftlane/contract/shop/orders.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { refundOrder } from '../features/checkout/checkout.ts';
import { resolvePayment } from '../features/checkout/disputes/resolve.ts';
import { minutes } from '../platform/process/durations.ts';
import { loadCodes, type TestCard } from './builders.ts';
import { captureLate, runChore } from './faults.ts';
import type { Real } from './model-agree.ts';
import { atWindow, cancel, confirm, confirmUnheard, order, repeat } from './model-buying.ts';
import { aboutOrder, type Command, command, idsOf, member } from './model-deed.ts';
import type { Model } from './model-paper.ts';
import * as paper from './model-paper.ts';

const wait = (timeMinutes: number) =>
  command(
    `wait(${timeMinutes} min)`,
    () => true,
    async (model, real) => {
      await real.shop.moveClock(minutes(timeMinutes));
      model.nowMs += minutes(timeMinutes);
      await runChore(real.shop, 'checkout.lapse');
      paper.lapse(model);
    },
  );

const reconcile = () =>
  command(
    'reconcile',
    () => true,
    async (model, real) => {
      await real.shop.moveClock(minutes(2));
      model.nowMs += minutes(2);
      await runChore(real.shop, 'checkout.reconcile');
      paper.reconcile(model);
    },
  );

const lateMoney = (pick: number) =>
  aboutOrder(
    'late money',
    pick,
    (known) => !paper.isOpen(known) && known.provider === 'approved' && known.state !== 'refunded',
    async (known, model, real) => {
      const { id, paymentId } = idsOf(real, known);
      await captureLate(real.shop, paymentId);
      await resolvePayment(real.shop.checkout, { memberId: member(real, known).id, id });
      paper.arriveLate(model, known);
    },
  );

const refund = (pick: number) =>
  aboutOrder(
    'refund',
    pick,
    () => true,
    async (known, model, real) => {
      const key = { memberId: member(real, known).id, id: idsOf(real, known).id };
      const done = await refundOrder(real.shop, key, { reason: 'model' }).then(
        () => true,
        () => false,
      );
      const can = known.state === 'delivered' && !known.viewed;
      expect(done).toBe(can);
      if (can) paper.refund(model, known);
    },
  );

const reveal = (pick: number) =>
  aboutOrder(
    'reveal',
    pick,
    ({ state }) => state === 'delivered',
    async (known, _, real) => {
      const { token } = member(real, known);
      const { id } = idsOf(real, known);
      const codes = await real.shop.raw('GET', `/transactions/${id}/codes`, { token });
      const [code] = codes.body.data as { _id: string }[];
      const body = { cardId: code?._id ?? '' };
      const reply = await real.shop.call(viewCard, { token, params: { id }, body });
      expect(reply.status).toBe(200);
      known.viewed = true;
    },
  );

const load = (what: number, count: number) =>
  command(
    `load(${what}, ${count})`,
    () => true,
    async (model, real) => {
      await loadCodes(real.shop, (real.cards[what] as TestCard).id, count);
      (model.cards[what] as paper.CardModel).free += count;
    },
  );

/** Ends every order: unclear payments are reconciled, unpaid orders lapse. */
export async function end(model: Model, real: Real): Promise<void> {
  await reconcile().run(model, real);
  await wait(31).run(model, real);
}

const pick = fc.nat(9);
const wishes = fc.record({
  who: fc.nat(1),
  what: fc.nat(1),
  quantity: fc.integer({ min: 1, max: 4 }),
  gateway: fc.constantFrom('Wallet' as const, 'PayPal' as const, 'PayPal' as const),
  share: fc.constantFrom(0, 0, 30, 100),
});

/** All commands; repeated entries give orders and payments more weight. */
export const commands: fc.Arbitrary<Command>[] = [
  wishes.map(order),
  wishes.map(order),
  pick.map(repeat),
  pick.map((one) => atWindow(one, 'approve')),
  pick.map((one) => atWindow(one, 'approve')),
  pick.map((one) => atWindow(one, 'decline')),
  fc.tuple(pick, fc.integer({ min: 1, max: 3 })).map(([one, times]) => confirm(one, times)),
  fc.tuple(pick, fc.integer({ min: 1, max: 3 })).map(([one, times]) => confirm(one, times)),
  pick.map(confirmUnheard),
  pick.map(cancel),
  fc.constantFrom(10, 31).map(wait),
  fc.constant(0).map(reconcile),
  pick.map(lateMoney),
  pick.map(refund),
  pick.map(reveal),
  fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 4 })).map(([what, count]) => load(what, count)),
];
