/** A deed in the shop and, at the same time, on the back of the envelope. */
import type fc from 'fast-check';
import type { TestMember } from './builders.ts';
import { agree, type Real } from './model-agree.ts';
import type { Model, OrderModel } from './model-paper.ts';

export type Command = fc.AsyncCommand<Model, Real>;

/** A command: it runs where the paper says it may, and then shop and paper have to agree. */
export function command(
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
export function aboutOrder(
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

/** Whose order it is. */
export const member = (real: Real, order: OrderModel) => real.members[order.member] as TestMember;
/** What the shop and the provider call it. */
export const idsOf = (real: Real, order: OrderModel) =>
  real.ids.get(order.clientId) ?? { id: '', paymentId: '' };
