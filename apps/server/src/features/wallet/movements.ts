/** Wallet movements as the API returns them (WAL-39). */

import { formatMoney, toWire } from '@giftlane/contract/money/money.ts';
import {
  type MovementGroup,
  movementKinds,
  type walletTransactionSchema,
} from '@giftlane/contract/money/wallet.ts';
import { brandsText } from '@giftlane/contract/shop/brands.ts';
import { type TextKey, text } from '@giftlane/texts/text.ts';
import type * as z from 'zod';
import { house, postedTo, walletOf } from '../../ledger/ledger.ts';
import {
  listSorts,
  listSpan,
  type Movement,
  type Period,
  sortsOf,
  spanOf,
} from '../../ledger/movements.ts';
import type { Db } from '../../platform/db/db.ts';
import { findMember } from '../accounts/accounts.ts';
import { briefsOf, type OrderBrief } from '../orders/orders.ts';
import { topUpNames } from '../topups/topups.ts';
import { type TransferBrief, transferBriefs } from './send/transfer-queries.ts';
import { groupOf } from './statement/groups.ts';

export type WireMovement = z.infer<typeof walletTransactionSchema>;

/** Journal kinds that the API shows as another kind. */
const sameKinds: Readonly<Record<string, WireMovement['eKind']>> = {
  capture: 'buy',
  unfreeze: 'freeze',
  spend_points: 'points',
  claim: 'refund',
  claim_charge: 'sell',
};

/** The API's kind for a journal kind; `other` for unknown ones. */
const kindOf = (kind: string): WireMovement['eKind'] =>
  sameKinds[kind] ?? movementKinds.find((known) => known === kind) ?? 'other';

/** Description of each journal kind. */
const descriptions: Readonly<Record<string, TextKey>> = {
  add: 'walletTx.add',
  freeze: 'walletTx.freeze',
  unfreeze: 'walletTx.unfreeze',
  redeem: 'walletTx.redeem',
  spend_points: 'walletTx.points',
  release: 'walletTx.release',
  buy: 'walletTx.buy',
  capture: 'walletTx.buy',
  cashback: 'walletTx.cashback',
  coin_credit: 'walletTx.coins',
  refund: 'walletTx.refund',
  sell: 'walletTx.sell',
  claim: 'walletTx.claim',
  claim_charge: 'walletTx.claimCharge',
};

/** Related records of a list of movements. */
interface Beside {
  readonly memberId: string;
  /** By our order id. */
  readonly orders: ReadonlyMap<string, OrderBrief>;
  /** The client's ids of top-ups, by our id. */
  readonly topUps: ReadonlyMap<string, string>;
  /** By transfer id. */
  readonly transfers: ReadonlyMap<string, TransferBrief>;
  /** Released amounts of held orders (minor units), by the release journal's key. */
  readonly released: ReadonlyMap<string, bigint>;
  /** Cashback deducted from refunds (minor units), by the refund journal's key. */
  readonly taken: ReadonlyMap<string, bigint>;
  /** Amounts withheld from refunds for spent points (minor units), by the refund journal's key. */
  readonly kept: ReadonlyMap<string, bigint>;
}

const releaseKey = ({ reference }: Movement) => `order:${reference}:release`;

/** Description and status of a hold: released, pending with its order, or spent. */
function heldWords(movement: Movement, { orders, released }: Beside) {
  if (released.has(releaseKey(movement)))
    return { sDescription: text('walletTx.holdReleased'), eStatus: 'Refunded' } as const;
  if (orders.get(movement.reference)?.state === 'pending')
    return { sDescription: text('walletTx.hold'), eStatus: 'Pending' } as const;
  return { sDescription: text('walletTx.holdSpent'), eStatus: 'Complete' } as const;
}

/** Description of a refund reduced by cashback or spent points; undefined for any other movement. */
function refundLess({ key, currency }: Movement, { taken, kept }: Beside): string | undefined {
  const [cashback, points] = [taken.get(key) ?? 0n, kept.get(key) ?? 0n];
  const amounts = {
    amount: formatMoney(cashback, currency),
    points: formatMoney(points, currency),
  };
  if (cashback > 0n && points > 0n) return text('walletTx.refundLessBoth', amounts);
  if (points > 0n) return text('walletTx.refundLessPoints', amounts);
  return cashback > 0n ? text('walletTx.refundLess', amounts) : undefined;
}

