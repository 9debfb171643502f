/** Refunds that are stuck and money that fits nothing, in the back office. */
import { formatMoney, fromDecimalText } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/office/money-queues.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { refuseDecided, requireHold, requireQueue } from '../cases/cases.ts';
import { type UnmatchedCoins, unmatchedCoins } from '../coins/coins.ts';
import {
  entriesShown,
  exact,
  factsOf,
  historyShown,
  memberShown,
  sumsOf,
} from '../money-queues/money-queues.ts';
import { isTopUp } from '../topups/topups.ts';
import { queuedRefunds, type RefundCase, refundCase } from './office-queries.ts';
import type { Refund } from './queries.ts';
import { refundSettledJournal } from './refund/refund-postings.ts';
import { type Resent, resendRefund } from './refund/send-refund.ts';
import { enqueueCoinLook } from './unpaid/incoming-payments.ts';

const refundDeeds = ['refunds.send', 'refund send'];
const coinDeeds = ['unmatched.follow'];

const rowOf = ({ id, orderId, createdAt, state, currency, ...refund }: Refund) => ({
  _id: id,
  dCreatedAt: createdAt.toISOString(),
  sAbout: orderId,
  oAmount: exact(refund.amountMinor - refund.reversedMinor, currency),
  eState: state === 'refused' ? ('refused' as const) : ('pending' as const),
});

async function needRefund(db: Db, id: string): Promise<RefundCase> {
  const refund = await refundCase(db, id);
  if (!refund) throw new Refusal('case.not_found');
  return refund;
}

async function refundShown(db: Db, id: string) {
  const refund = await needRefund(db, id);
  const money = (minor: bigint) => (minor > 0n ? formatMoney(minor, refund.currency) : null);
  return {
    ...rowOf(refund),
    oMember: await memberShown(db, refund.memberId),
    aFacts: factsOf({
      [isTopUp({ id: refund.orderId }) ? 'topUp' : 'order']: refund.orderId,
      reason: refund.reason,
      problem: refund.problem,
      attempts: String(refund.attempt),
      capture: refund.captureId,
      providerOrder: refund.providerOrderId,
      captured: money(refund.capturedMinor),
      takenBack: money(refund.takenMinor),
      restored: money(refund.restoredMinor),
      notSent: money(refund.reversedMinor),
    }),
    aHistory: await historyShown(db, id, refundDeeds),
  };
}

const givenOf = ({ sGivenBack }: { readonly sGivenBack?: string | undefined }) =>
  sGivenBack === undefined ? undefined : fromDecimalText(sGivenBack);

/** Refuses what was not sent again: it is done or on its way, or it has to be said what was given back. */
async function requireResent(
  db: Db,
  resent: Resent | undefined,
  { id, currency }: RefundCase,
): Promise<void> {
  if (!resent) throw new Refusal('case.not_found');
  if ('unexplainedMinor' in resent)
    throw new Refusal('refund.given_back', {
      amount: formatMoney(resent.unexplainedMinor, currency),
    });
  if (resent.before === 'refused') return;
  const outcome = text(
    resent.before === 'done' ? 'office.refunds.isDone' : 'office.refunds.onItsWay',
  );
  const { resentBy } = await needRefund(db, id);
  await refuseDecided(db, resentBy, outcome);
}

const queueOf = ({ source }: RefundCase) => (source === 'unmatched' ? 'unmatched' : 'refunds');

function refundRoutes(http: Http, db: Db): void {
  http.route(calls.listRefunds, async ({ query: { sAfter: after } }) => {
    const wanted = { source: 'refunds_payable', after, limit: pageLimit } as const;
    return { data: pageOfRows((await queuedRefunds(db, wanted)).map(rowOf)) };
  });
  http.route(calls.showRefund, async ({ params: { id } }, { operator }) => {
    requireQueue(operator, queueOf(await needRefund(db, id)));
    return { data: await refundShown(db, id) };
  });
  http.route(calls.sumRefund, async ({ params: { id }, query }, { operator }) => {
    const refund = await needRefund(db, id);
    requireQueue(operator, queueOf(refund));
    const givenMinor = givenOf(query);
    const { result, aBooked } = await sumsOf(db, (stage) =>
      resendRefund(stage, id, { by: operator.operatorId, givenMinor }),
    );
    await requireResent(db, result, refund);
    const notSent = refund.reversedMinor + (givenMinor ?? 0n);
    const { entries } = refundSettledJournal(
      refund,
      notSent < refund.amountMinor ? notSent : refund.amountMinor,
    );
    return { data: { aBooked, aLater: entriesShown(entries) } };
  });
  http.route(calls.sendRefund, async ({ params: { id }, body }, { operator }) => {
    const refund = await needRefund(db, id);
    await requireHold(db, { queue: queueOf(refund), id, operator });
    const resent = await resendRefund(db, id, {
      by: operator.operatorId,
      givenMinor: givenOf(body),
    });
    await requireResent(db, resent, refund);
    return { data: null };
  });
}

const coinRowOf = ({ id, at, address, orderId, coin, units }: UnmatchedCoins) => ({
  _id: id,
  dCreatedAt: at.toISOString(),
  sAbout: orderId ?? address,
  oAmount: exact(units, coin),
  eState: orderId ? ('owed' as const) : ('coins' as const),
});

const isRefund = (id: string) => id.startsWith('ref_');

/** Captures that are not given back yet, then coins. */
async function unmatchedPage(db: Db, after: string | undefined) {
  const isCoins = after !== undefined && !isRefund(after);
  const refunds = isCoins
    ? []
    : await queuedRefunds(db, { source: 'unmatched', after, limit: pageLimit });
  const left = pageLimit - refunds.length;
  const coins =
    left > 0 ? await unmatchedCoins(db, { after: isCoins ? after : undefined, limit: left }) : [];
  return pageOfRows([...refunds.map(rowOf), ...coins.map(coinRowOf)]);
}

async function needCoins(db: Db, id: string): Promise<UnmatchedCoins> {
  const [found] = await unmatchedCoins(db, { id, limit: 1 });
  if (!found) throw new Refusal('case.not_found');
  return found;
}

async function coinsShown(db: Db, id: string) {
  const found = await needCoins(db, id);
  const { orderId, address, txid, memberId } = found;
  return {
    ...coinRowOf(found),
    oMember: memberId ? await memberShown(db, memberId) : null,
    aFacts: factsOf({ order: orderId, address, txid }),
    aHistory: await historyShown(db, id, coinDeeds),
  };
}

/** Serves the calls. */
export function moneyQueueRoutes(http: Http, { db }: { readonly db: Db }): void {
  refundRoutes(http, db);
  http.route(calls.listUnmatched, async ({ query }) => ({
    data: await unmatchedPage(db, query.sAfter),
  }));
  http.route(calls.showUnmatched, async ({ params: { id } }) => ({
    data: isRefund(id) ? await refundShown(db, id) : await coinsShown(db, id),
  }));
  http.route(calls.followUnmatched, async ({ params: { id } }, { operator }) => {
    await requireHold(db, { queue: 'unmatched', id, operator });
    const { memberId, orderId } = await needCoins(db, id);
    if (!memberId || !orderId) throw new Refusal('case.not_found');
    await db.tx((tx) => enqueueCoinLook(tx, [{ memberId, id: orderId }]));
    return { data: null };
  });
}
