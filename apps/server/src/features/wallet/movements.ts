/** The wallet's statement as the wire shows it (WAL-39). */
import { type TextKey, text } from '@giftlane/contract/messages.ts';
import { toWire } from '@giftlane/contract/money.ts';
import type { walletTransactionSchema } from '@giftlane/contract/wallet.ts';
import type * as z from 'zod';
import { type Movement, statement, walletOf } from '../../ledger/ledger.ts';
import type { Db } from '../../platform/db.ts';
import { findMember } from '../accounts/accounts.ts';
import { clientIdsOf } from '../orders/orders.ts';

type WireMovement = z.infer<typeof walletTransactionSchema>;

/** What a journal of this kind means to the wallet's owner. */
const descriptions: Readonly<Record<string, TextKey>> = {
  redeem: 'walletTx.redeem',
  hold: 'walletTx.hold',
  release: 'walletTx.release',
  buy: 'walletTx.buy',
  capture: 'walletTx.buy',
  cashback: 'walletTx.cashback',
  refund: 'walletTx.refund',
  sell: 'walletTx.sell',
};

function toWireMovement(
  movement: Movement,
  memberId: string,
  clientIds: ReadonlyMap<string, string>,
): WireMovement {
  const { amountMinor, kind } = movement;
  const debit = amountMinor < 0n;
  return {
    _id: `wtx_${movement.journalId}`,
    sType: debit ? 'debit' : 'credit',
    sDescription: text(descriptions[kind] ?? 'walletTx.other'),
    bTransfer: false,
    sPayerId: debit ? memberId : '',
    // A sell order goes by one id, ours.
    sOrderId: kind === 'sell' ? movement.reference : (clientIds.get(movement.reference) ?? ''),
    dCreatedAt: movement.createdAt.toISOString(),
    nTotalAmount: toWire(debit ? -amountMinor : amountMinor),
    eCurrency: movement.currency,
    // A journal is whole when it is written.
    eStatus: 'Complete',
  };
}

/** A page of the movements of a member's wallet, newest first, and how many there are. */
export async function listMovements(
  db: Db,
  memberId: string,
  page: { page: number; limit: number },
): Promise<{ movements: WireMovement[]; total: number }> {
  const member = await findMember(db, memberId);
  if (!member) return { movements: [], total: 0 };
  const { movements, total } = await statement(db, walletOf(memberId, member.currency), page);
  const references = movements.map((movement) => movement.reference);
  const clientIds = await clientIdsOf(db, memberId, references);
  return {
    movements: movements.map((movement) => toWireMovement(movement, memberId, clientIds)),
    total,
  };
}
