/** What happens in the shop and, at the same time, on the back of the envelope. */
import { cancelOrder, initiate, pay } from '@giftlane/contract/checkout.ts';
import { viewCard } from '@giftlane/contract/orders.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { refundOrder } from '../features/checkout/checkout.ts';
import { resolvePayment } from '../features/checkout/resolve.ts';
import { minutes } from '../platform/durations.ts';
import { newId } from '../platform/ids.ts';
import { loadCodes, orderBody, type TestCard, type TestMember } from './builders.ts';
import { atProvider } from './buying.ts';
import { captureLate, runChore } from './faults.ts';
import { agree, type Real } from './fuzz-agree.ts';
import type { Model, OrderModel } from './fuzz-model.ts';
import * as paper from './fuzz-model.ts';
import type { Reply } from './start-shop.ts';

type Command = fc.AsyncCommand<Model, Real>;

function command(
  label: string,
  ready: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Command {
  return {
    check: ready,
    async run(model, real) {
      await run(model, real);
      await agree(model, real);
    },
    toString: () => label,
  };
}

/** A command about one of the orders that fit; `pick` says which. */
function aboutOrder(
  label: string,
  pick: number,
  fits: (order: OrderModel) => boolean,
  run: (order: OrderModel, model: Model, real: Real) => Promise<void>,
): Command {
  const find = (model: Model) => {
    const orders = model.orders.filter(fits);
    return orders[pick % Math.max(1, orders.length)];
  };
  return command(
    `${label}(${pick})`,
    (model) => find(model) !== undefined,
    async (model, real) => {
      const order = find(model);
      if (order) await run(order, model, real);
    },
  );
}

const member = (real: Real, order: OrderModel) => real.members[order.member] as TestMember;
const idsOf = (real: Real, order: OrderModel) =>
  real.ids.get(order.clientId) ?? { id: '', paymentId: '' };

function bodyOf(model: Model, real: Real, order: OrderModel) {
  const card = model.cards[order.card] as paper.CardModel;
  return orderBody(member(real, order), {
    card: real.cards[order.card] as TestCard,
    quantity: order.quantity,
    totalMinor: BigInt(order.totalMinor),
    walletMinor: BigInt(order.shareMinor),
    chargesMinor: BigInt(order.quantity * (card.chargeMinor - card.discountMinor)),
    gateway: order.gateway,
    orderId: order.clientId,
  });
}

/** Sends an order for the first time or again: both times the same reply. */
async function send(model: Model, real: Real, order: OrderModel): Promise<Reply<unknown>> {
  const { token } = member(real, order);
  const { sPayerId, ...wish } = bodyOf(model, real, order);
  if (order.gateway === 'Wallet')
    return real.shop.call(pay, { token, body: { ...wish, sPayerId } });
  return real.shop.call(initiate, { token, body: wish });
}

interface Wish {
  readonly who: number;
  readonly what: number;
  readonly quantity: number;
  readonly gateway: 'Wallet' | 'PayPal';
  /** Percent of the total that is to come from the wallet. */
  readonly share: number;
}

const order = (wish: Wish) =>
  command(
    `order(${JSON.stringify(wish)})`,
    () => true,
    async (model, real) => {
      const card = model.cards[wish.what] as paper.CardModel;
      const totalMinor = paper.totalOf(card, wish.quantity);
      const partMinor = Math.min(totalMinor - 1, Math.floor((totalMinor * wish.share) / 100));
      const wanted: OrderModel = {
        clientId: newId('model').replace('_', '-'),
        gateway: wish.gateway,
        member: wish.who,
        card: wish.what,
        quantity: wish.quantity,
        totalMinor,
        shareMinor: wish.gateway === 'Wallet' ? totalMinor : partMinor,
        cashbackMinor: wish.quantity * card.cashbackMinor,
        lapsesAtMs: model.nowMs + paper.lapseAfterMs,
        state: 'pending',
        provider: 'created',
        claimed: false,
        returned: false,
        viewed: false,
      };
      const refusals = paper.refusalsOf(model, wanted);
      const reply = await send(model, real, wanted);
      if (refusals.length > 0) {
        expect(refusals).toContain(reply.body.code);
        return;
      }
      expect(reply.status).toBe(200);
      const { _id = '', sPaymentId } = reply.body.data as { _id?: string; sPaymentId: string };
      const id = _id || (await findId(real, wanted));
      real.ids.set(wanted.clientId, { id, paymentId: sPaymentId });
      paper.place(model, wanted);
    },
  );

async function findId(real: Real, { clientId, member: who }: OrderModel): Promise<string> {
  const { token } = real.members[who] as TestMember;
  const { body } = await real.shop.raw('GET', `/transactions/${clientId}`, { token });
  return (body.data as { _id: string })._id;
}

/** What a repetition of the order's first request answers by now. */
function repeated({ gateway, state }: OrderModel): number | string {
  if (gateway === 'Wallet') return 200;
  if (state === 'lapsed') return 'order.lapsed';
  return state === 'cancelled' || state === 'lapsedDeclined' ? 'order.not_payable' : 200;
}

const repeat = (pick: number) =>
  aboutOrder(
    'repeat',
    pick,
    () => true,
    async (known, model, real) => {
      const reply = await send(model, real, known);
      expect(reply.body.code ?? reply.status).toBe(repeated(known));
      // Asking again to pay a declined order makes it payable again.
      if (known.state === 'declined') known.state = 'pending';
    },
  );

const atWindow = (pick: number, deed: 'approve' | 'decline') =>
  aboutOrder(
    deed,
    pick,
    ({ gateway, provider }) => gateway === 'PayPal' && provider !== 'taken',
    async (known, _, real) => {
      await atProvider(real.shop, idsOf(real, known).paymentId, deed);
      known.provider = deed === 'approve' ? 'approved' : 'bad card';
    },
  );

/** What confirming answers, by the paper. */
function confirmed(model: Model, known: OrderModel): number | string {
  if (paper.isOpen(known)) return paper.capture(model, known) ?? 200;
  if (known.state === 'lapsed') return 'order.lapsed';
  return known.state === 'delivered' || known.state === 'refunded' ? 200 : 'order.not_payable';
}

function confirmBody(model: Model, real: Real, known: OrderModel) {
  return { ...bodyOf(model, real, known), sPaymentId: idsOf(real, known).paymentId };
}

const confirm = (pick: number, times: number) =>
  aboutOrder(
    `confirm x${times}`,
    pick,
    ({ gateway }) => gateway === 'PayPal',
    async (known, model, real) => {
      const { token } = member(real, known);
      const body = confirmBody(model, real, known);
      const replies = await Promise.all(
        Array.from({ length: times }, () => real.shop.call(pay, { token, body })),
      );
      const expected = confirmed(model, known);
      expect(replies.map((reply) => reply.body.code ?? reply.status)).toEqual(
        Array.from({ length: times }, () => expected),
      );
    },
  );

const confirmUnheard = (pick: number) =>
  aboutOrder(
    'confirm unheard',
    pick,
    (known) => known.gateway === 'PayPal' && paper.isOpen(known),
    async (known, model, real) => {
      const fault = { operation: 'capture', kind: 'reset', after: true, times: 'always' } as const;
      real.shop.sandbox.faults.add(fault);
      const { token } = member(real, known);
      const reply = await real.shop.call(pay, { token, body: confirmBody(model, real, known) });
      real.shop.sandbox.faults.clear();
      expect(reply.status).toBe(202);
      paper.captureUnheard(known);
    },
  );

const cancel = (pick: number) =>
  aboutOrder(
    'cancel',
    pick,
    () => true,
    async (known, model, real) => {
      const { token } = member(real, known);
      const reply = await real.shop.call(cancelOrder, {
        token,
        body: { sOrderId: known.clientId },
      });
      const over = ['cancelled', 'lapsed', 'lapsedDeclined'].includes(known.state);
      const can = paper.isOpen(known) && !known.claimed;
      expect(reply.body.code ?? reply.status).toBe(over || can ? 200 : 'order.not_cancellable');
      if (can) paper.cancel(model, known);
    },
  );

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

/** Brings every order to its end: what is unclear is asked about, what is unpaid lapses. */
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

/** Every command, orders and payments more often than the rest. */
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
