/** Shoppers who buy continuously and record every acknowledged order. */
import { setTimeout as sleep } from 'node:timers/promises';
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
  /** The longest time without an acknowledgement since that moment of `performance.now()`. */
  gapSince(fromMs: number): number;
  /** The brand they buy. */
  readonly brandId: string;
  /** Acknowledged orders that the database does not have, while the shoppers go on. */
  lost(): Promise<string[]>;
  /** Lets shoppers finish; returns the problems of acknowledged orders. */
  close(): Promise<string[]>;
}

interface Shopper {
  readonly member: TestMember;
  /** Acknowledged orders: the shop's ids by client ids. */
  readonly orders: Map<string, string>;
}

/** Does something that may need a proven session; gives the password then. */
export async function proving<T>(base: string, token: string, work: () => Promise<T>): Promise<T> {
  return work().catch(async (error: unknown) => {
    if (!/"code":"(account|order)\.unproven"/.test(String(error))) throw error;
    await ask('POST', `${base}/password/prove`, { token, body: { sPassword: testPassword } });
    return work();
  });
}

const order = (base: string, { token }: TestMember, body: object): Promise<Order> =>
  proving(base, token, () => ask<Order>('POST', `${base}/transaction`, { token, body }));

/** A refusal that repeating does not change. */
const isFinal = (error: unknown) => / answered 4(?!29)/.test(String(error));

/** Places orders until stopped; repeats each, and what comes after it, until it is answered. */
async function buyOn(shopper: Shopper, parts: Parts): Promise<void> {
  const { url, card, open, told, pauseMs = 0, afterwards } = parts;
  const { member, orders } = shopper;
  const untilAnswered = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (isFinal(error)) throw error;
        told(false);
        await sleep(Math.max(50, pauseMs));
      }
    }
  };
  while (open()) {
    const body = orderBody(member, { card, totalMinor: priceMinor });
    const bought = await untilAnswered(() => order(url() + apiBase, member, body));
    orders.set(body.sOrderId, bought._id);
    told(true);
    if (afterwards) await untilAnswered(() => afterwards(url() + apiBase, member, bought));
    await sleep(pauseMs);
  }
}

export interface Habits {
  readonly shoppers: number;
  /** Codes of the only card; they buy no more. */
  readonly codes: number;
  /** Between two orders of a shopper; none by default. */
  readonly pauseMs?: number;
  /** What a shopper does after each order; it is repeated like one. */
  readonly afterwards?: (base: string, member: TestMember, order: Order) => Promise<void>;
}

interface Parts extends Pick<Habits, 'pauseMs' | 'afterwards'> {
  readonly url: () => string;
  readonly card: { readonly id: string };
  readonly open: () => boolean;
  readonly told: (promised: boolean) => void;
}

type World = Pick<Killable, 'shop'>;

const ordersOf = ({ shop }: World, { member }: Shopper) =>
  shop.db.rows(sql<{ id: string; clientId: string; state: string }>`
    select id, client_id as "clientId", state from orders where member_id = ${member.id}`);

/** Orders that were acknowledged before the question and are not there. */
async function lostOf(world: World, shopper: Shopper) {
  const promised = [...shopper.orders];
  const rows = await ordersOf(world, shopper);
  const kept = new Map(rows.map((row) => [row.clientId, row.id]));
  const lost = promised.filter(([clientId, id]) => kept.get(clientId) !== id);
  return { rows, lost: lost.map(([clientId]) => `order ${clientId} was promised and is lost`) };
}

/** Compares a shopper's record with the books. */
async function problemsOf(world: World, shopper: Shopper): Promise<string[]> {
  const { member, orders } = shopper;
  const { rows, lost } = await lostOf(world, shopper);
  const open = rows.filter(({ state }) => state !== 'delivered');
  const paid = walletMinor - (await member.balance());
  return [
    ...lost,
    ...open.map(({ id, state }) => `order ${id} is ${state}`),
    ...(rows.length === orders.size ? [] : [`${rows.length} orders, ${orders.size} promised`]),
    ...(paid === priceMinor * BigInt(orders.size) ? [] : [`${paid} paid for ${orders.size}`]),
  ];
}

/** Starts shoppers against a server whose address may change. They buy at most `codes` codes. */
export async function sendShoppers(
  world: World,
  url: () => string,
  { shoppers, codes, ...habits }: Habits,
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
  const began = performance.now();
  const toldAt: number[] = [];
  const told = (promised: boolean) => {
    if (promised) toldAt.push(performance.now());
    else repeated += 1;
  };
  const gapSince = (fromMs: number): number => {
    const moments = [fromMs, ...toldAt.filter((at) => at > fromMs), performance.now()];
    return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
  };
  let refusal: unknown;
  const buying = all.map((shopper) =>
    buyOn(shopper, { ...habits, url, card, open: () => open, told }).catch((error: unknown) => {
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
      return gapSince(began);
    },
    gapSince,
    brandId: card.brandId,
    lost: async () =>
      (await Promise.all(all.map((one) => lostOf(world, one)))).flatMap((o) => o.lost),
    async close() {
      open = false;
      await Promise.all(buying);
      if (refusal) throw refusal;
      return (await Promise.all(all.map((shopper) => problemsOf(world, shopper)))).flat();
    },
  };
}
