/** Showing a member's code to an operator. */
import type { Db } from '../../platform/db/db.ts';
import type { Operator } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { days } from '../../platform/process/durations.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { tellCodeShown } from '../accounts/accounts.ts';
import { requireOperatorCode } from '../operators/operators.ts';
import { codeIdFromWire, holdOrder, type OrderKey } from '../orders/orders.ts';
import { showToStaff } from '../stock/stock.ts';

interface ShowParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly throttle: Throttle;
}

/** Codes an operator is shown in a day. */
const mostADay = 20;

/**
 * Opens one sold code for a code of the operator's authenticator app; the owner is told by mail. Refuses
 * `factor.wrong_code`, `order.code_not_found`, and `request.throttled` beyond twenty a day.
 */
export async function showCode(
  parts: ShowParts,
  { operatorId }: Operator,
  { order, codeId: typed, code }: { order: OrderKey; codeId: string; code: string },
) {
  const { db, keys, throttle } = parts;
  const codeId = codeIdFromWire(typed);
  if (codeId === undefined) throw new Refusal('order.code_not_found');
  await requireOperatorCode(parts, operatorId, code);
  await throttle.hit(`codes shown to ${operatorId}`, mostADay, days(1));
  return db.tx(async (tx) => {
    await holdOrder(tx, order);
    const of = { memberId: order.memberId, orderId: order.id, codeId };
    const shown = await showToStaff(tx, { ...of, operator: operatorId, keys });
    if (!shown) throw new Refusal('order.code_not_found');
    await tellCodeShown(tx, order.memberId);
    return shown;
  });
}
