/** Shoppers who buy continuously and record every acknowledged order. */
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { sql } from '../platform/db/db.ts';
import { apiBase } from '../platform/http/http.ts';
import { makeCard, makeMember, orderBody, type TestMember, testPassword } from './builders.ts';
import { ask } from './journey.ts';
import type { Killable } from './killable.ts';

const priceMinor = 10_00n;
const walletMinor = 1_000_000_00n;

export interface Diaries {
  /** Number of acknowledged orders so far. Throws when the shop refused one for good. */
  readonly promised: number;
  /** Number of failed or unanswered requests; each was repeated until it succeeded. */
  readonly repeated: number;
  /** Longest time between two acknowledgements, over all shoppers. */
  readonly longestGapMs: number;
  /** Lets shoppers finish; returns the problems of acknowledged orders. */
  close(): Promise<string[]>;
}

interface Shopper {
  readonly member: TestMember;
  /** Acknowledged orders: the shop's ids by client ids. */
  readonly orders: Map<string, string>;
}

/** Places an order; gives the password when a large purchase needs a proof. */
async function order(base: string, { token }: TestMember, body: object): Promise<Order> {
  const place = () => ask<Order>('POST', `${base}/transaction`, { token, body });
  return place().catch(async (error: unknown) => {
    if (!String(error).includes('"code":"account.unproven"')) throw error;
    await ask('POST', `${base}/password/prove`, { token, body: { sPassword: testPassword } });
    return place();
  });
}

/** A refusal that repeating does not change. */
const isFinal = (error: unknown) => / answered 4(?!29)/.test(String(error));

/** Places orders until stopped; repeats each until it is answered. */
async function buyOn(shopper: Shopper, { url, card, open, told }: Parts): Promise<void> {
  const { member, orders } = shopper;
  while (open()) {
    const body = orderBody(member, { card, totalMinor: priceMinor });
    for (;;) {
      try {
        const { _id } = await order(url() + apiBase, member, body);
        orders.set(body.sOrderId, _id);
        told(true);
        break;
      } catch (error) {
        if (isFinal(error)) throw error;
        told(false);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}

interface Parts {
  readonly url: () => string;
  readonly card: { readonly id: string };
  readonly open: () => boolean;
  readonly told: (promised: boolean) => void;
}

/** Compares a shopper's record with the books. */
async function problemsOf({ shop }: Killable, { member, orders }: Shopper): Promise<string[]> {
  const rows = await shop.db.rows(sql<{ id: string; clientId: string; state: string }>`
    select id, client_id as "clientId", state from orders where member_id = ${member.id}`);
  const kept = new Map(rows.map((row) => [row.clientId, row]));
  const lost = [...orders].filter(([clientId, id]) => kept.get(clientId)?.id !== id);
  const open = rows.filter(({ state }) => state !== 'delivered');
  const paid = walletMinor - (await member.balance());
  return [
    ...lost.map(([clientId]) => `order ${clientId} was promised and is lost`),
    ...open.map(({ id, state }) => `order ${id} is ${state}`),
    ...(rows.length === orders.size ? [] : [`${rows.length} orders, ${orders.size} promised`]),
    ...(paid === priceMinor * BigInt(orders.size) ? [] : [`${paid} paid for ${orders.size}`]),
  ];
}

/** Starts shoppers against a server whose address may change. They buy at most `codes` codes. */
export async function sendShoppers(
  world: Killable,
  url: () => string,
  { shoppers, codes }: { shoppers: number; codes: number },
): Promise<Diaries> {
  const card = await makeCard(world.shop, { priceMinor, codes });
  const all = await Promise.all(
    Array.from(
      { length: shoppers },
      async (): Promise<Shopper> => ({
        member: await makeMember(world.shop, { walletMinor }),
        orders: new Map(),
      }),
    ),
  );
  let open = true;
  let repeated = 0;
  let lastMs = performance.now();
  let longestGapMs = 0;
  const told = (promised: boolean) => {
    if (!promised) repeated += 1;
    else {
      longestGapMs = Math.max(longestGapMs, performance.now() - lastMs);
      lastMs = performance.now();
    }
  };
  let refusal: unknown;
  const buying = all.map((shopper) =>
    buyOn(shopper, { url, card, open: () => open, told }).catch((error: unknown) => {
      refusal ??= error;
    }),
  );
  return {
    get promised() {
      if (refusal) throw refusal;
      return all.reduce((sum, { orders }) => sum + orders.size, 0);
    },
    get repeated() {
      return repeated;
    },
    get longestGapMs() {
      return longestGapMs;
    },
    async close() {
      open = false;
      await Promise.all(buying);
      if (refusal) throw refusal;
      return (await Promise.all(all.map((shopper) => problemsOf(world, shopper)))).flat();
    },
  };
}