/** Description and status of a movement. A freeze is `Denied`; all but holds and freezes are `Complete`. */
function wordsOf(
  movement: Movement,
  beside: Beside,
): Pick<WireMovement, 'sDescription' | 'eStatus'> {
  const { kind } = movement;
  if (kind === 'hold') return heldWords(movement, beside);
  const transfer = beside.transfers.get(movement.reference);
  if (transfer) {
    const words = movement.amountMinor < 0n ? 'walletTx.sent' : 'walletTx.received';
    return {
      sDescription: text(words, { name: transfer.name || text('wallet.formerMember') }),
      eStatus: 'Complete',
    };
  }
  const words = refundLess(movement, beside) ?? text(descriptions[kind] ?? 'walletTx.other');
  return { sDescription: words, eStatus: kind === 'freeze' ? 'Denied' : 'Complete' };
}

/** The client's id of the related top-up or order; a sell order has only our id. */
function orderIdOf({ kind, reference }: Movement, { orders, topUps }: Beside): string {
  if (kind === 'sell' || kind === 'claim_charge') return reference;
  return topUps.get(reference) ?? orders.get(reference)?.clientId ?? '';
}

function toWireMovement(movement: Movement, beside: Beside): WireMovement {
  const { amountMinor, kind } = movement;
  const debit = amountMinor < 0n;
  const transfer = beside.transfers.get(movement.reference);
  return {
    _id: `wtx_${movement.journalId}`,
    sType: debit ? 'debit' : 'credit',
    ...wordsOf(movement, beside),
    bTransfer: transfer !== undefined,
    sPayerId: debit ? beside.memberId : (transfer?.senderId ?? ''),
    sOrderId: orderIdOf(movement, beside),
    eKind: transfer ? (debit ? 'sent' : 'received') : kindOf(kind),
    sBrands: brandsText(beside.orders.get(movement.reference)?.titles ?? []),
    sNote: transfer?.note ?? '',
    dCreatedAt: movement.movedAt.toISOString(),
    nTotalAmount: toWire(debit ? -amountMinor : amountMinor),
    eCurrency: movement.currency,
  };
}

async function transfersNamed(db: Db, memberId: string, references: readonly string[]) {
  const ids = references.filter((id) => id.startsWith('snd_'));
  const briefs = ids.length === 0 ? [] : await transferBriefs(db, memberId, ids);
  return new Map(briefs.map((brief) => [brief.id, brief]));
}

/** Describes movements of one of a member's wallets, in the given order. */
export async function describeMovements(
  db: Db,
  memberId: string,
  movements: readonly Movement[],
): Promise<WireMovement[]> {
  const [{ currency } = {}] = movements;
  if (!currency) return [];
  const ofKind = (kind: string) => movements.filter((movement) => movement.kind === kind);
  const references = movements.map(({ reference }) => reference);
  const refundsTo = (account: 'cashback' | 'points') =>
    postedTo(db, memberId, {
      accounts: [house(account, currency)],
      keys: ofKind('refund').map(({ key }) => key),
    });
  const [orders, topUps, transfers, released, taken, kept] = await Promise.all([
    briefsOf(db, memberId, references),
    topUpNames(db, memberId, references),
    transfersNamed(db, memberId, references),
    postedTo(db, memberId, {
      accounts: [walletOf(memberId, currency)],
      keys: ofKind('hold').map(releaseKey),
    }),
    refundsTo('cashback'),
    refundsTo('points'),
  ]);
  const beside = { memberId, orders, topUps, transfers, released, taken, kept };
  return movements.map((movement) => toWireMovement(movement, beside));
}

/** A period, and optionally a group. */
export interface MovementFilter extends Period {
  readonly group?: MovementGroup | undefined;
}

/** A page of the matching movements of a member's wallet, newest first, and their total count. */
export async function listMovements(
  db: Db,
  memberId: string,
  { page, limit, group, ...period }: MovementFilter & { page: number; limit: number },
): Promise<{ movements: WireMovement[]; total: number }> {
  const member = await findMember(db, memberId);
  const span = member && (await spanOf(db, walletOf(memberId, member.currency), period));
  if (!span) return { movements: [], total: 0 };
  const sorts = group && (await sortsOf(db, span)).filter((sort) => groupOf(sort) === group);
  const { movements, total } = sorts
    ? await listSorts(db, span, { sorts, page, limit })
    : await listSpan(db, span, { page, limit });
  return { movements: await describeMovements(db, memberId, movements), total };
}
