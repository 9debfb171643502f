/** What transactions in blocks and in the mempool pay to wallets and spend from them. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import type { NodeTransaction } from '../../../providers/coins/port.ts';

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

/** Stores outputs that pay wallets, in the block at `height` or in the mempool (null); returns them. */
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

/** Marks addresses as used, so that wallets show a fresh one. */
export async function markUsed(tx: Tx, coin: Coin, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx.run(sql`
    update coin_addresses set used_at = app_now()
    where coin = ${coin} and address = any(${addresses}::text[]) and used_at is null`);
}

/** Stores outputs as incoming transfers; one marked as removed is unconfirmed again. */
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

/** Stores the inputs of transactions that pay wallets, for `noteDead`. */
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

/**
 * Marks deposits outside blocks as dead when the block at `height` spends one of their inputs by another transaction.
 */
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

/** Marks the outputs that the transactions of a block spend. */
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

/** Stores the block of our sends in it; returns those not yet known to be broadcast. */
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

/** Reverts what the orphaned block at `height` changed in outputs and transfers. The ledger must be reverted before. */
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

/**
 * Fails coinbase and peg-out deposits of an orphaned block, until that block returns. Returns whom they were to pay.
 */
export function removeNew(tx: Tx, coin: Coin, height: number) {
  return tx.rows(sql<{ owner: string; address: string }>`
    update coin_transfers t set state = 'removed' from coin_outputs o, coin_wallets w
    where o.coin = ${coin} and o.dead_height = ${height} and o.kind <> 'plain'
      and t.type = 'receive' and t.coin = o.coin and t.txid = o.txid and t.vout = o.vout
      and t.state = 'unconfirmed' and w.id = t.wallet_id
    returning w.owner, t.address`);
}

/** Unconfirmed transactions by the database: deposits, and our own sends (`own`). */
export function waitingTransactions(db: Queryable, coin: Coin) {
  return db.rows(sql<{ txid: string; own: boolean }>`
    select distinct txid, made_by is not null as own from coin_outputs
    where coin = ${coin} and height is null and not gone and made_by is null
    union
    select txid, true from coin_transfers
    where coin = ${coin} and type = 'send' and state = 'unconfirmed' and height is null`);
}

/** Marks deposits that left the mempool as gone, until they return. Returns whom they were to pay. */
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

/** Marks our sends that left the mempool as signed only, so that they are broadcast again. */
export async function markLost(db: Queryable, coin: Coin, txids: readonly string[]): Promise<void> {
  if (txids.length === 0) return;
  await db.run(sql`
    update coin_transfers set state = 'signed'
    where coin = ${coin} and type = 'send' and txid = any(${txids}::text[])
      and state = 'unconfirmed' and height is null`);
}
