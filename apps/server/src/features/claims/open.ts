/** A member says that a code does not work, and answers what the shop asks about that. */
import {
  type answerClaim as answerCall,
  maxClaimPictures,
  type openClaim as openCall,
} from '@giftlane/contract/shop/claims.ts';
import { text } from '@giftlane/texts/text.ts';
import type * as z from 'zod';
import type { Db, Queryable, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { days } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { holdMembers, needActing, shopNow } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { codeIdFromWire, holdOrder, needOrder, type Order } from '../orders/orders.ts';
import { takenCodes } from '../stock/stock.ts';
import { adoptUploads } from '../uploads/uploads.ts';
import {
  addStep,
  type Claim,
  claimOfCode,
  countUndecided,
  findClaim,
  insertClaim,
  lastReplacement,
  lockClaim,
  lockClaimant,
  setWaiting,
  stepsOf,
} from './queries.ts';

export interface ClaimParts {
  readonly db: Db;
  readonly options: Options;
}

/** Claims of a member that wait for a decision. */
const mostUndecided = 20;

const stateWords = {
  open: text('claim.state.open'),
  asked: text('claim.state.asked'),
  replaced: text('claim.state.replaced'),
  refunded: text('claim.state.refunded'),
  declined: text('claim.state.declined'),
} as const;

/**
 * When the codes of an order can not be claimed any more: so many days after it was delivered whole, or after its last
 * replacement. Undefined before the delivery.
 */
export async function claimableUntil(
  db: Queryable,
  options: Options,
  order: Order,
): Promise<Date | undefined> {
  if (!order.deliveredAt) return undefined;
  const replacedAt = await lastReplacement(db, order);
  const since = Math.max(order.deliveredAt.getTime(), replacedAt?.getTime() ?? 0);
  return new Date(since + days(await options.whole('claim_days')));
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, i) => one === b[i]);

type Evidence = Pick<z.output<(typeof answerCall)['body']>, 'sWords' | 'aPictures'>;

async function addEvidence(
  tx: Tx,
  claim: Pick<Claim, 'id' | 'memberId'>,
  kind: 'opened' | 'answered',
  { sWords: words, aPictures: pictures }: Evidence,
): Promise<void> {
  await addStep(tx, claim, { kind, side: 'buyer', words, pictures });
  await adoptUploads(tx, {
    memberId: claim.memberId,
    kind: 'claimpictures',
    usedBy: claim.id,
    pictures: pictures.map((path, i) => ({ field: `aPictures.${i}`, path })),
  });
}

/** The claim about a code if this very request made it; refuses `claim.exists`. */
async function sameClaim(tx: Tx, claim: Claim, wish: z.output<(typeof openCall)['body']>) {
  const [first] = await stepsOf(tx, [claim.id]);
  if (
    claim.reason !== wish.eReason ||
    first?.words !== wish.sWords ||
    !isSame(first.pictures, wish.aPictures)
  )
    throw new Refusal('claim.exists', { state: stateWords[claim.state] });
  return claim;
}

/**
 * Opens a claim; the same request again answers the first one's. Refuses foreign codes, `claim.exists`,
 * `claim.not_revealed`, `claim.line_refunded`, `claim.too_late` and `claim.too_many`.
 */
export async function openClaim(
  { db, options }: ClaimParts,
  { memberId, orderId }: { memberId: string; orderId: string },
  wish: z.output<(typeof openCall)['body']>,
): Promise<Claim> {
  const key = await needOrder(db, memberId, orderId);
  const codeId = codeIdFromWire(wish.sCodeId) ?? 0n;
  const [claimDays, answerHours] = await Promise.all([
    options.whole('claim_days'),
    options.whole('claim_answer_hours'),
  ]);
  return db.tx(async (tx) => {
    // Held before it is read, so that a closing is seen.
    await holdMembers(tx, [memberId]);
    await needActing(tx, memberId);
    // Held against a refund: a code is claimed before it, or refused after it.
    await holdOrder(tx, key);
    await lockClaimant(tx, memberId);
    const order = await needOrder(tx, memberId, key.id);
    const [code] = await takenCodes(tx, [codeId]);
    const line = order.lines.find(({ id }) => id === code?.lineId);
    if (!code || !line || code.memberId !== memberId) throw new Refusal('order.code_not_found');
    const earlier = await claimOfCode(tx, codeId);
    if (earlier) return sameClaim(tx, earlier, wish);
    if (line.refundedAt) throw new Refusal('claim.line_refunded');
    if (code.state !== 'sold') throw new Refusal('order.code_not_found');
    if (!code.viewedAt) throw new Refusal('claim.not_revealed');
    const until = await claimableUntil(tx, options, order);
    if (until && until.getTime() < (await shopNow(tx)))
      throw new Refusal('claim.too_late', { days: claimDays });
    if ((await countUndecided(tx, memberId)) >= mostUndecided)
      throw new Refusal('claim.too_many', { max: mostUndecided });
    const claim = {
      id: newId('clm'),
      memberId,
      orderId: order.id,
      lineId: line.id,
      cardId: line.cardId,
      codeId,
      title: line.title,
      serial: code.serial,
      reason: wish.eReason,
    };
    if (!(await insertClaim(tx, claim, answerHours))) throw new Error('a code was claimed twice');
    await addEvidence(tx, claim, 'opened', wish);
    return needClaim(await findClaim(tx, claim.id));
  });
}

/** Refuses `claim.not_found`. */
export function needClaim(claim: Claim | undefined, memberId = claim?.memberId): Claim {
  if (!claim || claim.memberId !== memberId) throw new Refusal('claim.not_found');
  return claim;
}

/** Answers a question; the same answer again changes nothing. Refuses `claim.not_asked`, `claim.too_many_pictures`. */
export async function answerClaim(
  { db, options }: ClaimParts,
  { memberId, id }: { memberId: string; id: string },
  answer: Evidence,
): Promise<Claim> {
  const hours = await options.whole('claim_answer_hours');
  return db.tx(async (tx) => {
    const claim = needClaim(await lockClaim(tx, id), memberId);
    const steps = await stepsOf(tx, [id]);
    const last = steps.findLast(({ side }) => side === 'buyer');
    if (
      claim.state === 'open' &&
      last?.kind === 'answered' &&
      last.words === answer.sWords &&
      isSame(last.pictures, answer.aPictures)
    )
      return claim;
    if (claim.state !== 'asked') throw new Refusal('claim.not_asked');
    const sent = steps.reduce((sum, { pictures }) => sum + pictures.length, 0);
    if (sent + answer.aPictures.length > maxClaimPictures)
      throw new Refusal('claim.too_many_pictures', { max: maxClaimPictures, sent });
    await addEvidence(tx, claim, 'answered', answer);
    await setWaiting(tx, id, { state: 'open', hours });
    return needClaim(await findClaim(tx, id));
  });
}
