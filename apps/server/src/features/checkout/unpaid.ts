/**
 * What unpaid orders may hold. Codes are held without money, so that whoever pays gets what they chose; but a
 * hoard must not empty a shelf. Everybody may hold a few codes of each card. Beyond these it is a share of
 * what there is of the card, and a bounded number of codes: less of both for who has not verified an e-mail
 * address, or has lately held many codes and paid for none of them. All who come from one network are weighed
 * together. Of a card that they have given back unpaid again and again, a member holds no more without money for
 * a day; and who has not verified an e-mail address takes no more than half of the last few.
 *
 * The share binds nobody who is known by their papers. An order whose money is set aside in good part is not held
 * without money at all.
 */

import { coinOfGateway } from '@giftlane/contract/coins.ts';
import type { ErrorCode } from '@giftlane/contract/errors.ts';
import type { Tx } from '../../platform/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findMember } from '../accounts/accounts.ts';
import {
  cardsGivenBack,
  countGivenBack,
  type Holding,
  lockUnpaidFrom,
  type NewOrder,
  type OrderLine,
  setLapse,
  unpaidHoldings,
} from '../orders/orders.ts';
import { countFree, countFreeUpTo, heldTimesOver, lockShelf } from '../stock/stock.ts';
import type { UnpaidLimits } from './parts.ts';

/** Codes of a card that a member, and all members of a network, may always hold. */
const few = 10;
const fewOfNetwork = 100;
/** A card is nearly sold out when unpaid orders hold more than so many times what is free. */
const nearlySoldOut = 4;
/** An order is backed when its buyer's wallet has set aside one part of so many, or more. */
const backedByOneOf = 3;
/** Who is known by their papers may give a card back so many times as often. */
const knownTimes = 4;

type Unpaid = NewOrder & { readonly network: string };

const sum = (holdings: readonly Holding[], of: 'own' | 'near') =>
  holdings.reduce((codes, holding) => codes + holding[of], 0);

interface Share {
  readonly line: OrderLine;
  readonly held: number;
  readonly percent: number;
  readonly code: ErrorCode;
}

/** Ends the transaction when more is held of a card than a share of what there is. */
async function requireShare(tx: Tx, { line, held, percent, code }: Share): Promise<void> {
  // What has to be left for others: counting goes no further.
  const rest = Math.ceil((held * (100 - percent)) / Math.max(1, percent));
  if (rest <= 0 || (await countFreeUpTo(tx, line.cardId, rest)) >= rest) return;
  const all = held + (await countFree(tx, line.cardId));
  const before = held - line.quantity;
  const max = Math.max(0, few - before, Math.floor((all * percent) / 100) - before);
  throw new Refusal(code, { title: line.title, max });
}

/** Refuses more of a card that was given back unpaid too often. */
async function requireKept(tx: Tx, order: Unpaid, orders: number): Promise<void> {
  const cardIds = order.lines.map(({ cardId }) => cardId);
  const { memberId } = order;
  const often = await cardsGivenBack(tx, { memberId, cardIds, orders, backedByOneOf });
  const line = order.lines.find(({ cardId }) => often.has(cardId));
  if (line) throw new Refusal('order.given_back_often', { title: line.title });
}

/** Refuses more than half, rounded up, of the last few codes of a card to who is a stranger. */
async function leaveSome(tx: Tx, line: OrderLine, held: number): Promise<void> {
  if (held < 2) return;
  const all = held + (await countFreeUpTo(tx, line.cardId, few + 1 - held));
  const most = Math.ceil(all / 2);
  if (all > few || held <= most) return;
  const max = Math.max(0, most - (held - line.quantity));
  throw new Refusal('order.too_much_of_card_unverified', { title: line.title, max });
}

/**
 * Holds a placed order to the limits; its codes are taken already, so that this waits for nobody who
 * waits for codes. What it counts stays true until the transaction ends: members, networks and, beyond a few
 * codes, cards are weighed one at a time. Where a card is nearly sold out by unpaid orders, this one lapses
 * sooner.
 */
export async function boundUnpaid(tx: Tx, order: Unpaid, limits: UnpaidLimits): Promise<void> {
  const cardIds = order.lines.map(({ cardId }) => cardId);
  const [, member, holdings, scarce, givenBack] = await Promise.all([
    lockUnpaidFrom(tx, order.network),
    findMember(tx, order.memberId),
    unpaidHoldings(tx, { ...order, backedByOneOf }),
    heldTimesOver(tx, cardIds, nearlySoldOut),
    countGivenBack(tx, order.memberId),
  ]);
  // What is paid by coins has the time that its rate is locked for.
  const shortens = scarce.length > 0 && coinOfGateway(order.gateway) === undefined;
  if (shortens) await setLapse(tx, order, Math.min(limits.shortLapseMs, limits.lapseMs));
  if (order.walletMinor * BigInt(backedByOneOf) >= order.totalMinor) return;
  const known = member?.kycStatus === 'v';
  const verified = known || Boolean(member?.emailVerifiedAt);
  const trusted = known || (verified && givenBack <= limits.maxCodesUnverified);
  await requireKept(tx, order, limits.returnsOfCard * (known ? knownTimes : 1));
  const own = sum(holdings, 'own');
  if (!verified && own > limits.maxCodesUnverified)
    throw new Refusal('order.too_many_unverified', { max: limits.maxCodesUnverified });
  if (own > limits.maxCodes) {
    // Where it is too large by itself, paying or cancelling another order would not help.
    const codes = order.lines.reduce((all, { quantity }) => all + quantity, 0);
    const code = codes > limits.maxCodes ? 'order.too_many' : 'order.too_many_unpaid';
    throw new Refusal(code, { max: limits.maxCodes });
  }
  if (!trusted && own > limits.maxCodesUnverified)
    throw new Refusal('order.too_many_given_back', { max: limits.maxCodesUnverified });
  if (known) return;
  if (sum(holdings, 'near') > limits.maxCodesOfNetwork) throw new Refusal('order.too_many_nearby');
  const percent = trusted ? limits.sharePercent : limits.sharePercentUnverified;
  for (const line of order.lines) {
    const held = holdings.find(({ cardId }) => cardId === line.cardId);
    if (!held) continue;
    if (!verified && held.own <= few) await leaveSome(tx, line, held.own);
    if (held.own <= few && held.near <= fewOfNetwork) continue;
    await lockShelf(tx, line.cardId);
    if (held.own > few) {
      const code = verified ? 'order.too_much_of_card' : 'order.too_much_of_card_unverified';
      await requireShare(tx, { line, held: held.own, percent, code });
    }
    if (held.near > fewOfNetwork)
      await requireShare(tx, { line, held: held.near, percent, code: 'order.too_many_nearby' });
  }
}
