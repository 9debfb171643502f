/** The bookkeepers' calls. */
import * as calls from '@giftlane/contract/office/ledger.ts';
import { decimalOf, journalKey, listJournals, typedUnits } from '../../ledger/browse.ts';
import { balancesAt, sumsOfMonth } from '../../ledger/days.ts';
import type { Entry, Unit } from '../../ledger/ledger.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { pageBy, pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import { badField } from '../../platform/http/refusal.ts';
import { csvMark, csvRecord, csvText } from '../../platform/sheets/csv.ts';
import { operatorNaming } from '../operators/operators.ts';
import { askCorrection, endCorrection } from './books.ts';
import { pageOfCorrections } from './queries.ts';

const postingToWire = (account: string, currency: string, amount: bigint) => ({
  sAccount: account,
  sCurrency: currency,
  sAmount: decimalOf(amount, currency),
});

interface BookParts {
  readonly db: Db;
  readonly replica: Queryable;
}

/** Serves the calls. */
export function bookRoutes(http: Http, { db, replica }: BookParts): void {
  http.route(calls.trialBalance, async ({ query: { dDay } }) => {
    const sums = await balancesAt(replica, dDay);
    return {
      data: sums.map(({ account, currency, moved, balance }) => ({
        sAccount: account,
        sCurrency: currency,
        sMoved: decimalOf(moved, currency),
        sBalance: decimalOf(balance, currency),
      })),
    };
  });
  http.route(calls.listJournals, async ({ query }) => {
    const { sOwner: owner, sAccount: account, sAfter: after } = query;
    if (!journalKey(after)) throw badField('sAfter', 'not a page');
    const found = await listJournals(replica, { owner, account, after, limit: pageLimit });
    return {
      data: pageBy(
        found,
        (journal) => ({
          _id: String(journal.id),
          sOwner: journal.owner,
          sKind: journal.kind,
          sKey: journal.key,
          sReference: journal.reference,
          dCreatedAt: journal.createdAt.toISOString(),
          aPostings: journal.postings.map((one) =>
            postingToWire(one.account, one.currency, BigInt(one.amount)),
          ),
        }),
        ({ xid, id }) => `${xid} ${id}`,
      ),
    };
  });
  http.route(calls.monthFigures, async ({ params: { sMonth } }, { reply }) => {
    const sums = await sumsOfMonth(replica, sMonth);
    const records = sums.map(({ kind, account, currency, amount, postings }) =>
      csvRecord([kind, csvText(account), currency, decimalOf(amount, currency), String(postings)]),
    );
    const head = csvRecord(['kind', 'account', 'currency', 'amount', 'postings']);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="ledger-${sMonth}.csv"`)
      .send(csvMark + head + records.join(''));
  });
  correctionRoutes(http, db);
}

function correctionRoutes(http: Http, db: Db): void {
  http.route(calls.listCorrections, async ({ query }, { operator }) => {
    const found = await pageOfCorrections(db, { after: query.sAfter ?? '', limit: pageLimit });
    const people = found.flatMap(({ askedBy, decidedBy }) => [askedBy, decidedBy]);
    const nameOf = await operatorNaming(db, people);
    const rows = found.map((one) => ({
      _id: one.id,
      sReason: one.reason,
      sAskedBy: nameOf(one.askedBy),
      bMine: one.askedBy === operator.operatorId,
      sDecision: one.decision,
      sDecidedBy: one.decidedBy && nameOf(one.decidedBy),
      dCreatedAt: one.createdAt.toISOString(),
      aPostings: one.entries.map((entry) =>
        postingToWire(entry.account, entry.currency, entry.amountMinor),
      ),
    }));
    return { data: pageOfRows(rows) };
  });
  http.route(calls.askCorrection, async ({ body }, { operator }) => {
    const entries = body.aEntries.map(({ sAccount, sCurrency, sAmount }, i): Entry => {
      const amountMinor = typedUnits(sAmount, sCurrency);
      if (amountMinor === undefined) throw badField(`aEntries.${i}.sAmount`, 'too many places');
      return { account: sAccount, currency: sCurrency as Unit, amountMinor };
    });
    const correction = { entries, reason: body.sReason, askedBy: operator.operatorId };
    return { data: { _id: await askCorrection(db, correction) } };
  });
  http.route(calls.bookCorrection, async ({ params: { id } }, { operator }) => {
    await endCorrection(db, id, { by: operator.operatorId, decision: 'booked' });
    return { data: null };
  });
  http.route(calls.rejectCorrection, async ({ params: { id } }, { operator }) => {
    await endCorrection(db, id, { by: operator.operatorId, decision: 'rejected' });
    return { data: null };
  });
}
