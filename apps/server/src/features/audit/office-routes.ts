/** The calls of the back office that read the audit log. */
import { Readable } from 'node:stream';
import * as calls from '@giftlane/contract/office/audit.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import { awaitReader } from '../../platform/http/await-reader.ts';
import { type Http, leaveTurn } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { Gate } from '../../platform/limits/gate.ts';
import { minutes, seconds } from '../../platform/process/durations.ts';
import { csvMark, csvRecord, csvText } from '../../platform/sheets/csv.ts';
import {
  type DaySpan,
  entriesFrom,
  findEntries,
  findEntry,
  listActors,
  listDeeds,
  numbersOf,
  type StoredEntry,
} from './log-queries.ts';

const perPiece = 1_000;
const patienceMs = minutes(15);
/** Exports at once of the process and of one operator. */
const underWay = new Gate({ atOnce: 4, ofKey: 1, askedOfKey: 2, holdMs: seconds(30) });

const rowOf = ({ id, actor, deed, subject, at }: StoredEntry) => ({
  _id: String(id),
  sActor: actor,
  sDeed: deed,
  sSubject: subject,
  dAt: at.toISOString(),
});

/** A fact as words: what is no text as JSON. */
const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const columns = ['number', 'time', 'operator', 'deed', 'subject', 'facts'];

/** The entries of a span as CSV, in pieces. */
async function* csvPieces(db: Queryable, span: DaySpan): AsyncGenerator<string> {
  yield csvMark + csvRecord(columns);
  const { first, last } = await numbersOf(db, span);
  for (let next = first; next <= last; ) {
    const entries = await entriesFrom(db, { first: next, last, most: perPiece });
    yield entries
      .map(({ id, at, actor, deed, subject, facts }) =>
        csvRecord([
          String(id),
          at.toISOString(),
          csvText(actor),
          csvText(deed),
          csvText(subject),
          csvText(facts),
        ]),
      )
      .join('');
    next = (entries.at(-1)?.id ?? last) + 1n;
  }
}

/** Serves the calls. */
export function auditRoutes(http: Http, { replica: db }: { replica: Queryable }): void {
  http.route(calls.listAudit, async ({ query }) => {
    const { sActor, sDeed, sSubject, dDay, sAfter } = query;
    const day = dDay ? await numbersOf(db, { from: dDay, to: dDay }) : undefined;
    const search = {
      wanted: { actor: sActor, deed: sDeed, subject: sSubject },
      first: day?.first ?? 1n,
      before: sAfter ? BigInt(sAfter) : (day?.last ?? 10n ** 18n) + 1n,
    };
    return { data: pageOfRows((await findEntries(db, search, pageLimit)).map(rowOf)) };
  });
  http.route(calls.listAuditNames, async () => {
    const [actors, deeds] = await Promise.all([listActors(db), listDeeds(db)]);
    return {
      data: { aActors: actors.map(({ name }) => name), aDeeds: deeds.map(({ name }) => name) },
    };
  });
  http.route(calls.showAudit, async ({ params }) => {
    const found = await findEntry(db, BigInt(params.id));
    if (!found) throw new Refusal('audit.not_found');
    const facts = Object.entries(found.facts).map(([sName, value]) => ({
      sName,
      sValue: wordsOf(value),
    }));
    const { summary = '' } = http.served.find(({ name }) => name === found.deed) ?? {};
    return {
      data: {
        ...rowOf(found),
        sSummary: summary,
        aFacts: facts,
        sHash: found.hash.toString('hex'),
      },
    };
  });
  http.route(
    calls.exportAudit,
    async ({ query: { dFrom: from, dTo: to } }, { reply, operator }) => {
      leaveTurn(reply);
      const send = async () => {
        reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="audit-${from}-${to}.csv"`);
        const tooSlow = () => stream.destroy(new Error('read too slowly'));
        const stream = Readable.from(
          awaitReader(csvPieces(db, { from, to }), patienceMs, tooSlow),
          {
            objectMode: false,
          },
        );
        return await reply.send(stream);
      };
      const giveUp = () => void reply.raw.destroy();
      return underWay.run(operator.operatorId, send, { giveUp });
    },
  );
}
