/** Coin transfers in their API form. */
import type { Data } from '@giftlane/contract/call.ts';
import type {
  listCoinTransfers,
  CoinTransfer as WireTransfer,
} from '@giftlane/contract/money/crypto.ts';
import type { Queryable } from '../../../platform/db/db.ts';
import { findChain } from '../chain/chain-queries.ts';
import { type CoinParts, confirmationsNeeded } from '../parts.ts';
import { findWallet } from '../wallets/wallet-queries.ts';
import { nameOf } from '../wallets/wallets.ts';
import { type CoinTransfer, countTransfers, eventsOf, listTransfers } from './transfer-queries.ts';

/** Transfers of one coin with their history, in the given order. */
async function toWire(
  parts: CoinParts,
  db: Queryable,
  transfers: readonly CoinTransfer[],
): Promise<WireTransfer[]> {
  const [first] = transfers;
  if (!first) return [];
  const [events, chain, needed] = await Promise.all([
    eventsOf(
      db,
      transfers.map(({ id }) => id),
    ),
    findChain(db, first.coin),
    confirmationsNeeded(parts, first.coin),
  ]);
  const byTransfer = Map.groupBy(events, ({ transferId }) => transferId);
  return transfers.map((transfer) => ({
    id: transfer.id,
    coin: nameOf[transfer.coin],
    txid: transfer.txid,
    type: transfer.type,
    outputs: [{ address: transfer.address }],
    comment: transfer.comment,
    createdTime: transfer.createdAt.toISOString(),
    date: transfer.inBlockAt?.toISOString() ?? null,
    value: Number(transfer.value),
    nFee: Number(transfer.fee),
    state: transfer.state,
    history: (byTransfer.get(transfer.id) ?? []).map(({ action, createdAt }) => ({
      action,
      date: createdAt.toISOString(),
    })),
    nConfirmations:
      transfer.height === null || !chain
        ? 0
        : Math.max(0, chain.height - Number(transfer.height) + 1),
    nNeeded: needed,
    sOrderId: transfer.orderId ?? '',
    dGoesAt: transfer.goesAt?.toISOString() ?? null,
    bCancelled: transfer.decision === 'cancelled',
    sReason: transfer.reason ?? '',
    sBumps: transfer.bumps ?? '',
    bCanBump: transfer.canBump,
  }));
}

/** A transfer in its API form. */
export async function showTransfer(
  parts: CoinParts,
  transfer: CoinTransfer,
): Promise<WireTransfer> {
  const [shown] = await toWire(parts, parts.db, [transfer]);
  if (!shown) throw new Error('one transfer was given and none is shown');
  return shown;
}

/** A page of a member's transfers of a coin, and their total number; empty without a wallet. */
export async function showTransfers(
  parts: CoinParts,
  { memberId, coin }: { memberId: string; coin: CoinTransfer['coin'] },
  place: { page: number; limit: number },
): Promise<{ transfers: Data<typeof listCoinTransfers>; total: number }> {
  const { db } = parts;
  const wallet = await findWallet(db, parts, coin, memberId);
  if (!wallet) return { transfers: [], total: 0 };
  const [transfers, total] = await Promise.all([
    listTransfers(db, wallet.id, place),
    countTransfers(db, wallet.id),
  ]);
  return { transfers: await toWire(parts, db, transfers), total };
}
