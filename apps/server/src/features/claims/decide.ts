/** What the shop does about a claim: asks, replaces the code, gives the money back, declines. Decided once. */
import { type Currency, formatMoney, toWire } from '@giftlane/contract/money/money.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { house, type Journal, move, openAccounts, post, walletOf } from '../../ledger/ledger.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import type { Log } from '../../platform/process/log.ts';
import { type CardBack, cardBack, requirePaid } from '../checkout/checkout.ts';
import { addGuaranteed, lockOrder, type Order, type OrderLine } from '../orders/orders.ts';
import { replaceCode } from '../stock/stock.ts';
import { mailJob } from './mail-job.ts';
import { needClaim } from './open.ts';
import {
  addStep,
  type Claim,
  type ClaimOutcome,
  findClaim,
  lapsedIds,
  lockClaim,
  type StepKind,
  setClaimDecided,
  setWaiting,
} from './queries.ts';

/** So long a buyer may think about an answer. */
const askedHours = 7 * 24;

export type Decision =
  | { readonly kind: 'replace'; readonly words: string }
  | {
      readonly kind: 'refund';
      readonly words: string;
      /** What was shown before. */
      readonly expected: { readonly amountMinor: bigint; readonly currency: Currency };
    }
  | { readonly kind: 'decline'; readonly words: string };

/** A claim was decided before. */
export class Decided extends Error {}

/** Locks a claim that is not decided; throws `Decided`. */
async function lockWaiting(tx: Tx, id: string): Promise<Claim> {
  const claim = needClaim(await lockClaim(tx, id));
  if (claim.dueAt === null) throw new Decided(id);
  return claim;
}

/** Adds a step of the shop, of which the buyer is mailed. */
async function tell(tx: Tx, claim: Claim, kind: StepKind, words: string): Promise<void> {
  const n = await addStep(tx, claim, { kind, side: 'shop', words });
  await enqueue(tx, { job: mailJob, payload: { claimId: claim.id, n } });
}

/** Asks the buyer. Refuses `claim.is_asked`. */
export function askClaim(db: Db, id: string, question: string): Promise<void> {
  return db.tx(async (tx) => {
    const claim = await lockWaiting(tx, id);
    if (claim.state === 'asked') throw new Refusal('claim.is_asked');
    await setWaiting(tx, id, { state: 'asked', hours: askedHours });
    await tell(tx, claim, 'asked', question);
  });
}

/** The line of a claim, in its locked order. Refuses `claim.line_refunded`. */
function lineOf(order: Order, { lineId }: Claim): OrderLine {
  const line = order.lines.find(({ id }) => id === lineId);
  if (!line || line.refundedAt) throw new Refusal('claim.line_refunded');
  return line;
}

/** The money back of a claim: from the guarantee into the wallet, converted where that has another currency. */
function backJournal({ id, memberId, orderId }: Claim, order: Order, back: CardBack): Journal {
  const { backMinor, paidMinor, paidCurrency, conversion } = back;
  const [guarantee, wallet] = [
    house('guarantee', order.currency),
    walletOf(memberId, paidCurrency),
  ];
  return {
    owner: memberId,
    key: `claim:${id}`,
    kind: 'claim',
    reference: orderId,
    ...(conversion && { facts: conversion.facts }),
    entries: conversion
      ? [
          ...move(backMinor, order.currency, {
            from: guarantee,
            to: house('conversion', order.currency),
          }),
          ...move(paidMinor, paidCurrency, { from: house('conversion', paidCurrency), to: wallet }),
        ]
      : move(backMinor, order.currency, { from: guarantee, to: wallet }),
  };
}

/** What money back would pay now. Refuses what the decision refuses. */
export async function moneyBackOf(tx: Tx, order: Order, claim: Claim): Promise<CardBack> {
  const line = lineOf(order, claim);
  await requirePaid(tx, order);
  return cardBack(tx, order, line);
}

async function giveBack(
  tx: Tx,
  { claim, order }: { claim: Claim; order: Order },
  expected: { readonly amountMinor: bigint; readonly currency: Currency },
): Promise<ClaimOutcome> {
  const back = await moneyBackOf(tx, order, claim);
  if (back.paidMinor !== expected.amountMinor || back.paidCurrency !== expected.currency)
    throw new Refusal(
      'claim.amount_changed',
      { amount: formatMoney(back.paidMinor, back.paidCurrency) },
      { oMoneyBack: { nAmount: toWire(back.paidMinor), eCurrency: back.paidCurrency } },
    );
  await addGuaranteed(tx, order, { lineId: claim.lineId, amountMinor: back.backMinor });
  await openAccounts(tx, claim.memberId, back.paidCurrency);
  await post(tx, backJournal(claim, order, back));
  return { state: 'refunded', ...back };
}

async function replace(tx: Tx, claim: Claim, order: Order): Promise<ClaimOutcome> {
  const { cardId, lineId, memberId } = claim;
  lineOf(order, claim);
  await requirePaid(tx, order);
  const taken = await replaceCode(tx, claim.codeId, { cardId, lineId, memberId });
  if (!taken) throw new Refusal('claim.no_stock');
  return { state: 'replaced', replacementId: taken.id };
}

/**
 * Decides a claim, once: throws `Decided` when it was before. A claim is met only where the order's payment is there
 * and its line was not refunded. Lock order as refunds have it: order, claim, codes, balances.
 */
export async function decideClaim(
  db: Db,
  id: string,
  { by, ...decision }: Decision & { by: string },
): Promise<void> {
  const { memberId, orderId } = needClaim(await findClaim(db, id));
  await db.tx(async (tx) => {
    const order = await lockOrder(tx, { memberId, id: orderId });
    const claim = await lockWaiting(tx, id);
    const outcome: ClaimOutcome =
      decision.kind === 'decline'
        ? { state: 'declined' }
        : decision.kind === 'replace'
          ? await replace(tx, claim, order)
          : await giveBack(tx, { claim, order }, decision.expected);
    await setClaimDecided(tx, id, outcome, by);
    await tell(tx, claim, outcome.state, decision.words);
    crashPoint('claims.before_decision_commit');
  });
  crashPoint('claims.decided');
}

const atOnce = 50;

const lapse = (db: Db, id: string) =>
  db.tx(async (tx) => {
    const claim = await lockClaim(tx, id);
    // Answered or decided meanwhile.
    if (claim?.state !== 'asked') return;
    await setClaimDecided(tx, id, { state: 'declined' }, null);
    await tell(tx, claim, 'lapsed', '');
  });

/** Declines the claims whose buyers did not answer in time. One that fails is logged and keeps no other waiting. */
export async function lapseClaims({ db, log }: { db: Db; log: Log }): Promise<void> {
  for (const id of await lapsedIds(db, atOnce))
    await lapse(db, id).catch((error: unknown) =>
      log.error({ err: error, claimId: id }, 'a claim did not lapse'),
    );
}
