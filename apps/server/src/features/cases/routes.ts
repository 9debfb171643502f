/** The calls by which operators hold cases and see who holds which. */
import * as calls from '@giftlane/contract/office/cases.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Http, Operator } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hold } from './cases.ts';
import { dropCase, heldIn, holderOf } from './queries.ts';

const require = (queue: calls.Queue, { permissions }: Operator) => {
  if (!permissions.has(calls.queues[queue])) throw new Refusal('session.not_permitted');
};

/** Serves the calls. */
export function caseRoutes(http: Http, { db }: { readonly db: Db }): void {
  http.route(calls.listHeld, async ({ params: { sQueue: queue } }, { operator }) => {
    require(queue, operator);
    const held = await heldIn(db, queue);
    return {
      data: held.map(({ id, operatorId, name }) => ({
        _id: id,
        sName: name,
        bMine: operatorId === operator.operatorId,
      })),
    };
  });
  http.route(calls.holdCase, async ({ params: { sQueue: queue, id } }, { operator }) => {
    require(queue, operator);
    const { operatorId } = operator;
    const bMine = await hold(db, { queue, id, operatorId });
    const holder = bMine ? undefined : await holderOf(db, { queue, id });
    return { data: { bMine, sName: holder?.name ?? '' } };
  });
  http.route(calls.dropCase, async ({ params: { sQueue: queue, id } }, { operator }) => {
    require(queue, operator);
    await dropCase(db, { queue, id, operatorId: operator.operatorId });
    return { data: null };
  });
}
