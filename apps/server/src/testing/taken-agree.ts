/** Compares the shop with the simulated provider after the histories of a member. */

import { least } from '@giftlane/contract/money/money.ts';
import { needOrder } from '../features/orders/orders.ts';
import { balanceOf, frozenOf, heldOf, pointsOf } from '../ledger/ledger.ts';
import { sql } from '../platform/db/db.ts';
import { disputesOf, leftOf, sumOf } from './paper-provider.ts';
import {
  asText,
  bookedBy,
  type Histories,
  type History,
  knownOf,
  refundRows,
} from './taken-history.ts';

function differs(what: string, is: unknown, should: unknown): string[] {
  return asText(is) === asText(should) ? [] : [`${what}: ${asText(is)}, not ${asText(should)}`];
}

/** The shop's final record of the payment, and the money that went back at the provider. */
async function atEnd(history: History) {
  const known = await knownOf(history);
  const refunds = await refundRows(history);
  const made = history.paid.payment.backs.filter(({ state }) => state === 'completed');
  return {
    known,
    refunds,
    /** Amount that refunds owe, each cent counted once. */
    owedMinor: refunds.reduce((sum, one) => sum + one.amountMinor, 0n) - known.owedAgainMinor,
    /** Part of it that was refunded in the dashboard instead. */
    insteadMinor: refunds.reduce((sum, { givenMinor }) => sum + givenMinor, 0n),
    ownMinor: sumOf(made.filter(({ kind }) => kind === 'own')),
    goneMinor: sumOf(
      made.filter(
        ({ kind, verdict }) => kind === 'gift' || (kind === 'dispute' && verdict === 'lost'),
      ),
    ),
  };
}
type End = Awaited<ReturnType<typeof atEnd>>;

/** Compares the member's books with the provider. */
async function ofBooks([{ shop, buyer }]: Histories): Promise<string[]> {
  const { atProviderMinor, owedMinor, unmatchedMinor } = await bookedBy(shop);
  const { before, payments, anna } = buyer;
  const leftMinor = payments.reduce((sum, payment) => sum + leftOf(payment), 0n);
  return [
    ...differs('at the provider', atProviderMinor - before.atProviderMinor, leftMinor),
    ...differs('owed to the card', owedMinor - before.owedMinor, 0n),
    ...differs('unmatched', unmatchedMinor - before.unmatchedMinor, 0n),
    ...differs('set aside', await balanceOf(shop.db, frozenOf(anna.id, 'usd')), 0n),
    ...differs('held', await balanceOf(shop.db, heldOf(anna.id, 'usd')), 0n),
  ];
}

function ofPayment({ paid: { payment, kind } }: History, end: End): string[] {
  const { known, refunds, owedMinor, insteadMinor, ownMinor, goneMinor } = end;
  const openMinor = known.reversedMinor - known.settledMinor;
  const wantedMinor = owedMinor - insteadMinor;
  const roomMinor = payment.amountMinor - goneMinor;
  const isOpen = openMinor > 0n || (known.disputed ?? false);
  return [
    ...differs('gone', known.reversedMinor - known.restoredMinor, goneMinor),
    ...differs('undecided', isOpen, false),
    ...differs(
      'sent to the card',
      ownMinor,
      kind === 'returned' ? roomMinor : least(wantedMinor, roomMinor),
    ),
    ...differs(
      'refunds without an end',
      refunds.filter(({ state }) => state !== 'done'),
      [],
    ),
  ];
}

/** Every dispute the shop knows must have frozen the buyer, and nothing else. */
function ofFreeze({ paid: { payment }, buyer }: History, { known }: End): string[] {
  const { sawFrozen, everFrozen, payments } = buyer;
  const disputes = disputesOf(payment);
  // If dashboard refunds cover the whole payment, they also end a dispute won before the provider reported
  // it: no freeze.
  const isAllGiven =
    sumOf(payment.backs.filter(({ kind }) => kind === 'gift')) === payment.amountMinor;
  const unseen = disputes.filter(
    ({ id, verdict }) =>
      known.ids.includes(id) && !sawFrozen.has(id) && !(isAllGiven && verdict === 'won'),
  );
  return [
    ...differs('froze nobody', unseen, []),
    ...(payments.flatMap(disputesOf).length === 0
      ? differs('frozen for nothing', everFrozen, false)
      : []),
  ];
}

/** Sum booked on accounts by journals of this kind that refer to the payment. */
async function bookedAs({ shop, buyer, paid }: History, kind: string, account: string) {
  const { minor } = await shop.db.one(sql<{ minor: bigint }>`
    select coalesce(sum(p.amount), 0)::bigint as minor
    from ledger_journals j join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
    join ledger_accounts a on a.id = p.account_id
    where j.owner = ${buyer.anna.id} and j.reference = ${paid.id} and j.kind = ${kind}
      and a.name like ${account}`);
  return minor;
}

/** For added money, the house keeps what is gone, except what was no longer in the wallet. */
async function ofKept(history: History, { goneMinor, known }: End) {
  const keptMinor = -(await bookedAs(history, 'keep', 'member:%:frozen:%'));
  const frozenMinor = await bookedAs(history, 'freeze', 'member:%:frozen:%');
  const shortMinor = known.reversedMinor - frozenMinor;
  const isLess = keptMinor < goneMinor - shortMinor;
  return {
    keptMinor,
    wrong: [...(keptMinor > goneMinor || isLess ? differs('kept', keptMinor, goneMinor) : [])],
  };
}

