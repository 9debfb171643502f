/** Kills the command line and the worker at crash points of refunds. */
import { sql } from '../platform/db/db.ts';
import { ageWorkers, until, workLeft } from './crashes.ts';
import { makeTraveller, travel } from './journey.ts';
import type { Killable } from './killable.ts';

/**
 * Refunds an order paid by card and wallet; the command dies before its commit, the worker after its request
 * to the provider. Returns the signals and the final problems.
 */
export async function refundThroughCrashes(world: Killable) {
  const traveller = await makeTraveller(world);
  const before = await world.live();
  const { cardOrder } = await travel(before.url, world, traveller);
  await before.kill();

  const refund = ['order', 'refund', cardOrder._id];
  const killed = await world.command(refund, { CRASH_POINT: 'checkout.refund_posted' });
  const again = await world.command(refund);

  const sending = await world.live({ CRASH_POINT: 'checkout.refund_sent' });
  const diedOf = await sending.death;
  await ageWorkers(world);
  const after = await world.live();
  await until('all work is done', async () => (await workLeft(world)) === 0);
  const found = await world.shop.db.one(sql<{ refunds: number; state: string; voided: number }>`
    select (select count(*) from refunds where order_id = ${cardOrder._id}
        and state = 'done')::int as refunds,
      (select state from orders where id = ${cardOrder._id}) as state,
      (select count(*) from codes where member_id = ${traveller.member.id}
        and state = 'void')::int as voided`);
  const { problems: broken } = await world.verify();
  await after.kill();
  return { deaths: [killed.signal, diedOf], code: again.code, found, broken };
}
