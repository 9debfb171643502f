import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/** The member, session and action that a permit is valid for. */
export interface PermitScope {
  readonly memberId: string;
  readonly sessionId: string;
  readonly purpose: 'add' | 'redeem' | 'send';
}

/** The result of a spent permit, for repeated requests. */
export interface SpentPermit {
  /** Identifies the request: another one with the same pair is refused. */
  readonly input: string;
  readonly amountMinor: string;
  readonly currency: string;
  /** Only of a transfer. */
  readonly transferId?: string;
}

/** Permits are deleted this long after they expire; until then a spent one answers repeated requests. */
const keptAfterEnd = '1 day';
/** Unspent permits of a purpose that a member may have besides a new one; older ones are deleted. */
const keptUnspent = 19;

/**
 * Stores a permit and deletes the member's surplus and old ones. Rows locked by other transactions are skipped and
 * left for the next time.
 */
export async function insertPermit(
  db: Queryable,
  { memberId, sessionId, purpose }: PermitScope,
  permit: Pair & { readonly about: string | null; readonly lifeMs: number },
): Promise<{ expiresAt: Date }> {
  return db.one(sql<{ expiresAt: Date }>`
    with surplus as (
      select token_hash from wallet_permits
      where member_id = ${memberId} and purpose = ${purpose} and used_at is null
      order by expires_at desc offset ${keptUnspent}),
    forgotten as (
      delete from wallet_permits where token_hash in (
        select token_hash from wallet_permits
        where member_id = ${memberId} and (token_hash in (select token_hash from surplus)
          or expires_at < app_now() - ${keptAfterEnd}::interval)
        for update skip locked))
    insert into wallet_permits (token_hash, secret_hash, member_id, session_id, purpose, about,
      expires_at)
    values (${permit.tokenHash}, ${permit.secretHash}, ${memberId}, ${sessionId}, ${purpose},
      ${permit.about}, app_now() + ${permit.lifeMs}::float8 * interval '1 ms')
    returning expires_at as "expiresAt"`);
}

/** True when the first half of a pair is valid for `bond` and unspent. */
export async function isGood(
  db: Queryable,
  bond: PermitScope,
  tokenHash: Buffer,
): Promise<boolean> {
  const { good } = await db.one(sql<{ good: boolean }>`
    select exists (select 1 from wallet_permits
      where token_hash = ${tokenHash} and member_id = ${bond.memberId}
        and session_id = ${bond.sessionId} and purpose = ${bond.purpose}
        and used_at is null and expires_at > app_now()) as good`);
  return good;
}

export interface Pair {
  readonly tokenHash: Buffer;
  readonly secretHash: Buffer;
}

/** `outcome` is null while the permit is unspent. */
export interface Permit {
  readonly outcome: SpentPermit | null;
  /** The top-up it was issued for; null for other purposes. */
  readonly about: string | null;
}

/** The permit of a pair, unless it expired unspent. */
export function findPermit(db: Queryable, bond: PermitScope, pair: Pair) {
  return db.first(sql<Permit>`
    select outcome, about from wallet_permits
    where token_hash = ${pair.tokenHash} and secret_hash = ${pair.secretHash}
      and member_id = ${bond.memberId} and session_id = ${bond.sessionId}
      and purpose = ${bond.purpose} and (used_at is not null or expires_at > app_now())`);
}

/** A request that presents a pair. */
export interface Bearer {
  readonly bond: PermitScope;
  readonly pair: Pair;
}

/** Like `findPermit` for each, with row locks until the transaction ends. */
export async function lockPermits(
  tx: Tx,
  bearers: readonly Bearer[],
): Promise<(Permit | undefined)[]> {
  const bonds = bearers.map(({ bond }) => bond);
  const rows = await tx.rows(sql<Permit & { number: number }>`
    select p.outcome, p.about, asked.number::int as number
    from unnest(${bearers.map(({ pair }) => pair.tokenHash)}::bytea[],
      ${bearers.map(({ pair }) => pair.secretHash)}::bytea[],
      ${bonds.map(({ memberId }) => memberId)}::text[],
      ${bonds.map(({ sessionId }) => sessionId)}::text[],
      ${bonds.map(({ purpose }) => purpose)}::text[]) with ordinality
      as asked (token_hash, secret_hash, member_id, session_id, purpose, number)
    join wallet_permits p on p.token_hash = asked.token_hash and p.secret_hash = asked.secret_hash
      and p.member_id = asked.member_id and p.session_id = asked.session_id
      and p.purpose = asked.purpose
    where p.used_at is not null or p.expires_at > app_now()
    order by p.token_hash for update of p`);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return bearers.map((_, i) => byNumber.get(i + 1));
}

/** Spends a permit, unless it was spent or has expired. */
export async function spendIfGood(
  db: Queryable,
  tokenHash: Buffer,
  outcome: SpentPermit,
): Promise<void> {
  await db.run(sql`
    update wallet_permits set used_at = app_now(), outcome = ${outcome}
    where token_hash = ${tokenHash} and used_at is null and expires_at > app_now()`);
}

/** Spends locked permits. */
export async function spendPermits(
  tx: Tx,
  spent: readonly { readonly tokenHash: Buffer; readonly outcome: SpentPermit }[],
): Promise<void> {
  await tx.run(sql`
    update wallet_permits p set used_at = app_now(), outcome = spent.outcome
    from unnest(${spent.map(({ tokenHash }) => tokenHash)}::bytea[],
      ${spent.map(({ outcome }) => outcome)}::jsonb[]) as spent (token_hash, outcome)
    where p.token_hash = spent.token_hash`);
}
