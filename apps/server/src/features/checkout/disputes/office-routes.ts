/** Payments that were taken back, in the back office. */
import { formatMoney, fromDecimalText, toDecimalText } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/office/money-queues.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageLimit, pageOfRows } from '../../../platform/db/pages.ts';
import type { Http } from '../../../platform/http/http.ts';
import { badField, Refusal } from '../../../platform/http/refusal.ts';
import { refuseDecided, requireHold } from '../../cases/cases.ts';
import {
  exact,
  factsOf,
  historyShown,
  memberShown,
  sumsOf,
} from '../../money-queues/money-queues.ts';
import { frozenOfCapture, isTopUp } from '../../topups/topups.ts';
import { queuedDisputes, type TakenCase, takenCase } from '../office-queries.ts';
import { bearLoss, type ReversalDecision, restorePaid, type SaidPaid } from './decide.ts';

const deeds = ['disputes.keep', 'disputes.release', 'frozen keep', 'frozen release'];

const rowOf = ({ captureId, id, at, openMinor, currency, disputed }: TakenCase) => ({
  _id: captureId,
  dCreatedAt: at.toISOString(),
  sAbout: id,
  oAmount: exact(openMinor, currency),
  eState: disputed ? ('disputed' as const) : ('unasked' as const),
});

async function shown(db: Db, captureId: string) {
  const taken = await takenCase(db, captureId);
  if (!taken) throw new Refusal('case.not_found');
  const [oMember, frozen, aHistory] = await Promise.all([
    memberShown(db, taken.memberId),
    frozenOfCapture(db, captureId),
    historyShown(db, captureId, deeds),
  ]);
  const money = (minor: bigint) => formatMoney(minor, taken.currency);
  return {
    ...rowOf(taken),
    oMember,
    aFacts: factsOf({
      [isTopUp(taken) ? 'topUp' : 'order']: taken.id,
      capture: captureId,
      providerOrder: taken.providerOrderId,
      captured: money(taken.capturedMinor),
      takenBack: money(taken.takenMinor),
      restored: taken.restoredMinor > 0n ? money(taken.restoredMinor) : null,
      frozen: frozen && money(frozen.amountMinor),
    }),
    aHistory,
  };
}

/** The decision; refuses what stands against it. */
async function requireMade(db: Db, decision: ReversalDecision, id: string): Promise<void> {
  switch (decision.kind) {
    case 'done':
      return;
    case 'nothing_open': {
      const taken = await takenCase(db, id);
      if (!taken) throw new Refusal('case.not_found');
      return refuseDecided(db, taken.decidedBy, text('office.disputes.nothingOpen'));
    }
    case 'unasked':
      throw new Refusal('dispute.unasked');
    case 'waits':
      throw new Refusal('dispute.waits', { orders: decision.orderIds.join(', ') });
    default:
      throw new Refusal('dispute.other_amount', {
        open: `${toDecimalText(decision.openMinor)} ${decision.currency.toUpperCase()}`,
      });
  }
}

/** A typed amount in minor units; the contract has checked its form. */
const minorOf = (typed: string): bigint => fromDecimalText(typed) ?? 0n;

/** What the provider is said to have paid; nothing only where nothing is open. */
function paidOf(sAmount: string, sOf: string): SaidPaid {
  const said = { amountMinor: minorOf(sAmount), ofMinor: minorOf(sOf) };
  if (said.amountMinor === 0n && said.ofMinor > 0n)
    throw badField('sAmount', text('office.money.amountInvalid'));
  return said;
}

/** Serves the calls. */
export function disputeRoutes(http: Http, { db }: { readonly db: Db }): void {
  http.route(calls.listDisputes, async ({ query: { sAfter: after } }) => ({
    data: pageOfRows((await queuedDisputes(db, { after, limit: pageLimit })).map(rowOf)),
  }));
  http.route(calls.showDispute, async ({ params }) => ({ data: await shown(db, params.id) }));
  http.route(calls.sumDispute, async ({ params: { id }, query }, { operator }) => {
    const by = operator.operatorId;
    const { result, aBooked } = await sumsOf(db, (stage) =>
      query.sAmount === undefined
        ? bearLoss(stage, id, { by, ofMinor: minorOf(query.sOf) })
        : restorePaid(stage, id, { by, said: paidOf(query.sAmount, query.sOf) }),
    );
    await requireMade(db, result, id);
    return { data: { aBooked, aLater: [] } };
  });
  http.route(calls.keepDispute, async ({ params: { id }, body }, { operator }) => {
    await requireHold(db, { queue: 'disputes', id, operator });
    const decision = await bearLoss(db, id, {
      by: operator.operatorId,
      ofMinor: minorOf(body.sOf),
    });
    await requireMade(db, decision, id);
    return { data: null };
  });
  http.route(calls.releaseDispute, async ({ params: { id }, body }, { operator }) => {
    await requireHold(db, { queue: 'disputes', id, operator });
    const decision = await restorePaid(db, id, {
      by: operator.operatorId,
      said: paidOf(body.sAmount, body.sOf),
    });
    await requireMade(db, decision, id);
    return { data: null };
  });
}
