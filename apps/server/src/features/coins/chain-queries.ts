/** What is believed of a chain, and what its blocks bring to wallets and take from them. */
import type { Coin } from '@giftlane/contract/coins.ts';
import { type Queryable, sql, type Tx } from '../../platform/db.ts';
import type { NodeTransaction } from '../../providers/coins/port.ts';
import type { Held, Received, Sent } from './postings.ts';

export interface Chain {
  readonly network: string;
  readonly height: number;
  readonly hash: string;
  readonly work: bigint;
}

/** How far a chain is booked; nothing before its first look. */
export async function findChain(db: Queryable, coin: Coin): Promise<Chain | undefined> {
  const row = await db.first(sql<{ network: string; height: bigint; hash: string; work: string }>`
    select network, height, hash, work::text as work from coin_chains where coin = ${coin}`);
  return row && { ...row, height: Number(row.height), work: BigInt(row.work) };
}

/** The same, which nobody else moves before the transaction ends. */
export async function lockChain(tx: Tx, coin: Coin): Promise<Chain | undefined> {
  const row = await tx.first(sql<{ network: string; height: bigint; hash: string; work: string }>`
    select network, height, hash, work::text as work from coin_chains where coin = ${coin}
    for update`);
  return row && { ...row, height: Number(row.height), work: BigInt(row.work) };
}

/** Begins a chain a little below the node's tip: wallets are younger than that. */
export async function beginChain(
  tx: Tx,
  coin: Coin,
  { network, height, hash, work }: Chain,
): Promise<void> {
  await tx.run(sql`
    insert into coin_chains (coin, network, height, hash, work)
    values (${coin}, ${network}, ${height}, ${hash}, ${work.toString()}::numeric)
    on conflict (coin) do nothing`);
  await tx.run(sql`
    insert into coin_blocks (coin, height, hash) values (${coin}, ${height}, ${hash})
    on conflict do nothing`);
}

/** So many blocks may be given up for others; deeper than that a person has to look. */
export const mostUndone = 100;
const blocksKept = 1_000;

/** Moves the tip to a block, forward or back. */
export async function moveTip(
  tx: Tx,
  coin: Coin,
  { height, hash }: Pick<Chain, 'height' | 'hash'>,
): Promise<void> {
  await Promise.all([
    tx.run(sql`
      update coin_chains set height = ${height}, hash = ${hash}, moved_at = app_now()
      where coin = ${coin}`),
    tx.run(sql`
      delete from coin_blocks where coin = ${coin}
        and (height > ${height} or height <= ${height - blocksKept})`),
    tx.run(sql`
      insert into coin_blocks (coin, height, hash) values (${coin}, ${height}, ${hash})
      on conflict (coin, height) do update set hash = excluded.hash`),
  ]);
}

/** Notes that the node has answered all that was asked, and its work. */
export async function noteLook(db: Queryable, coin: Coin, work: bigint): Promise<void> {
  await db.run(sql`
    update coin_chains set work = ${work.toString()}::numeric, looked_at = app_now()
    where coin = ${coin}`);
}

/** The hashes of the last booked blocks, by height: as many as may be given up. */
export async function lastHashes(db: Queryable, coin: Coin): Promise<ReadonlyMap<number, string>> {
  const rows = await db.rows(sql<{ height: bigint; hash: string }>`
    select height, hash from coin_blocks where coin = ${coin}
    order by height desc limit ${mostUndone + 1}`);
  return new Map(rows.map(({ height, hash }) => [Number(height), hash]));
}

/** The hash of a booked block. */
export async function blockHash(
  db: Queryable,
  coin: Coin,
  height: number,
): Promise<string | undefined> {
  const row = await db.first(sql<{ hash: string }>`
    select hash from coin_blocks where coin = ${coin} and height = ${height}`);
  return row?.hash;
}

interface Seen {
  readonly txid: string;
  readonly vout: number;
  readonly owner: string;
  readonly address: string;
  readonly walletId: string;
  readonly value: bigint;
  readonly madeBy: string | null;
}

const flat = (transactions: readonly NodeTransaction[]) =>
  transactions.flatMap(({ txid, outputs, kind }) =>
    outputs.map((output) => ({ txid, kind, ...output })),
  );

