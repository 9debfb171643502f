/** Commands of buyers, in the shop and at the provider. */
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { expect } from 'vitest';
import { newId } from '../platform/secrets/ids.ts';
import { orderBody, type TestCard, type TestMember } from './builders.ts';
import { atProvider } from './buying.ts';
import type { Real } from './model-agree.ts';
import { aboutOrder, command, idsOf, member } from './model-deed.ts';
import type { Model, OrderModel } from './model-paper.ts';
import * as paper from './model-paper.ts';
import type { Reply } from './start-shop.ts';

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

/** Sends an order's first request, or repeats it: the reply must be the same. */
async function send(model: Model, real: Real, order: OrderModel): Promise<Reply<unknown>> {
  const { token } = member(real, order);
  const { sPayerId, ...wish } = bodyOf(model, real, order);
  if (order.gateway === 'Wallet')
    return real.shop.call(pay, { token, body: { ...wish, sPayerId } });
  return real.shop.call(initiate, { token, body: wish });
}

export interface Wish {
  readonly who: number;
  readonly what: number;
  readonly quantity: number;
  readonly gateway: 'Wallet' | 'PayPal';
  /** Percentage of the total to pay from the wallet. */
  readonly share: number;
}

export const order = (wish: Wish) =>
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

/** Expected reply to a repetition of the order's first request. */
function repeated({ gateway, state }: OrderModel): number | string {
  if (gateway === 'Wallet') return 200;
  if (state === 'lapsed' || state === 'lapsedDeclined') return 'order.lapsed';
  return state === 'cancelled' ? 'order.not_payable' : 200;
}

/** Repeats an order’s first request. */
export const repeat = (pick: number) =>
  aboutOrder(
    'repeat',
    pick,
    () => true,
    async (known, model, real) => {
      const reply = await send(model, real, known);
      expect(reply.body.code ?? reply.status).toBe(repeated(known));
      // Repeating it makes a declined order payable again.
      if (known.state === 'declined') known.state = 'pending';
    },
  );

/** The buyer’s action at the provider. */
export const atWindow = (pick: number, deed: 'approve' | 'decline') =>
  aboutOrder(
    deed,
    pick,
    ({ gateway, provider }) => gateway === 'PayPal' && provider !== 'taken',
    async (known, _, real) => {
      await atProvider(real.shop, idsOf(real, known).paymentId, deed);
      known.provider = deed === 'approve' ? 'approved' : 'bad card';
    },
  );

/** Expected reply to confirming an order. */
function confirmed(model: Model, known: OrderModel): number | string {
  if (paper.isOpen(known)) return paper.capture(model, known) ?? 200;
  if (known.state === 'lapsed' || known.state === 'lapsedDeclined') return 'order.lapsed';
  return known.state === 'delivered' || known.state === 'refunded' ? 200 : 'order.not_payable';
}

function confirmBody(model: Model, real: Real, known: OrderModel) {
  return { ...bodyOf(model, real, known), sPaymentId: idsOf(real, known).paymentId };
}

/** Confirms an order, `times` times at once. */
export const confirm = (pick: number, times: number) =>
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

/** Confirms while the provider’s reply is lost. */
export const confirmUnheard = (pick: number) =>
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

export const cancel = (pick: number) =>
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
      const refused = paper.isOpen(known) ? 'order.being_paid' : 'order.not_cancellable';
      expect(reply.body.code ?? reply.status).toBe(over || can ? 200 : refused);
      if (can) paper.cancel(model, known);
    },
  );
