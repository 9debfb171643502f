/** What a session has looked at. */
import { sql, type Tx } from '../../platform/db.ts';

/** What was looked at in a session lately. */
export interface Looked {
  /** How many codes, with those that are wanted. */
  readonly codes: number;
  /** What they were sold for, in minor units of whatever currency. */
  readonly costMinor: bigint;
}

/** What was looked at in a session lately together with more codes of the member's. */
export function lookedAt(
  tx: Tx,
  look: Record<'sessionId' | 'memberId' | 'orderId', string> & {
    codeIds: readonly bigint[];
    withinMs: number;
  },
): Promise<Looked> {
  return tx.one(sql<Looked>`
    with looked as (
      select member_id, order_id, code_id from code_reveals
      where session_id = ${look.sessionId} and kind = 'view'
        and created_at > app_now() - ${look.withinMs} * interval '1 ms'
      union select ${look.memberId}, ${look.orderId}, unnest(${look.codeIds}::bigint[]))
    select count(*)::int as codes,
      coalesce(sum(l.price_minor), 0)::bigint as "costMinor"
    from looked k
    left join codes c on c.id = k.code_id
    left join order_lines l on l.member_id = k.member_id
      and l.order_id = k.order_id and l.id = c.line_id`);
}