/** Stores outputs that pay wallets, in the block of `height` or waiting for one; answers those that do. */
export function noteOutputs(
  tx: Tx,
  coin: Coin,
  transactions: readonly NodeTransaction[],
  height: number | null,
) {
  const outputs = flat(transactions);
  return tx.rows(sql<Seen>`
    with seen as (
      insert into coin_outputs (coin, txid, vout, wallet_id, script, value, kind, height)
      select ${coin}, o.txid, o.vout, a.wallet_id, o.script, o.value, o.kind, ${height}::bigint
      from unnest(${outputs.map((o) => o.txid)}::text[], ${outputs.map((o) => o.vout)}::int[],
        ${outputs.map((o) => o.script)}::text[], ${outputs.map((o) => o.value)}::bigint[],
        ${outputs.map((o) => o.kind)}::text[]) as o (txid, vout, script, value, kind)
      join coin_addresses a on a.coin = ${coin} and a.script = o.script
      on conflict (coin, txid, vout) do update
        set height = coalesce(excluded.height, coin_outputs.height), gone = false, kind = excluded.kind,
          -- What waits may have been asked for before a block came that says otherwise.
          dead_height = case when excluded.height is null then coin_outputs.dead_height end
      returning txid, vout, wallet_id, script, value, made_by)
    select s.txid, s.vout, w.owner, a.address, s.wallet_id as "walletId", s.value, s.made_by as "madeBy"
    from seen s join coin_wallets w on w.id = s.wallet_id
    join coin_addresses a on a.coin = ${coin} and a.script = s.script`);
}

/** Marks addresses as used, so that a fresh one is shown. */
export async function markUsed(tx: Tx, coin: Coin, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx.run(sql`
    update coin_addresses set used_at = app_now()
    where coin = ${coin} and address = any(${addresses}::text[]) and used_at is null`);
}

/** Stores what outputs brought as transfers of their wallets, or that they are back. */
export async function noteReceived(
  tx: Tx,
  coin: Coin,
  received: readonly (Seen & { readonly id: string })[],
  height: number | null,
): Promise<void> {
  if (received.length === 0) return;
  await tx.run(sql`
    insert into coin_transfers (id, coin, wallet_id, type, txid, vout, address, value, state, height,
      in_block_at)
    select id, ${coin}, wallet_id, 'receive', txid, vout, address, value, 'unconfirmed', ${height}::bigint,
      case when ${height}::bigint is not null then app_now() end
    from unnest(${received.map((r) => r.id)}::text[], ${received.map((r) => r.walletId)}::text[],
      ${received.map((r) => r.txid)}::text[], ${received.map((r) => r.vout)}::int[],
      ${received.map((r) => r.address)}::text[], ${received.map((r) => r.value)}::bigint[])
      as r (id, wallet_id, txid, vout, address, value)
    on conflict (coin, txid, vout) where type = 'receive' do update
      set height = coalesce(excluded.height, coin_transfers.height),
        in_block_at = coalesce(coin_transfers.in_block_at, excluded.in_block_at),
        state = case when coin_transfers.state = 'removed' then 'unconfirmed'
          else coin_transfers.state end`);
}

const spendsOf = (transactions: readonly NodeTransaction[]) =>
  transactions.flatMap(({ txid, spends }) => spends.map((outpoint) => ({ by: txid, ...outpoint })));

/** Notes what transactions spend that pay wallets: see `noteDead`. */
export async function noteInputs(
  tx: Tx,
  coin: Coin,
  transactions: readonly NodeTransaction[],
): Promise<void> {
  const spends = spendsOf(transactions);
  if (spends.length === 0) return;
  await tx.run(sql`
    insert into coin_inputs (coin, txid, spent_txid, spent_vout)
    select ${coin}, by, txid, vout
    from unnest(${spends.map(({ txid }) => txid)}::text[], ${spends.map(({ vout }) => vout)}::int[],
      ${spends.map(({ by }) => by)}::text[]) as s (txid, vout, by)
    on conflict do nothing`);
}

