/** The calls by which operators hold cases and see who holds which. */
import * as calls from '@giftlane/contract/office/cases.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Http } from '../../platform/http/http.ts';
import { hold, requireQueue } from './cases.ts';
import { dropCase, heldIn, holderOf } from './queries.ts';

/** Serves the calls. */
export function caseRoutes(http: Http, { db }: { readonly db: Db }): void {
  http.route(calls.listHeld, async ({ params: { sQueue: queue } }, { operator }) => {
    requireQueue(operator, queue);
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
    requireQueue(operator, queue);
    const { operatorId } = operator;
    const bMine = await hold(db, { queue, id, operatorId });
    const holder = bMine ? undefined : await holderOf(db, { queue, id });
    return { data: { bMine, sName: holder?.name ?? '' } };
  });
  http.route(calls.dropCase, async ({ params: { sQueue: queue, id } }, { operator }) => {
    requireQueue(operator, queue);
    await dropCase(db, { queue, id, operatorId: operator.operatorId });
    return { data: null };
  });
}
