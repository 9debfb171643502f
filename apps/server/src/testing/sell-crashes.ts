/** Kills the shop during an offer of a card and its payout. */
import { actor } from '../cli/audit.ts';
import { lookAt, makeBought, offer, offerBody } from '../features/selling/offers.testing.ts';
import { sql } from '../platform/db/db.ts';
import { makeMember } from './builders.ts';
import type { Killable, Life } from './killable.ts';
import type { Reply, TestShop } from './start-shop.ts';

/** Calls to a server in another process, which throw if it dies. */
export const callsTo = ({ url }: Pick<Life, 'url'>): Pick<TestShop, 'raw'> => ({
  async raw<T>(
    method: string,
    path: string,
    { token, body }: { token?: string | undefined; body?: unknown } = {},
  ) {
    const reply = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const read = (await reply.json()) as Reply<T>['body'];
    return { status: reply.status, headers: reply.headers, body: read };
  },
});

/** Offers a card over two runs of the server and accepts it over three runs of the command. */
export async function sellThroughCrashes(world: Killable) {
  const { shop } = world;
  const anna = await makeMember(shop);
  const card = await makeBought(shop);
  const first = await world.live({ CRASH_POINT: 'selling.before_offer_commit' });
  const body = await offerBody(callsTo(first), anna, { card });
  const lost = await offer(callsTo(first), anna, body).then(
    ({ status }) => status,
    () => 0,
  );
  const deaths = [await first.death];
  const second = await world.live();
  const { status } = await offer(callsTo(second), anna, body);
  const [{ id } = { id: '' }, ...others] = await shop.db.rows(
    sql<{ id: string }>`select id from sell_orders where member_id = ${anna.id}`,
  );
  await lookAt(shop, id, actor());
  for (const point of ['selling.before_payout_commit', 'selling.paid']) {
    const died = await world.command(['sell', 'accept', id], { CRASH_POINT: point });
    deaths.push(died.signal);
  }
  const again = await world.command(['sell', 'accept', id]);
  const listed = await world.command(['sell', 'list']);
  await second.kill();
  return {
    deaths,
    /** Replies: none, the offer, a list, and the refusal of a second payout. */
    answers: [lost, status, listed.code, again.code],
    orders: 1 + others.length,
    balance: await anna.balance(),
    broken: (await world.verify()).problems,
  };
}