/** Notes which payments that are in no block will be in none while a block is there, as that spends what they were made of. */
export async function noteDead(
  tx: Tx,
  coin: Coin,
  transactions: readonly NodeTransaction[],
  height: number,
): Promise<void> {
  const spends = spendsOf(transactions);
  await tx.run(sql`
    update coin_outputs o set dead_height = ${height}
    from unnest(${spends.map(({ txid }) => txid)}::text[], ${spends.map(({ vout }) => vout)}::int[],
      ${spends.map(({ by }) => by)}::text[]) as s (txid, vout, by)
    join coin_inputs i on i.spent_txid = s.txid and i.spent_vout = s.vout and i.txid <> s.by
    where i.coin = ${coin} and o.coin = ${coin} and o.txid = i.txid and o.made_by is null and o.height is null
      and o.dead_height is null`);
}

/** Notes what the transactions of a block spend. */
export async function noteSpent(
  tx: Tx,
  coin: Coin,
  transactions: readonly NodeTransaction[],
  height: number,
): Promise<void> {
  const spends = spendsOf(transactions);
  await tx.run(sql`
    update coin_outputs o set spent_txid = s.by, spent_height = ${height}
    from unnest(${spends.map(({ txid }) => txid)}::text[], ${spends.map(({ vout }) => vout)}::int[],
      ${spends.map(({ by }) => by)}::text[]) as s (txid, vout, by)
    where o.coin = ${coin} and o.txid = s.txid and o.vout = s.vout`);
}

/** What lies on the books and was spent in the block of `height` by no send of ours; what a send waits to spend is left to it. */
export function takenAt(tx: Tx, coin: Coin, height: number) {
  return tx.rows(sql<Held>`
    select * from coin_received_rows
    where coin = ${coin} and spent_height = ${height} and booked and reserved_by is null`);
}

/** What a send was to spend and another transaction has spent. */
export function takenFrom(tx: Tx, sendId: string) {
  return tx.rows(sql<Held>`
    select * from coin_received_rows where reserved_by = ${sendId} and spent_height is not null and booked`);
}

/** What sends made that are settled now and that somebody else had spent before: nobody looked for it then. */
export function takenMadeBy(tx: Tx, ids: readonly string[]) {
  return tx.rows(sql<Held>`
    select * from coin_received_rows
    where made_by = any(${ids}::text[]) and spent_height is not null and booked and reserved_by is null`);
}

/** What a send was to spend and a fork has taken back, of which the house bore something. */
export function borneOf(tx: Tx, sendId: string) {
  return tx.rows(sql<Held>`
    select * from coin_received_rows
    where reserved_by = ${sendId} and lost > 0 and not booked and not taken`);
}

/** What was taken of what these sends made. */
export function takenOf(tx: Tx, ids: readonly string[]) {
  return tx.rows(sql<Held>`
    select * from coin_received_rows where made_by = any(${ids}::text[]) and taken`);
}

/** What was taken in a block that is given up. */
export function takenBefore(tx: Tx, coin: Coin, height: number) {
  return tx.rows(sql<Held>`
    select * from coin_received_rows where coin = ${coin} and spent_height = ${height} and taken`);
}

/** Takes an output off the books, with what the house bore of it. */
export async function markTaken(
  tx: Tx,
  { coin, txid, vout }: Pick<Received, 'coin' | 'txid' | 'vout'>,
  lost: bigint,
): Promise<void> {
  await tx.run(sql`
    update coin_outputs set booked = false, taken = true, lost = ${lost}
    where coin = ${coin} and txid = ${txid} and vout = ${vout}`);
}

/** Notes which sends are in a block; answers those that nobody knew to be with the nodes. */
export async function noteMined(
  tx: Tx,
  coin: Coin,
  txids: readonly string[],
  height: number,
): Promise<readonly { owner: string; orderId: string | null }[]> {
  const late = await tx.rows(sql<{ owner: string; orderId: string | null }>`
    update coin_transfers t set state = 'unconfirmed'
    from coin_wallets w
    where w.id = t.wallet_id and t.coin = ${coin} and t.type = 'send'
      and t.txid = any(${txids}::text[]) and t.state = 'signed'
    returning w.owner, t.order_id as "orderId"`);
  await tx.run(sql`
    update coin_transfers set height = ${height}, in_block_at = app_now()
    where coin = ${coin} and type = 'send' and txid = any(${txids}::text[])
      and state = 'unconfirmed'`);
  return late;
}

