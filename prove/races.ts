/** Many concurrent requests: nothing is sold, spent or ordered twice. */
import { sql } from '../apps/server/src/platform/db/db.ts';
import { apiBase } from '../apps/server/src/platform/http/http.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
} from '../apps/server/src/testing/builders.ts';
import { ask } from '../apps/server/src/testing/journey.ts';
import type { Killable } from '../apps/server/src/testing/killable.ts';
import { mustBeEmpty, type Place, type Proof } from './proof.ts';

interface Told {
  readonly orderId: string | undefined;
  /** The refusal's code; empty after a success. */
  readonly refusal: string;
}

type Body = ReturnType<typeof orderBody>;

/** Sends all requests at once. */
function release(url: string, wishes: readonly { member: TestMember; body: Body }[]) {
  return Promise.all(
    wishes.map(async ({ member: { token }, body }): Promise<Told> => {
      try {
        const order = await ask<{ _id: string }>('POST', `${url}${apiBase}/transaction`, {
          token,
          body,
        });
        return { orderId: order._id, refusal: '' };
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        return { orderId: undefined, refusal: /"code":"([^"]+)"/.exec(said)?.[1] ?? said };
      }
    }),
  );
}

/** Runs a race on a fresh server and checks the books afterwards. */
async function race(
  { world }: Place,
  prepare: (world: Killable) => Promise<{ member: TestMember; body: Body }[]>,
  problemsOf: (told: readonly Told[], member: TestMember) => Promise<unknown[]>,
): Promise<string> {
  const wishes = await prepare(world);
  const life = await world.live();
  const told = await release(life.url, wishes);
  await life.kill();
  const [first] = wishes;
  if (!first) throw new Error('nobody races');
  mustBeEmpty(await problemsOf(told, first.member));
  mustBeEmpty((await world.verify()).problems);
  return `${told.filter(({ orderId }) => orderId).length} of ${told.length}`;
}

const otherRefusals = (told: readonly Told[], expected: string) =>
  told.filter(({ orderId, refusal }) => !orderId && refusal !== expected);

const oversell: Proof = {
  name: 'oversell',
  title: '500 buyers of one each for 100 codes: exactly 100 are sold',
  runs: 20,
  run: (place) =>
    race(
      place,
      async ({ shop }) => {
        const card = await makeCard(shop, { codes: 100 });
        const buyers: TestMember[] = [];
        // Sequential: the shop limits concurrent password hashes.
        for (let i = 0; i < 500; i += 1)
          buyers.push(await makeMember(shop, { walletMinor: 20_00n }));
        return buyers.map((member) => ({
          member,
          body: orderBody(member, { card, totalMinor: 10_00n }),
        }));
      },
      async (told) => {
        const sold = told.filter(({ orderId }) => orderId).length;
        return [
          ...(sold === 100 ? [] : [`${sold} were sold`]),
          ...otherRefusals(told, 'order.out_of_stock'),
        ];
      },
    ),
};

const overspend: Proof = {
  name: 'overspend',
  title: '20 parallel orders of one wallet that holds money for 5',
  runs: 20,
  run: (place) =>
    race(
      place,
      async ({ shop }) => {
        const card = await makeCard(shop, { codes: 30 });
        const member = await makeMember(shop, { walletMinor: 55_00n });
        return Array.from({ length: 20 }, () => ({
          member,
          body: orderBody(member, { card, totalMinor: 10_00n }),
        }));
      },
      async (told, member) => {
        const balance = await member.balance();
        return [
          ...(balance === 5_00n ? [] : [`the wallet has ${balance}`]),
          ...otherRefusals(told, 'wallet.short'),
        ];
      },
    ),
};

const repeat: Proof = {
  name: 'repeat',
  title: 'The same sOrderId 50 times at once: one order, one charge',
  runs: 20,
  run: (place) =>
    race(
      place,
      async ({ shop }) => {
        const card = await makeCard(shop, { codes: 60 });
        const member = await makeMember(shop, { walletMinor: 600_00n });
        const body = orderBody(member, { card, totalMinor: 10_00n });
        return Array.from({ length: 50 }, () => ({ member, body }));
      },
      async (told, member) => {
        const balance = await member.balance();
        const ids = new Set(told.map(({ orderId }) => orderId));
        const { orders } = await place.world.shop.db.one(sql<{ orders: number }>`
          select count(*)::int as orders from orders where member_id = ${member.id}`);
        return [
          ...(balance === 590_00n ? [] : [`the wallet has ${balance}`]),
          ...(ids.size === 1 ? [] : [`${ids.size} answers`]),
          ...(orders === 1 ? [] : [`${orders} orders`]),
        ];
      },
    ),
};

export const races: readonly Proof[] = [oversell, overspend, repeat];
