import type { Currency } from '@giftlane/contract/money/money.ts';
import type { SellGateway } from '@giftlane/contract/shop/selling.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

export const saleStates = ['pending', 'paid', 'declined'] as const;
export type SaleState = (typeof saleStates)[number];

export interface SaleLine {
  readonly id: string;
  readonly cardId: string;
  readonly title: string;
  readonly valueMinor: bigint;
  readonly priceMinor: bigint;
  readonly exchangeFeesBp: number;
  readonly quantity: number;
  readonly feeMinor: bigint;
  /** Paths of the pictures. */
  readonly front: string;
  readonly back: string;
  readonly receipt: string;
}

export interface SaleHead {
  readonly memberId: string;
  readonly id: string;
  readonly contentHash: Buffer;
  readonly gateway: SellGateway;
  readonly payee: string;
  readonly currency: Currency;
  readonly state: SaleState;
  readonly subtotalMinor: bigint;
  readonly feeMinor: bigint;
  readonly totalMinor: bigint;
  /** Currency and amount of the payout, or value of the coins; the amount is null until a rate is known. */
  readonly payoutCurrency: Currency;
  readonly payoutMinor: bigint | null;
  readonly notice: string;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** An operator's id, or the account of the command line. */
  readonly decidedBy: string | null;
  /** Time of the wallet credit after the coin transfer failed. */
  readonly intoWalletAt: Date | null;
}

/** A sell order with its lines. */
export interface Sale extends SaleHead {
  readonly lines: readonly SaleLine[];
}

export type NewSale = Omit<
  Sale,
  'state' | 'notice' | 'createdAt' | 'decidedAt' | 'decidedBy' | 'intoWalletAt'
>;

export type SaleKey = Pick<SaleHead, 'memberId' | 'id'>;

/** Serialises the offers and payouts of one member until the transaction ends. */
export async function lockSeller(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`selling ${memberId}`}, 0))`);
}

/** Stores an offer with its lines. */
export async function insertSale(tx: Tx, sale: NewSale): Promise<void> {
  await Promise.all([
    tx.run(sql`
      insert into sell_orders (member_id, id, content_hash, gateway, payee, currency,
        subtotal_minor, fee_minor, total_minor, payout_currency, payout_minor)
      values (${sale.memberId}, ${sale.id}, ${sale.contentHash}, ${sale.gateway}, ${sale.payee},
        ${sale.currency}, ${sale.subtotalMinor}, ${sale.feeMinor}, ${sale.totalMinor},
        ${sale.payoutCurrency}, ${sale.payoutMinor})`),
    ...sale.lines.map((line, i) => insertLine(tx, sale, { ...line, position: i + 1 })),
  ]);
}

function insertLine(tx: Tx, sale: SaleKey, line: SaleLine & { position: number }) {
  return tx.run(sql`
    insert into sell_lines (member_id, order_id, id, position, card_id, title,
      value_minor, price_minor, exchange_fees_bp, quantity, fee_minor, front, back, receipt)
    values (${sale.memberId}, ${sale.id}, ${line.id}, ${line.position}, ${line.cardId},
      ${line.title}, ${line.valueMinor}, ${line.priceMinor},
      ${line.exchangeFeesBp}, ${line.quantity}, ${line.feeMinor}, ${line.front}, ${line.back},
      ${line.receipt})`);
}

/** The terms on which the shop buys a card. */
export interface BoughtCard {
  readonly id: string;
  readonly exchangeFeesBp: number;
  readonly readOnly: boolean;
  readonly valueMinor: bigint;
  readonly priceMinor: bigint;
}

/** The constraint that `requireBought` violates. */
export const termsRule = 'sell_lines_current_terms';

/** Aborts the transaction unless a card still has the terms an offer was computed from. */
export async function requireBought(
  tx: Tx,
  { id, exchangeFeesBp, readOnly, valueMinor, priceMinor }: BoughtCard,
): Promise<void> {
  await tx.run(sql`
    select must_hold(exists (select 1 from cards where id = ${id} and sellable
      and exchange_fees_bp = ${exchangeFeesBp} and read_only = ${readOnly}
      and value_minor = ${valueMinor} and price_minor = ${priceMinor}
      and retired_at is null), ${termsRule})`);
}

export interface Load {
  /** Offers waiting for an operator. */
  readonly pending: number;
  /** Offered within 24 hours and not declined, in the wallet's currency. */
  readonly offeredMinor: bigint;
  /** Paid within 24 hours, in the wallet's currency. */
  readonly paidMinor: bigint;
}

/** A member's pending offers, and their amounts of the last 24 hours. */
export function loadOf(db: Queryable, memberId: string): Promise<Load> {
  return db.one(sql<Load>`
    select count(*) filter (where state = 'pending')::int as pending,
      coalesce(sum(payout_minor) filter (where state <> 'declined'
        and created_at > app_now() - interval '1 day'), 0)::bigint as "offeredMinor",
      coalesce(sum(payout_minor) filter (where state = 'paid'
        and decided_at > app_now() - interval '1 day'), 0)::bigint as "paidMinor"
    from sell_orders where member_id = ${memberId}`);
}

/** Serialises payouts of offers that show the same picture, until the transaction ends: the later one sees the first. */
export async function lockPictures(tx: Tx, { memberId, id }: SaleKey): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended('picture ' || encode(fingerprint, 'hex'), 0))
    from (select distinct u.fingerprint from sell_lines l join uploads u on u.path in (l.front, l.back)
      where l.member_id = ${memberId} and l.order_id = ${id} and u.fingerprint is not null
      order by u.fingerprint) shown`);
}