/** How many confirmations outputs need that can be spent late only. */
export const lateAfter = { coinbase: 100, hogex: 6 };

/**
 * Outputs that have their confirmations and are not booked yet, at most `most`. After a fork one can come in the very
 * block in which a send of ours spends it.
 */
export function ripeOutputs(
  tx: Tx,
  coin: Coin,
  { height, needed, most }: { height: number; needed: number; most: number },
) {
  return tx.rows(sql<Received>`
    with waiting as (
      select coin, txid, vout from coin_outputs
      where coin = ${coin} and not booked and not gone and made_by is null and spent_txid is null
        and height <= ${height}::bigint + 1 - ${needed}::int
      union all
      select o.coin, o.txid, o.vout from coin_transfers s
      join coin_outputs o on o.reserved_by = s.id and o.spent_txid = s.txid
      where s.coin = ${coin} and s.state in ('created', 'signed', 'unconfirmed')
        and not o.booked and not o.gone and o.made_by is null)
    select o.coin, o.txid, o.vout, w.owner, a.address, o.value, o.credited, o.lost, o.matched, a.refill,
      -- Looked up one by one: a join whose plan was made while there were none reads all for each.
      (select t.id from coin_transfers t where t.coin = o.coin and t.txid = o.txid and t.vout = o.vout
        and t.type = 'receive') as "transferId"
    from waiting join coin_outputs o using (coin, txid, vout)
    join coin_wallets w on w.id = o.wallet_id
    join coin_addresses a on a.coin = o.coin and a.script = o.script
    where o.height <= ${height}::bigint + 1 - case o.kind
        when 'coinbase' then greatest(${needed}::int, ${lateAfter.coinbase}::int)
        when 'hogex' then greatest(${needed}::int, ${lateAfter.hogex}::int) else ${needed}::int end
    order by o.height, o.txid, o.vout limit ${most}
    for update of o`);
}

/** Marks outputs as booked, and the transfers that brought them as confirmed. */
export async function markBooked(
  tx: Tx,
  coin: Coin,
  received: readonly Pick<Received, 'txid' | 'vout' | 'transferId'>[],
): Promise<void> {
  await Promise.all([
    tx.run(sql`
      update coin_outputs o set booked = true, credited = credited + 1, lost = 0, taken = false
      from unnest(${received.map(({ txid }) => txid)}::text[],
        ${received.map(({ vout }) => vout)}::int[]) as r (txid, vout)
      where o.coin = ${coin} and o.txid = r.txid and o.vout = r.vout`),
    tx.run(sql`
      update coin_transfers set state = 'confirmed'
      where id = any(${received.map(({ transferId }) => transferId)}::text[])`),
  ]);
}

/** Sends that have their confirmations and are not settled yet. */
export function ripeSends(
  tx: Tx,
  coin: Coin,
  { height, needed, most }: { height: number; needed: number; most: number },
) {
  return tx.rows(sql<Sent>`
    select t.id, t.coin, w.owner, t.value, t.fee, t.order_id is not null as "toHouse", t.settled,
      exists (select 1 from coin_sweeps s where s.transfer_id = t.id) as cold
    from coin_transfers t
    join coin_wallets w on w.id = t.wallet_id
    where t.coin = ${coin} and t.type = 'send' and t.state = 'unconfirmed'
      and t.height <= ${height}::bigint + 1 - ${needed}::int
    order by t.height, t.id limit ${most} for update of t`);
}

/**
 * Marks sends as settled: what they made is on the books, and what they spent off them, in this order: one of them
 * may spend what another made.
 */
