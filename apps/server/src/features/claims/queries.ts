import type { Currency } from '@giftlane/contract/money/money.ts';
import type { ClaimReason, ClaimState, claimStepKinds } from '@giftlane/contract/shop/claims.ts';
import { type Queryable, sql, statement, type Tx } from '../../platform/db/db.ts';
import { type Waiting, waitingIn } from '../../platform/db/waiting.ts';

export type StepKind = (typeof claimStepKinds)[number];

export interface Claim {
  readonly id: string;
  readonly memberId: string;
  readonly orderId: string;
  readonly lineId: string;
  readonly cardId: string;
  readonly codeId: bigint;
  readonly title: string;
  readonly serial: string;
  readonly reason: ClaimReason;
  readonly state: ClaimState;
  /** Until when the shop answers, or the buyer who was asked; null once it is decided. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** An operator's id; null where the clock declined it. */
  readonly decidedBy: string | null;
  readonly replacementId: bigint | null;
  readonly paidMinor: bigint | null;
  readonly paidCurrency: Currency | null;
  readonly saleId: string | null;
  readonly chargedMinor: bigint | null;
  readonly chargedCurrency: Currency | null;
  readonly chargedAt: Date | null;
}

export interface ClaimStep {
  readonly claimId: string;
  readonly n: number;
  readonly kind: StepKind;
  readonly side: 'buyer' | 'shop';
  readonly words: string;
  readonly pictures: readonly string[];
  readonly at: Date;
}

const columns = `id, member_id as "memberId", order_id as "orderId", line_id as "lineId", card_id as "cardId",
  code_id as "codeId", title, serial, reason, state, due_at as "dueAt", created_at as "createdAt",
  decided_at as "decidedAt", decided_by as "decidedBy", replacement_id as "replacementId", paid_minor as "paidMinor",
  paid_currency as "paidCurrency", sale_id as "saleId", charged_minor as "chargedMinor",
  charged_currency as "chargedCurrency", charged_at as "chargedAt"`;

const claimsWhere = (db: Queryable, rest: string, values: readonly unknown[]) =>
  db.rows(statement<Claim>(`select ${columns} from claims where ${rest}`, values));

/** Serialises the claims of a member until the transaction ends. */
export async function lockClaimant(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`claims ${memberId}`}, 0))`);
}

export const findClaim = async (db: Queryable, id: string): Promise<Claim | undefined> =>
  (await claimsWhere(db, 'id = $1', [id]))[0];

export const lockClaim = async (tx: Tx, id: string): Promise<Claim | undefined> =>
  (await claimsWhere(tx, 'id = $1 for update', [id]))[0];

export const claimOfCode = async (db: Queryable, codeId: bigint): Promise<Claim | undefined> =>
  (await claimsWhere(db, 'code_id = $1', [codeId]))[0];

export async function claimsOfOrder(
  db: Queryable,
  { memberId, orderId }: Pick<Claim, 'memberId' | 'orderId'>,
  { page, limit }: { page: number; limit: number },
) {
  const [claims, { total }] = await Promise.all([
    claimsWhere(
      db,
      'member_id = $1 and order_id = $2 order by created_at desc, id desc limit $3 offset $4',
      [memberId, orderId, limit, (page - 1) * limit],
    ),
    db.one(sql<{ total: number }>`
      select count(*)::int as total from claims where member_id = ${memberId} and order_id = ${orderId}`),
  ]);
  return { claims, total };
}

/** When a code of an order was last replaced. */
export async function lastReplacement(
  db: Queryable,
  { memberId, id }: { readonly memberId: string; readonly id: string },
): Promise<Date | null> {
  const { at } = await db.one(sql<{ at: Date | null }>`
    select max(decided_at) as at from claims
    where member_id = ${memberId} and order_id = ${id} and state = 'replaced'`);
  return at;
}

/** The newest claims of a member. */
export const claimsOf = (db: Queryable, memberId: string, limit: number) =>
  claimsWhere(db, 'member_id = $1 order by created_at desc, id desc limit $2', [memberId, limit]);

/** The claims that the seller of a sale was charged for. */
export const claimsOfSale = (db: Queryable, saleId: string) =>
  claimsWhere(db, 'sale_id = $1 order by charged_at desc, id limit 1000', [saleId]);

/** Claims that are not decided, behind a time and id, by when their clocks end. */
export function waitingAfter(
  db: Queryable,
  { after: [due = '-infinity', id = ''], most }: { after: readonly string[]; most: number },
) {
  return db.rows(
    statement<Claim & { dueText: string }>(
      `select ${columns}, due_at::text as "dueText" from claims
       where due_at is not null and (due_at, id) > ($1::timestamptz, $2) order by due_at, id limit $3`,
      [due, id, most],
    ),
  );
}

/** Claims whose buyers did not answer in time. */
export const lapsedIds = async (db: Queryable, limit: number): Promise<string[]> =>
  (
    await db.rows(sql<{ id: string }>`
      select id from claims where due_at <= app_now() and state = 'asked' order by due_at limit ${limit}`)
  ).map(({ id }) => id);

/** Claims that wait for the shop. */
export const waitingClaims = (db: Queryable): Promise<Waiting> =>
  waitingIn(db, "select created_at as at from claims where state = 'open' order by created_at");

export async function countUndecided(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one(sql<{ count: number }>`
    select count(*)::int as count from claims where member_id = ${memberId} and due_at is not null`);
  return count;
}

/** How many claims of a member ended in each state, but for one. */
export async function outcomesOf(db: Queryable, { memberId, id }: Claim) {
  const rows = await db.rows(sql<{ state: ClaimState; count: number }>`
    select state, count(*)::int as count from claims where member_id = ${memberId} and id <> ${id} group by state`);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Other claims about a card within 30 days, counted up to 100. */
export async function countOfCard(db: Queryable, { cardId, id }: Claim): Promise<number> {
  const { count } = await db.one(sql<{ count: number }>`
    select count(*)::int as count from (select 1 from claims where card_id = ${cardId} and id <> ${id}
      and created_at > app_now() - interval '30 days' limit 100) found`);
  return count;
}

/** The steps of claims, in the order of time. */
export const stepsOf = (db: Queryable, ids: readonly string[]): Promise<ClaimStep[]> =>
  db.rows(sql<ClaimStep>`
    select claim_id as "claimId", n, kind, side, words, pictures, at from claim_steps
    where claim_id = any(${ids}::text[]) order by claim_id, n`);

/** Adds a step to a locked claim; answers its number. */
export async function addStep(
  tx: Tx,
  { id, memberId }: Pick<Claim, 'id' | 'memberId'>,
  step: Pick<ClaimStep, 'kind' | 'side' | 'words'> & { readonly pictures?: readonly string[] },
): Promise<number> {
  const { n } = await tx.one(sql<{ n: number }>`
    insert into claim_steps (claim_id, n, member_id, kind, side, words, pictures)
    select ${id}, coalesce(max(n), 0) + 1, ${memberId}, ${step.kind}, ${step.side}, ${step.words},
      ${step.pictures ?? []}::text[]
    from claim_steps where claim_id = ${id} returning n`);
  return n;
}

/** Stores an open claim; false when there is one about its code. */
export async function insertClaim(
  tx: Tx,
  claim: Pick<
    Claim,
    'id' | 'memberId' | 'orderId' | 'lineId' | 'cardId' | 'codeId' | 'title' | 'serial' | 'reason'
  >,
  answerHours: number,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into claims (id, member_id, order_id, line_id, card_id, code_id, title, serial, reason, due_at)
    values (${claim.id}, ${claim.memberId}, ${claim.orderId}, ${claim.lineId}, ${claim.cardId}, ${claim.codeId},
      ${claim.title}, ${claim.serial}, ${claim.reason}, app_now() + make_interval(hours => ${answerHours}))
    on conflict (code_id) do nothing`);
  return inserted === 1;
}

