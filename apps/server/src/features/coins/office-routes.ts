/** Coin transfers that wait, and what is stopped and moved of coins, in the back office. */
import type { CaseState } from '@giftlane/contract/office/money-queues.ts';
import * as calls from '@giftlane/contract/office/payouts.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { unitsText } from '../../utxo/units.ts';
import { refuseDecided, requireHold } from '../cases/cases.ts';
import {
  entriesShown,
  exact,
  factsOf,
  historyShown,
  memberShown,
  sumsOf,
} from '../money-queues/money-queues.ts';
import { operatorNaming } from '../operators/operators.ts';
import { coinStatus, houseUnits } from './chain/watch-figures.ts';
import { consentsTo } from './custody/approval-queries.ts';
import { approveSend, personsFor, rejectSend } from './custody/approvals.ts';
import { holdCoin, resumeCoin } from './custody/holds.ts';
import {
  holdReasons,
  slowHouseSends,
  type WaitingSend,
  waitingSends,
} from './custody/queue-queries.ts';
import { type SweepParts, sweepHouse } from './custody/sweep.ts';
import { settledJournal } from './postings.ts';
import { bumpHouse } from './sends/bump.ts';

type Parts = { readonly db: Db } & SweepParts;

const deeds = ['transfers.approve', 'transfers.reject', 'coin approve', 'coin reject'];

function stateOf({ state, goesAt, owner, consents }: WaitingSend): CaseState {
  if (state !== 'pendingApproval') return 'pending';
  if (goesAt) return 'itsDay';
  return personsFor(owner, goesAt) - consents > 1 ? 'needsTwo' : 'needsOne';
}

const rowOf = (send: WaitingSend) => ({
  _id: send.id,
  dCreatedAt: send.waitsSince.toISOString(),
  sAbout: send.address,
  oAmount: exact(send.value, send.coin),
  eState: stateOf(send),
});

async function needSend(db: Db, id: string): Promise<WaitingSend> {
  const [send] = await waitingSends(db, { id, limit: 1 });
  if (!send) throw new Refusal('case.not_found');
  return send;
}

async function shown(db: Db, id: string) {
  const send = await needSend(db, id);
  const { owner, coin, fee, cold, goesAt } = send;
  const [oMember, consents, held, aHistory] = await Promise.all([
    memberShown(db, owner),
    consentsTo(db, id),
    holdReasons(db),
    historyShown(db, id, deeds),
  ]);
  const persons = consents.map(({ by }) => by);
  const nameOf = await operatorNaming(db, persons);
  return {
    ...rowOf(send),
    oMember,
    aFacts: factsOf({
      address: cold ? text('office.transfers.cold', { address: send.address }) : send.address,
      fee: `${unitsText(fee)} ${coin.toUpperCase()}`,
      comment: send.comment,
      txid: send.txid,
      goesAt: goesAt?.toISOString(),
      held: held.get(coin),
      approvedBy: persons.map(nameOf).join(', '),
    }),
    aHistory,
  };
}

const outcomes = {
  approved: () => text('office.transfers.approved'),
  rejected: () => text('office.transfers.rejected'),
  cancelled: () => text('office.transfers.cancelled'),
  released: () => text('office.transfers.released'),
};

/** Makes a decision; a send that waits no more is refused with what was decided of it. */
async function deciding<T>(db: Db, id: string, decide: () => Promise<T>): Promise<T> {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'coins.not_waiting') throw error;
    const { decision, decidedBy } = await needSend(db, id);
    return refuseDecided(db, decidedBy, outcomes[decision ?? 'approved']());
  }
}

function transferRoutes(http: Http, parts: Parts): void {
  const { db } = parts;
  http.route(calls.listWaitingTransfers, async ({ query: { sAfter: after } }) => ({
    data: pageOfRows((await waitingSends(db, { after, limit: pageLimit })).map(rowOf)),
  }));
  http.route(calls.showWaitingTransfer, async ({ params }) => ({
    data: await shown(db, params.id),
  }));
  http.route(calls.sumTransfer, async ({ params: { id }, query }, { operator }) => {
    const send = await needSend(db, id);
    if (query.eDecision === 'approve') {
      const { entries } = settledJournal({ ...send, toHouse: false, settled: 0 });
      return { data: { aBooked: [], aLater: entriesShown(entries) } };
    }
    const { aBooked } = await deciding(db, id, () =>
      sumsOf(db, (stage) => rejectSend(stage, id, { by: operator.operatorId, reason: '-' })),
    );
    return { data: { aBooked, aLater: [] } };
  });
  http.route(calls.approveTransfer, async ({ params: { id } }, { operator }) => {
    await requireHold(db, { queue: 'transfers', id, operator });
    await needSend(db, id);
    const { operatorId } = operator;
    const bGoes = await deciding(db, id, () =>
      approveSend(db, parts, id, { by: operatorId, operatorId }),
    );
    return { data: { bGoes } };
  });
  http.route(calls.rejectTransfer, async ({ params: { id }, body }, { operator }) => {
    await requireHold(db, { queue: 'transfers', id, operator });
    await needSend(db, id);
    await deciding(db, id, () =>
      rejectSend(db, id, { by: operator.operatorId, reason: body.sReason }),
    );
    return { data: null };
  });
  http.route(calls.bumpTransfer, async ({ params }) => {
    await bumpHouse(db, parts, params.id);
    return { data: null };
  });
}

async function coinsShown(db: Db) {
  const [all, ofHouse, slow] = await Promise.all([
    coinStatus(db),
    houseUnits(db),
    slowHouseSends(db),
  ]);
  return all.map(({ coin, ...one }) => ({
    sCoin: coin,
    nHeight: Number(one.height),
    dLookedAt: one.lookedAt.toISOString(),
    oOnChain: exact(one.onChain, coin),
    oOfMembers: exact(one.ofMembers, coin),
    oSending: exact(one.sending, coin),
    oHouse: exact(ofHouse.get(coin) ?? 0n, coin),
    oCold: exact(one.cold, coin),
    oUnmatched: exact(one.unmatched, coin),
    nWishes: one.wishesOpen,
    sHeld: one.holdReason,
    aSlow: slow
      .filter((send) => send.coin === coin)
      .map(({ id, value }) => ({ _id: id, oAmount: exact(value, coin) })),
  }));
}

/** Serves the calls. */
export function coinOfficeRoutes(http: Http, parts: Parts): void {
  const { db } = parts;
  transferRoutes(http, parts);
  http.route(calls.showCoins, async () => ({ data: await coinsShown(db) }));
  http.route(calls.holdCoin, async ({ params, body }) => {
    await db.tx((tx) => holdCoin(tx, params.sCoin, body.sReason));
    return { data: null };
  });
  http.route(calls.resumeCoin, async ({ params }) => {
    await db.tx((tx) => resumeCoin(tx, params.sCoin));
    return { data: null };
  });
  http.route(calls.sweepCoin, async ({ params }) => {
    await sweepHouse(db, parts, params.sCoin);
    return { data: null };
  });
}