/**
 * Final state of an order: amounts its lines refunded, gross and less cashback and points, and earnings of
 * the lines kept.
 */
async function orderAtEnd(history: History) {
  const { shop, paid } = history;
  const order = await needOrder(shop.db, paid.anna.id, paid.id);
  const facts = await shop.db.one(sql<{
    inTrade: number;
    viewed: number;
    borne: boolean;
    outMinor: bigint;
    earned: bigint;
  }>`
    select codes.*, points.*, c.borne from capture_sums c,
      lateral (select count(*) filter (where l.refunded_at is not null and k.state <> 'void')::int
          as "inTrade", count(k.viewed_at)::int as viewed
        from codes k join order_lines l on l.id = k.line_id where l.order_id = c.order_id) codes,
      lateral (select coalesce(sum(kept_minor), 0)::bigint as "outMinor",
          coalesce(sum(points), 0)::bigint as earned
        from point_earnings where order_id = c.order_id) points
    where c.capture_id = ${paid.payment.captureId}`);
  const creditedMinor = await bookedAs(history, 'cashback', 'member:%:wallet:%');
  const kept = order.lines.filter((line) => !line.refundedAt);
  const cashbackMinor = kept.reduce((sum, line) => sum + line.cashbackMinor, 0n);
  const cashbackOutMinor = creditedMinor > 0n ? creditedMinor - cashbackMinor : 0n;
  return {
    ...facts,
    state: order.state,
    creditedMinor,
    cashbackMinor,
    backMinor: order.refundedMinor - facts.outMinor - cashbackOutMinor,
    worthPoints: kept.reduce((sum, { payableMinor }) => sum + payableMinor / 10n, 0n),
  };
}

/**
 * True if the order may stay delivered: a delivered order that nobody paid in the end and nobody viewed must
 * not.
 */
function mayStay({ paid }: History, order: Awaited<ReturnType<typeof orderAtEnd>>): boolean {
  const { payment, shareMinor, cashbackBp } = paid;
  const givenMinor = sumOf(payment.backs.filter(({ kind }) => kind === 'gift'));
  const isPaidByWallet = shareMinor > 0n && givenMinor < payment.amountMinor;
  // Lines refunded for less than they cost leave part of the payment.
  const isLessGiven = cashbackBp > 0 || order.outMinor > 0n;
  const isGivenBack = disputesOf(payment).length === 0 && leftOf(payment) === 0n;
  return !isGivenBack || isPaidByWallet || isLessGiven || order.viewed > 0;
}

async function ofOrder(history: History, end: End) {
  const { payment } = history.paid;
  const order = await orderAtEnd(history);
  const { state, creditedMinor, backMinor } = order;
  const isDelivered = state === 'delivered';
  const isDue = isDelivered && !order.borne && order.cashbackMinor > 0n;
  const isClean = payment.backs.every(({ kind }) => kind === 'own');
  const isShort = isDelivered && isClean && order.earned < order.worthPoints;
  return {
    toWalletMinor: backMinor - end.owedMinor + creditedMinor,
    wrong: [
      ...(isDelivered && mayStay(history, order) ? [] : differs('the order', state, 'refunded')),
      ...differs('codes of refunded lines in trade', order.inTrade, 0),
      ...differs('refunded to the card', end.owedMinor, least(backMinor, payment.amountMinor)),
      ...(isDue ? differs('cashback is credited', creditedMinor > 0n, true) : []),
      ...(isShort ? differs('points', order.earned, order.worthPoints) : []),
    ],
  };
}

/** Wallet and points must equal what went in less what went out. */
async function ofWallet({ shop, buyer }: History, inMinor: bigint): Promise<string[]> {
  const { anna, fundedMinor, spentMinor } = buyer;
  const { earned } = await shop.db.one(sql<{ earned: bigint }>`
    select coalesce(sum(points - taken_points), 0)::bigint as earned
    from point_earnings where member_id = ${anna.id}`);
  const points = await balanceOf(shop.db, pointsOf(anna.id, 'usd'));
  return differs(
    'wallet and points',
    (await anna.balance()) + points,
    fundedMinor + earned + inMinor - spentMinor,
  );
}

/** Differences between the shop and the simulated provider; empty if all is well. */
export async function differences(histories: Histories): Promise<string[]> {
  const wrong = await ofBooks(histories);
  let inMinor = 0n;
  for (const history of histories) {
    const { paid } = history;
    const end = await atEnd(history);
    history.log.push(asText({ ...end, backs: paid.payment.backs }));
    wrong.push(...ofPayment(history, end), ...ofFreeze(history, end));
    if (paid.kind === 'added') {
      const kept = await ofKept(history, end);
      wrong.push(...kept.wrong);
      inMinor += paid.payment.amountMinor - kept.keptMinor;
    } else if (paid.kind !== 'returned') {
      const order = await ofOrder(history, end);
      wrong.push(...order.wrong);
      inMinor += order.toWalletMinor - paid.shareMinor;
    }
  }
  return [...wrong, ...(await ofWallet(histories[0], inMinor))];
}
