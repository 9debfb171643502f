/** Hoarders reserve codes without paying, on two servers at once, while others buy. */
import { sql } from '../apps/server/src/platform/db/db.ts';
import { apiBase } from '../apps/server/src/platform/http/http.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  type TestCard,
  type TestMember,
} from '../apps/server/src/testing/builders.ts';
import { ask } from '../apps/server/src/testing/journey.ts';
import { mustBeEmpty, type Place, type Proof } from './proof.ts';

interface Held {
  readonly sPaymentId: string;
  readonly dLapsesAt: string;
}

interface Buying {
  readonly url: string;
  readonly member: TestMember;
  readonly card: TestCard;
  readonly quantity: number;
  readonly address: string;
}

const bodyOf = ({ member, card, quantity }: Buying) =>
  orderBody(member, {
    card,
    quantity,
    totalMinor: BigInt(quantity) * 10_00n,
    gateway: 'PayPal',
  });

const hold = ({ url, member: { token }, address }: Buying, body: object) =>
  ask<Held>('POST', `${url}${apiBase}/transaction/initiate`, {
    token,
    body,
    headers: { 'x-forwarded-for': address },
  });

/** Reserves as many codes as the limits allow. */
async function hoard(buying: Buying): Promise<void> {
  for (const quantity of [200, 100, 50, 25, 10, 10, 10, 5, 5, 1, 1]) {
    const { sPayerId, ...body } = bodyOf({ ...buying, quantity });
    await hold(buying, body).catch((error: unknown) => {
      if (!/"code":"order\.(too_|out_of_stock)/.test(String(error))) throw error;
    });
  }
}

/** Buys by card like a browser; returns the order's state. */
async function buy(buying: Buying, paypalUrl: string): Promise<string> {
  const { url, member } = buying;
  const { sPayerId, ...body } = bodyOf(buying);
  const { sPaymentId } = await hold(buying, body);
  await fetch(`${paypalUrl}/__sandbox/orders/${sPaymentId}/approve`, { method: 'POST' });
  const order = await ask<{ eStatus: string }>('POST', `${url}${apiBase}/transaction`, {
    token: member.token,
    body: { ...body, sPayerId, sPaymentId },
  });
  return order.eStatus;
}

async function makeMembers({ world }: Place, count: number, verified: boolean) {
  const members: TestMember[] = [];
  // Sequential: the shop limits concurrent password hashes.
  for (let i = 0; i < count; i += 1) members.push(await makeMember(world.shop, { verified }));
  return members;
}

/** Somebody whose papers were accepted: nobody else may reserve that much. */
async function makeKnown({ world: { shop } }: Place): Promise<TestMember> {
  const member = await makeMember(shop, { verified: true });
  for (const status of ['s', 'v'])
    await shop.db.run(sql`update members set kyc_status = ${status} where id = ${member.id}`);
  return member;
}

/** Twenty, and a fifth of what there is: new accounts of one address together, as `checkout/unpaid/unpaid.ts` says. */
const most = 240;

export const hoarding: Proof = {
  name: 'hoarding',
  title: `30 hoarders of one address on two servers get at most ${most} of 1,100 codes; who pays gets theirs`,
  runs: 20,
  async run(place) {
    const { world } = place;
    const { db } = world.shop;
    const card = await makeCard(world.shop, { codes: 1_100 });
    const hoarders = await makeMembers(place, 30, false);
    const bulk = await makeKnown(place);
    const buyers = await makeMembers(place, 10, true);
    const lives = [await world.live(), await world.live()] as const;
    const urlOf = (i: number) => (i % 2 === 0 ? lives[0] : lives[1]).url;
    await Promise.all(
      hoarders.map((member, i) =>
        hoard({ url: urlOf(i), member, card, quantity: 0, address: '203.0.113.7' }),
      ),
    );
    const { held } = await db.one(sql<{ held: number }>`
      select count(*)::int as held from codes where state = 'reserved'`);
    const honest = [
      { url: urlOf(0), member: bulk, card, quantity: 500, address: '198.51.100.1' },
      ...buyers.map((member, i) => ({
        url: urlOf(i),
        member,
        card,
        quantity: 5,
        address: `198.51.100.${i + 2}`,
      })),
    ];
    const paypal = world.sandbox.paypalUrl;
    const told = await Promise.all([
      ...honest.map((one) => buy(one, paypal)),
      ...hoarders.map((member, i) =>
        hoard({ url: urlOf(i), member, card, quantity: 0, address: '203.0.113.7' }),
      ),
    ]);
    await Promise.all(lives.map((life) => life.kill()));
    mustBeEmpty([
      ...(held <= most ? [] : [`${held} codes were held`]),
      ...told.slice(0, honest.length).filter((word) => word !== 'Delivered'),
      ...(await world.verify()).problems,
    ]);
    return `${held} of 1100 held, ${honest.length} orders arrived`;
  },
};