export async function markSettled(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update coin_outputs set booked = true where made_by = any(${ids}::text[]) and not gone`);
  await tx.run(sql`
    update coin_outputs set booked = false where reserved_by = any(${ids}::text[])`);
  await tx.run(sql`
    update coin_transfers set state = 'confirmed', settled = settled + 1
    where id = any(${ids}::text[])`);
}

/** What was booked of a block that is given up: what it brought. */
export async function bookedAt(tx: Tx, coin: Coin, height: number) {
  // Whoever is counting one of them with its order is waited for.
  await tx.run(sql`
    select 1 from coin_outputs where coin = ${coin} and height = ${height} for update`);
  return tx.rows(sql<Received>`
    select * from coin_received_rows
    where coin = ${coin} and height = ${height} and booked and made_by is null`);
}

/** Notes what the house bore when an output was taken back. */
export async function noteLost(
  tx: Tx,
  { coin, txid, vout }: Pick<Received, 'coin' | 'txid' | 'vout'>,
  lost: bigint,
): Promise<void> {
  await tx.run(sql`
    update coin_outputs set lost = ${lost} where coin = ${coin} and txid = ${txid} and vout = ${vout}`);
}

/** Sends that a block which is given up had settled. */
export function settledAt(tx: Tx, coin: Coin, height: number) {
  return tx.rows(sql<Sent>`
    select t.id, t.coin, w.owner, t.value, t.fee, t.order_id is not null as "toHouse", t.settled,
      exists (select 1 from coin_sweeps s where s.transfer_id = t.id) as cold
    from coin_transfers t join coin_wallets w on w.id = t.wallet_id
    where t.coin = ${coin} and t.type = 'send' and t.state = 'confirmed' and t.height = ${height}
    for update of t`);
}

/** Puts back on the books what sends had spent that a block which is given up had settled, and takes off what they made. */
export async function unsettle(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update coin_outputs set booked = true where reserved_by = any(${ids}::text[])`);
  await tx.run(sql`
    update coin_outputs set booked = false where made_by = any(${ids}::text[])`);
}

/** Takes back what a block that is given up had said; the ledger's part is undone before. */
export async function forgetBlock(tx: Tx, coin: Coin, height: number): Promise<void> {
  await tx.run(sql`
    update coin_outputs set height = null, booked = case when made_by is null then false else booked end,
      gone = kind <> 'plain',
      -- What is new with its block comes with no other one.
      dead_height = case when kind <> 'plain' then ${height}::bigint end
    where coin = ${coin} and height = ${height}`);
  await tx.run(sql`
    update coin_outputs set dead_height = null
    where coin = ${coin} and dead_height = ${height} and kind = 'plain'`);
  await tx.run(sql`
    update coin_outputs set spent_txid = null, spent_height = null
    where coin = ${coin} and spent_height = ${height}`);
  await tx.run(sql`
    update coin_transfers set height = null, in_block_at = null,
      state = case when state = 'confirmed' then 'unconfirmed' else state end
    where coin = ${coin} and height = ${height}`);
}

/** What waits for a block as far as we know: transactions that pay wallets, and our own sends. */
export function waitingTransactions(db: Queryable, coin: Coin) {
  return db.rows(sql<{ txid: string; own: boolean }>`
    select distinct txid, made_by is not null as own from coin_outputs
    where coin = ${coin} and height is null and not gone and made_by is null
    union
    select txid, true from coin_transfers
    where coin = ${coin} and type = 'send' and state = 'unconfirmed' and height is null`);
}

/** Transactions that pay wallets have left the nodes: nothing comes of them, unless they come back. Answers whom they were to pay. */
export async function markGone(
  tx: Tx,
  coin: Coin,
  txids: readonly string[],
): Promise<readonly { owner: string; address: string }[]> {
  if (txids.length === 0) return [];
  return tx.rows(sql<{ owner: string; address: string }>`
    with gone as (
      update coin_outputs set gone = true
      where coin = ${coin} and txid = any(${txids}::text[]) and height is null and made_by is null
      returning txid, vout)
    update coin_transfers t set state = 'removed' from gone, coin_wallets w
    where t.coin = ${coin} and t.type = 'receive' and t.txid = gone.txid and t.vout = gone.vout
      and t.state = 'unconfirmed' and w.id = t.wallet_id
    returning w.owner, t.address`);
}

/** Sends of ours that nodes have lost are handed in again. */
export async function markLost(db: Queryable, coin: Coin, txids: readonly string[]): Promise<void> {
  if (txids.length === 0) return;
  await db.run(sql`
    update coin_transfers set state = 'signed'
    where coin = ${coin} and type = 'send' and txid = any(${txids}::text[])
      and state = 'unconfirmed' and height is null`);
}
