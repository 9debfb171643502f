/** Compares the shop with the model. */
import { expect } from 'vitest';
import { balanceOf, heldOf } from '../ledger/ledger.ts';
import { sql } from '../platform/db/db.ts';
import type { TestCard, TestMember } from './builders.ts';
import type { Model } from './model-paper.ts';
import * as paper from './model-paper.ts';
import type { TestShop } from './start-shop.ts';

/** The real counterparts of the model's members, cards and orders. */
export interface Real {
  readonly shop: TestShop;
  readonly members: readonly TestMember[];
  readonly cards: readonly TestCard[];
  /** Ids of orders by their client ids: the shop's, and the provider's. */
  readonly ids: Map<string, { id: string; paymentId: string }>;
}

/** Compares all observable state with the model. */
export async function agree(model: Model, { shop, members, cards }: Real): Promise<void> {
  const free = await shop.db.rows(sql<{ cardId: string; free: number }>`
    select card_id as "cardId", count(*)::int as free from codes
    where state = 'free' and card_id = any(${cards.map(({ id }) => id)}::text[]) group by card_id`);
  const seen = await Promise.all(
    members.map(async ({ id, token, balance }) => {
      const orders = await shop.raw('GET', '/transactions?limit=100', { token });
      const list = orders.body.data as { sOrderId: string; eStatus: string }[];
      return {
        walletMinor: Number(await balance()),
        heldMinor: Number(await balanceOf(shop.db, heldOf(id, 'usd'))),
        orders: list.map(({ sOrderId, eStatus }) => `${sOrderId} ${eStatus}`).sort(),
      };
    }),
  );
  const expected = model.members.map(({ walletMinor, heldMinor }, member) => ({
    walletMinor,
    heldMinor,
    orders: model.orders
      .filter((order) => order.member === member)
      .map((order) => `${order.clientId} ${paper.wordOf(order)}`)
      .sort(),
  }));
  expect(seen).toEqual(expected);
  const freeNow = cards.map(({ id }) => free.find(({ cardId }) => cardId === id)?.free ?? 0);
  expect(freeNow).toEqual(model.cards.map((card) => card.free));
}
