import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import { pageLimit } from '../../platform/db/pages.ts';

export interface NewVoucher {
  readonly id: string;
  readonly codeFingerprint: Buffer;
  readonly pinFingerprint: Buffer;
}

export interface NewBatch {
  readonly id: string;
  readonly keyHash: Buffer;
  readonly valueMinor: bigint;
  readonly currency: Currency;
  readonly count: number;
  readonly issuer: string;
}

/** Stores a batch; false when there is one of its key. */
export async function insertVoucherBatch(tx: Tx, batch: NewBatch): Promise<boolean> {
  const { id, keyHash, valueMinor, currency, count, issuer } = batch;
  const inserted = await tx.run(sql`
    insert into voucher_batches (id, key_hash, value_minor, currency, count, issuer)
    values (${id}, ${keyHash}, ${valueMinor}, ${currency}, ${count}, ${issuer})
    on conflict on constraint voucher_batches_key_once do nothing`);
  return inserted === 1;
}

/** Serialises an issuer's making of vouchers until the transaction ends. */
export async function lockIssuer(tx: Tx, issuer: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`vouchers ${issuer}`}, 0))`);
}

/** What the issuer made of a currency within 24 hours, in minor units. */
export async function madeInADay(
  tx: Tx,
  { issuer, currency }: Pick<NewBatch, 'issuer' | 'currency'>,
): Promise<bigint> {
  const { made } = await tx.one(sql<{ made: bigint }>`
    select coalesce(sum(value_minor * count), 0)::bigint as made from voucher_batches
    where issuer = ${issuer} and currency = ${currency} and created_at > app_now() - interval '24 hours'`);
  return made;
}

/** The id of a batch of the same key, value, currency and number of vouchers by the same person. */
export async function findSameBatch(
  tx: Tx,
  { keyHash, valueMinor, currency, count, issuer }: NewBatch,
): Promise<string | undefined> {
  const found = await tx.first(sql<{ id: string }>`
    select id from voucher_batches where key_hash = ${keyHash} and value_minor = ${valueMinor}
      and currency = ${currency} and count = ${count} and issuer = ${issuer}`);
  return found?.id;
}

/** Stores the vouchers of a batch. */
export async function insertVouchers(
  tx: Tx,
  vouchers: readonly NewVoucher[],
  { id: batchId, valueMinor, currency }: NewBatch,
): Promise<void> {
  await tx.run(sql`
    insert into vouchers (id, code_fingerprint, pin_fingerprint, value_minor, currency, batch_id)
    select id, code, pin, ${valueMinor}, ${currency}, ${batchId}
    from unnest(${vouchers.map((v) => v.id)}::text[],
      ${vouchers.map((v) => v.codeFingerprint)}::bytea[],
      ${vouchers.map((v) => v.pinFingerprint)}::bytea[]) as n (id, code, pin)`);
}

export interface Batch extends Omit<NewBatch, 'keyHash'> {
  readonly createdAt: Date;
  readonly redeemed: number;
}

/** A page of batches, newest first. */
export const listBatches = (db: Queryable, after: string) =>
  db.rows(sql<Batch>`
    select id, value_minor as "valueMinor", currency, count, issuer, created_at as "createdAt",
      (select count(*)::int from vouchers v where v.batch_id = b.id and redeemed_at is not null) as redeemed
    from voucher_batches b where (created_at, id) < (
      coalesce((select created_at from voucher_batches where id = ${after}), 'infinity'), ${after})
    order by created_at desc, id desc limit ${pageLimit}`);

export interface Voucher {
  readonly id: string;
  readonly valueMinor: bigint;
  readonly currency: Currency;
  readonly redeemed: boolean;
}

export interface LockedVoucher extends Voucher {
  readonly pinFingerprint: Buffer;
  /** Seconds until the voucher can be tried again after wrong PINs; null when it is not blocked. */
  readonly waitSeconds: number | null;
}

/** Finds a voucher by the fingerprint of its code. */
export function findVoucher(db: Queryable, codeFingerprint: Buffer) {
  return db.first(sql<Voucher>`
    select id, value_minor as "valueMinor", currency, redeemed_at is not null as redeemed
    from vouchers where code_fingerprint = ${codeFingerprint}`);
}

/** A voucher by its id or the fingerprint of its code, and who redeemed it. */
export function voucherFor(db: Queryable, id: string, codeFingerprint: Buffer) {
  return db.first(sql<Voucher & { redeemedBy: string | null }>`
    select id, value_minor as "valueMinor", currency, redeemed_at is not null as redeemed,
      redeemed_by as "redeemedBy"
    from vouchers where id = ${id} or code_fingerprint = ${codeFingerprint} limit 1`);
}

/** Like `findVoucher`, with a row lock until the transaction ends. */
export function lockVoucher(tx: Tx, codeFingerprint: Buffer) {
  return tx.first(sql<LockedVoucher>`
    select id, value_minor as "valueMinor", currency, redeemed_at is not null as redeemed,
      pin_fingerprint as "pinFingerprint",
      case when locked_until > app_now()
        then ceil(extract(epoch from locked_until - app_now()))::int end as "waitSeconds"
    from vouchers where code_fingerprint = ${codeFingerprint} for update`);
}

/** Counts a wrong PIN on a locked voucher; the last allowed one blocks it for `lockMs`. */
export async function countWrongPin(
  tx: Tx,
  voucherId: string,
  { allowed, lockMs }: { allowed: number; lockMs: number },
): Promise<void> {
  await tx.run(sql`
    update vouchers set
      wrong_pins = case when wrong_pins + 1 >= ${allowed}::int then 0 else wrong_pins + 1 end,
      locked_until = case when wrong_pins + 1 >= ${allowed}::int
        then app_now() + ${lockMs}::float8 * interval '1 ms' end
    where id = ${voucherId}`);
}

/** Marks a locked voucher as redeemed by a member. */
export async function setRedeemed(tx: Tx, voucherId: string, memberId: string): Promise<void> {
  await tx.run(sql`
    update vouchers set redeemed_by = ${memberId}, redeemed_at = app_now() where id = ${voucherId}`);
}
