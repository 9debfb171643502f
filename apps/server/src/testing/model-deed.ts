/** Commands that act on the shop and the model alike. */
import type fc from 'fast-check';
import type { TestMember } from './builders.ts';
import { agree, type Real } from './model-agree.ts';
import type { Model, OrderModel } from './model-paper.ts';

export type Command = fc.AsyncCommand<Model, Real>;

/** A command: runs if the model allows it; afterwards shop and model must agree. */
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

/** A command about one of the matching orders, selected by `pick`. */
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

export const member = (real: Real, order: OrderModel) => real.members[order.member] as TestMember;
/** Ids of the order at the shop and the provider. */
export const idsOf = (real: Real, order: OrderModel) =>
  real.ids.get(order.clientId) ?? { id: '', paymentId: '' };
