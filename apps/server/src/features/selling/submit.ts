/** Submitting an offer of cards. */

import { text } from '@giftlane/texts/text.ts';
import { enqueue } from '../../jobs/jobs.ts';
import type { Db, Queryable, Tx } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import { holdMembers, type Member, needActive, requireVerified } from '../accounts/accounts.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { CoinParts } from '../coins/coins.ts';
import type { Options } from '../content/content.ts';
import { adoptUploads } from '../uploads/uploads.ts';
import { refuseDust } from './coin-payout.ts';
import { checkLimit, payoutOf } from './limits.ts';
import { mailJob } from './mail-job.ts';
import {
  contentHash,
  invalid,
  type Offer,
  type PricedOffer,
  picturesOf,
  priceOffer,
  saleId,
} from './offer.ts';
import { receiveAddress } from './payout.ts';
import {
  findSale,
  insertSale,
  loadOf,
  lockSeller,
  requireBought,
  type Sale,
  termsRule,
} from './queries.ts';

export interface SellingParts {
  readonly db: Db;
  readonly catalog: Pick<Catalog, 'card' | 'refresh'>;
  readonly options: Options;
  readonly nodes: CoinParts['nodes'];
  readonly wishKey: CoinParts['wishKey'];
}

const tries = 4;

/** The order that these pictures already made; refuses `order.other_content` when its content differs. */
async function findEarlier(db: Queryable, memberId: string, offer: Offer) {
  const sale = await findSale(db, { memberId, id: saleId(memberId, offer) });
  if (sale && !sale.contentHash.equals(contentHash(offer)))
    throw new Refusal('order.other_content');
  return sale;
}

/**
 * Refuses more cards than one picture can show (`max_cards_per_sale`), at the line that exceeds the limit;
 * lines with the same picture are added up.
 */
async function checkQuantities({ options }: SellingParts, { aCartData }: Offer): Promise<void> {
  const max = await options.whole('max_cards_per_sale');
  const shown = new Map<string, number>();
  const index = aCartData.findIndex(({ nQuantity, aImages }) =>
    [...new Set(Object.values(aImages))].some((picture) => {
      const cards = (shown.get(picture) ?? 0) + nQuantity;
      shown.set(picture, cards);
      return cards > max;
    }),
  );
  if (index >= 0)
    throw invalid(['aCartData', index, 'nQuantity'], text('error.sellQuantity', { max }));
}

/**
 * Answers the seller and their payout address. Refuses members who may not sell, unavailable payout methods,
 * and other members' addresses.
 */
async function needSeller(tx: Tx, parts: SellingParts, memberId: string, offer: Offer) {
  // Lock before reading, so that a parallel freeze is seen.
  await holdMembers(tx, [memberId]);
  const member = await needActive(tx, memberId);
  await requireVerified(parts.options, member, 'sell.unverified_email');
  const wanted = { gateway: offer.eGateway, typed: offer.sPayerId, member };
  const found = await receiveAddress(tx, parts, wanted);
  if (found === 'closed') throw new Refusal('sell.method_unavailable');
  if (found === 'foreign') throw invalid(['sPayerId'], text('error.notYourAddress'));
  return { member, payee: found.address };
}

/** Refuses too many pending offers, and more than the daily payout limit. */
async function checkLoad(tx: Tx, parts: SellingParts, member: Member, payoutMinor: bigint | null) {
  const load = await loadOf(tx, member.id);
  const max = await parts.options.whole('max_pending_sell_orders');
  if (load.pending >= max) throw new Refusal('sell.too_many', { max });
  await checkLimit(parts.options, member, load.offeredMinor + (payoutMinor ?? 0n));
}

async function place(
  tx: Tx,
  parts: SellingParts,
  memberId: string,
  offer: Offer,
  priced: PricedOffer,
) {
  await lockSeller(tx, memberId);
  const earlier = await findEarlier(tx, memberId, offer);
  if (earlier) return earlier;
  const { member, payee } = await needSeller(tx, parts, memberId, offer);
  const { currency, lines, totals } = priced;
  const { eGateway: gateway } = offer;
  await refuseDust(tx, parts, { gateway, payee, currency, totalMinor: totals.receivableMinor });
  const conversion = await payoutOf(tx, { currency, totalMinor: totals.receivableMinor }, member);
  const payoutMinor = conversion === 'unknown' ? null : conversion.payoutMinor;
  if (payoutMinor === 0n) throw invalid(['nTotalAmount'], text('error.nothingToPay'));
  await checkLoad(tx, parts, member, payoutMinor);
  const id = saleId(memberId, offer);
  await Promise.all(priced.cards.map((card) => requireBought(tx, card)));
  await insertSale(tx, {
    memberId,
    id,
    contentHash: contentHash(offer),
    gateway,
    payee,
    currency,
    subtotalMinor: totals.subtotalMinor,
    feeMinor: totals.feeMinor,
    totalMinor: totals.receivableMinor,
    payoutCurrency: member.currency,
    payoutMinor,
    lines,
  });
  await adoptUploads(tx, { memberId, kind: 'sellimages', usedBy: id, pictures: picturesOf(offer) });
  await enqueue(tx, { job: mailJob, payload: { memberId, saleId: id, about: 'received' } });
  crashPoint('selling.before_offer_commit');
  return findSale(tx, { memberId, id });
}

/**
 * Stores a member's offer and adopts its pictures. Safe to repeat: the same pictures with the same content
 * answer the first order, even if prices have changed since.
 */
export async function submitOffer(
  parts: SellingParts,
  memberId: string,
  offer: Offer,
): Promise<Sale> {
  for (let left = tries; ; left -= 1) {
    const earlier = await findEarlier(parts.db, memberId, offer);
    if (earlier) return earlier;
    await checkQuantities(parts, offer);
    const priced = priceOffer(parts.catalog, offer);
    try {
      const sale = await parts.db.tx((tx) => place(tx, parts, memberId, offer, priced));
      if (!sale) throw new Error('an offer was neither stored nor found');
      return sale;
    } catch (error) {
      if (left <= 1 || brokenConstraint(error) !== termsRule) throw error;
      // A price or fee changed meanwhile: the next round refuses with the current sums.
      await parts.catalog.refresh();
    }
  }
}
