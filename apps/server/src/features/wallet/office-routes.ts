/** The calls by which the back office makes vouchers. */
import { fromWire, toWire } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/office/vouchers.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageOfRows } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import type { Options } from '../content/content.ts';
import { operatorNaming } from '../operators/operators.ts';
import { listBatches } from './queries.ts';
import { createBatch } from './wallet.ts';

/** Serves the calls. */
export function voucherOfficeRoutes(
  http: Http,
  { db, keys, options }: { readonly db: Db; readonly keys: KeyRing; readonly options: Options },
): void {
  http.route(calls.listBatches, async ({ query }) => {
    const batches = await listBatches(db, query.sAfter ?? '');
    const nameOf = await operatorNaming(
      db,
      batches.map(({ issuer }) => issuer),
    );
    const rows = batches.map((batch) => ({
      _id: batch.id,
      nCount: batch.count,
      nValue: toWire(batch.valueMinor),
      sCurrency: batch.currency,
      nRedeemed: batch.redeemed,
      sIssuer: nameOf(batch.issuer),
      dCreatedAt: batch.createdAt.toISOString(),
    }));
    return { data: pageOfRows(rows) };
  });
  http.route(calls.createBatch, async ({ body }, { operator }) => {
    const { id, printed } = await createBatch(db, {
      key: body.sKey,
      count: body.nCount,
      valueMinor: fromWire(body.nValue),
      currency: body.sCurrency,
      issuer: operator.operatorId,
      keys,
      mostMinor: fromWire(await options.whole('vouchers_alone')),
    });
    const aCodes = printed.map(({ code, pin }) => ({ sCode: code, sPin: pin }));
    return { data: { _id: id, aCodes } };
  });
}