export interface Copied {
  readonly orderId: string;
  /** The order with the same picture; equal to `orderId` when another of its cards shows it. */
  readonly otherId: string;
  readonly otherState: SaleState;
}

/** Other uses of the front and back pictures of these offers, by fingerprint. Receipts may be shared by cards. */
export function copiedIn(db: Queryable, ids: readonly string[]): Promise<Copied[]> {
  return db.rows(sql<Copied>`
    select distinct l.order_id as "orderId", s.order_id as "otherId", other.state as "otherState"
    from sell_orders o
    join sell_lines l on l.member_id = o.member_id and l.order_id = o.id
    join uploads u on u.path in (l.front, l.back)
    join uploads same on same.fingerprint = u.fingerprint
    join sell_orders other on other.id = same.used_by and other.member_id = same.member_id
    join sell_lines s on s.member_id = other.member_id and s.order_id = other.id
      and same.path in (s.front, s.back)
    where o.id = any(${ids}::text[]) and (s.order_id, s.id) <> (l.order_id, l.id)
    order by 1, 2`);
}

/** The sell orders of these keys with their lines, in the order of the keys. */
export async function salesOf(db: Queryable, keys: readonly SaleKey[]): Promise<Sale[]> {
  if (keys.length === 0) return [];
  const [members, ids] = [keys.map(({ memberId }) => memberId), keys.map(({ id }) => id)];
  const [heads, lines] = await Promise.all([
    db.rows(sql<SaleHead>`
      select member_id as "memberId", id, content_hash as "contentHash", gateway, payee, currency,
        state, subtotal_minor as "subtotalMinor", fee_minor as "feeMinor",
        total_minor as "totalMinor", payout_currency as "payoutCurrency",
        payout_minor as "payoutMinor", notice, created_at as "createdAt",
        decided_at as "decidedAt", decided_by as "decidedBy", into_wallet_at as "intoWalletAt"
      from unnest(${members}::text[], ${ids}::text[]) with ordinality as wanted (member_id, id, n)
      join sell_orders using (member_id, id) order by n`),
    db.rows(sql<SaleLine & { orderId: string }>`
      select order_id as "orderId", id, card_id as "cardId", title, value_minor as "valueMinor",
        price_minor as "priceMinor", exchange_fees_bp as "exchangeFeesBp", quantity,
        fee_minor as "feeMinor", front, back, receipt
      from unnest(${members}::text[], ${ids}::text[]) as wanted (member_id, order_id)
      join sell_lines using (member_id, order_id) order by order_id, position`),
  ]);
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  return heads.map((head) => ({ ...head, lines: byOrder.get(head.id) ?? [] }));
}

/** A member's sell order; undefined when it is unknown or another member's. */
export const findSale = async (db: Queryable, key: SaleKey): Promise<Sale | undefined> =>
  (await salesOf(db, [key]))[0];

/** Locks a sell order and reads it with its lines. */
export async function lockSale(tx: Tx, { memberId, id }: SaleKey): Promise<Sale | undefined> {
  await tx.run(sql`
    select 1 from sell_orders where member_id = ${memberId} and id = ${id} for update`);
  return findSale(tx, { memberId, id });
}

/** For operators: the member of a sell order. */
export async function sellerOf(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ memberId: string }>`
    select member_id as "memberId" from sell_orders where id = ${id}`);
  return row?.memberId;
}

/** Marks a locked sell order as paid, with the wallet's amount or the value of its coins. */
export async function setSalePaid(
  tx: Tx,
  { memberId, id }: SaleKey,
  { payoutMinor, by }: { payoutMinor: bigint; by: string },
): Promise<void> {
  await tx.run(sql`
    update sell_orders set state = 'paid', payout_minor = ${payoutMinor}, decided_at = app_now(),
      decided_by = ${by}
    where member_id = ${memberId} and id = ${id}`);
}

/** Records, for a locked sell order, that the wallet was credited in place of a failed coin payout. */
export async function setIntoWallet(tx: Tx, { memberId, id }: SaleKey): Promise<void> {
  await tx.run(sql`
    update sell_orders set into_wallet_at = app_now() where member_id = ${memberId} and id = ${id}`);
}

/** Marks a locked sell order as declined; the notice is for the member. */
export async function setSaleDeclined(
  tx: Tx,
  { memberId, id }: SaleKey,
  { notice, by }: { notice: string; by: string },
): Promise<void> {
  await tx.run(sql`
    update sell_orders set state = 'declined', notice = ${notice}, decided_at = app_now(),
      decided_by = ${by}
    where member_id = ${memberId} and id = ${id}`);
}

/** Ids of a member's paid sell orders. */
export async function boughtOf(db: Queryable, memberId: string): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select id from sell_orders where member_id = ${memberId} and state = 'paid'`);
  return rows.map(({ id }) => id);
}

/** How many offers of a member are in each state. */
export async function salesByState(
  db: Queryable,
  memberId: string,
): Promise<ReadonlyMap<SaleState, number>> {
  const rows = await db.rows(sql<{ state: SaleState; count: number }>`
    select state, count(*)::int as count from sell_orders where member_id = ${memberId} group by state`);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** True when a member has a pending offer. */
export async function hasWaitingSale(db: Queryable, memberId: string): Promise<boolean> {
  const found = await db.first(
    sql`select 1 from sell_orders where member_id = ${memberId} and state = 'pending' limit 1`,
  );
  return found !== undefined;
}