/** Sets the clock of a locked claim that waits for an answer, of the buyer (`asked`) or the shop. */
export async function setWaiting(
  tx: Tx,
  id: string,
  { state, hours }: { state: 'open' | 'asked'; hours: number },
): Promise<void> {
  await tx.run(sql`
    update claims set state = ${state}, due_at = app_now() + make_interval(hours => ${hours}) where id = ${id}`);
}

export type ClaimOutcome =
  | { readonly state: 'replaced'; readonly replacementId: bigint }
  | {
      readonly state: 'refunded';
      readonly backMinor: bigint;
      readonly paidMinor: bigint;
      readonly paidCurrency: Currency;
    }
  | { readonly state: 'declined' };

/** Decides a locked claim; `by` is null where the clock does. */
export async function setClaimDecided(
  tx: Tx,
  id: string,
  outcome: ClaimOutcome,
  by: string | null,
): Promise<void> {
  const replacementId = outcome.state === 'replaced' ? outcome.replacementId : null;
  const back = outcome.state === 'refunded' ? outcome : undefined;
  await tx.run(sql`
    update claims set state = ${outcome.state}, due_at = null, decided_at = app_now(), decided_by = ${by},
      replacement_id = ${replacementId}, back_minor = ${back?.backMinor ?? null},
      paid_minor = ${back?.paidMinor ?? null}, paid_currency = ${back?.paidCurrency ?? null}
    where id = ${id}`);
}

/** What the seller of a card is charged. */
export interface Charge {
  readonly lineId: string;
  readonly nth: number;
  readonly amountMinor: bigint;
}

/** What one card of each of these lines of a sale brought, and which of its cards was not charged for yet. */
export const chargeable = (
  db: Queryable,
  saleId: string,
  lines: readonly { readonly id: string; readonly quantity: number }[],
): Promise<Charge[]> =>
  db.rows(sql<Charge>`
    select line.id as "lineId", free.nth::int as nth, sold_card_minor(${saleId}, line.id) as "amountMinor"
    from unnest(${lines.map(({ id }) => id)}::text[], ${lines.map(({ quantity }) => quantity)}::int[])
      with ordinality as line (id, quantity, place)
    cross join lateral (select coalesce(max(sale_nth), 0) + 1 as nth from claims
      where sale_id = ${saleId} and sale_line_id = line.id) free
    where free.nth <= line.quantity order by line.place`);

/** Notes on a locked claim that the seller was charged. */
export async function setCharged(
  tx: Tx,
  id: string,
  charge: Charge & { readonly saleId: string; readonly currency: Currency },
): Promise<void> {
  await tx.run(sql`
    update claims set sale_id = ${charge.saleId}, sale_line_id = ${charge.lineId}, sale_nth = ${charge.nth},
      charged_minor = ${charge.amountMinor}, charged_currency = ${charge.currency}, charged_at = app_now()
    where id = ${id}`);
}
