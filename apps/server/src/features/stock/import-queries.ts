/** The SQL of imports of codes. */
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

export interface NewCode {
  id: bigint;
  cardId: string;
  serial: string;
  content: Buffer;
  fingerprint: Buffer;
  tail: Buffer;
  validUntil: string | null;
}

/** Draws ids from the sequence, since a code is encrypted for its id. */
export async function newCodeIds(tx: Tx, count: number): Promise<bigint[]> {
  const rows = await tx.rows(sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('codes', 'id')) as id
    from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id);
}

/** Stores codes; returns those that were new. */
export function insertCodes(tx: Tx, batchId: string, codes: readonly NewCode[]) {
  return tx.rows(sql<{ fingerprint: Buffer; expired: boolean }>`
    insert into codes (id, card_id, batch_id, serial, content, fingerprint, tail, valid_until)
    overriding system value
    select id, card_id, ${batchId}, serial, content, fingerprint, tail, valid_until
    from unnest(${codes.map((c) => c.id)}::bigint[], ${codes.map((c) => c.cardId)}::text[], ${codes.map((c) => c.serial)}::text[],
      ${codes.map((c) => c.content)}::bytea[], ${codes.map((c) => c.fingerprint)}::bytea[],
      ${codes.map((c) => c.tail)}::bytea[], ${codes.map((c) => c.validUntil)}::date[])
      as n (id, card_id, serial, content, fingerprint, tail, valid_until)
    on conflict on constraint codes_once do nothing
    returning fingerprint, coalesce(expires_at <= app_now(), false) as expired`);
}

/** Opens a batch of codes; it counts as empty until `setBatchLoaded`. */
export async function insertBatch(tx: Tx, batchId: string, source: string): Promise<void> {
  await tx.run(
    sql`insert into code_batches (id, source, loaded) values (${batchId}, ${source}, 0)`,
  );
}

/** Sets the batch's number of codes, which an invariant checks. */
export async function setBatchLoaded(tx: Tx, batchId: string, loaded: number): Promise<void> {
  await tx.run(sql`update code_batches set loaded = ${loaded} where id = ${batchId}`);
}

/** Those of the ids that exist, with the titles of their brands. */
export function knownCards(db: Queryable, cardIds: readonly string[]) {
  return db.rows(sql<{ id: string; title: string }>`
    select c.id, b.title from cards c join brands b on b.id = c.brand_id
    where c.id = any(${cardIds}::text[])`);
}

/** Those of the fingerprints whose codes were loaded before. */
export async function loadedBefore(db: Queryable, fingerprints: readonly Buffer[]) {
  const rows = await db.rows(sql<{ fingerprint: Buffer }>`
    select fingerprint from codes where fingerprint = any(${fingerprints}::bytea[])`);
  return rows.map(({ fingerprint }) => fingerprint);
}

/**
 * Takes a whole batch out of stock, and lets its codes be loaded again; answers how many were taken. Codes in a
 * purchase's hands are waited for, in the order in which purchases take them.
 */
export function undoCodes(tx: Tx, batchId: string): Promise<number> {
  return tx.run(sql`
    with found as (
      select id from codes where batch_id = ${batchId} order by card_id collate "C", id for update)
    update codes set state = 'void', fingerprint = codes.fingerprint || int8send(codes.id)
    from found where codes.id = found.id and codes.state in ('free', 'void')
      and codes.line_id is null and codes.removal_id is null and length(codes.fingerprint) = 32`);
}

/** Marks a batch as undone; answers how many codes it has. */
export async function markUndone(tx: Tx, batchId: string): Promise<number> {
  const { loaded } = await tx.one(sql<{ loaded: bigint }>`
    update code_batches set undone_at = app_now() where id = ${batchId} returning loaded`);
  return Number(loaded);
}

/** Tells the catalogues of all processes about new stock. */
export async function announceStock(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_notify('catalog_changed', 'stock')`);
}
