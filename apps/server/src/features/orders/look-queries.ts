/** Codes revealed to a member's unproven sessions. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { sql, type Tx } from '../../platform/db/db.ts';

/** Revealed codes of orders in one currency. */
export interface Looked {
  readonly currency: Currency;
  readonly codes: number;
  /** Their sale price in minor units. */
  readonly costMinor: bigint;
}

/** Serialises a member's reveals, in all sessions, until the transaction ends. */
export async function lockLooks(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`looks ${memberId}`}, 0))`);
}

/**
 * The codes requested now, and those revealed without proof since this session's last proof: in this session at any
 * time, in the member's other sessions within a day.
 */
export function lookedAt(
  tx: Tx,
  look: Record<'sessionId' | 'memberId' | 'orderId', string> & { codeIds: readonly bigint[] },
): Promise<Looked[]> {
  return tx.rows(sql<Looked>`
    with looked as (
      select r.member_id, r.order_id, r.code_id
      from code_reveals r join sessions s on s.id = ${look.sessionId}
      where r.member_id = ${look.memberId} and r.kind = 'view' and not r.proven
        and r.created_at > last_proof(s)
        and (r.session_id = s.id or r.created_at > app_now() - interval '1 day')
      union select ${look.memberId}, ${look.orderId}, unnest(${look.codeIds}::bigint[]))
    select o.currency, count(*)::int as codes, coalesce(sum(l.price_minor), 0)::bigint as "costMinor"
    from looked k
    join orders o on o.member_id = k.member_id and o.id = k.order_id
    left join codes c on c.id = k.code_id
    left join order_lines l on l.member_id = k.member_id
      and l.order_id = k.order_id and l.id = c.line_id
    group by o.currency`);
}
