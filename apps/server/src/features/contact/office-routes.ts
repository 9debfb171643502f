/** The calls by which the back office answers messages. */
import * as calls from '@giftlane/contract/office/messages.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { pageBy } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey, findMember, memberIdOf } from '../accounts/accounts.ts';
import { operatorNaming } from '../operators/operators.ts';
import { answerThread, setThreadState } from './answer.ts';
import {
  deletePrepared,
  entriesOf,
  findThread,
  listPrepared,
  listThreads,
  putPrepared,
  type ThreadEntry,
  type ThreadRow,
} from './thread-queries.ts';

const rowOf = ({ id, email, name, subject, state, movedAt, moves }: ThreadRow) => ({
  _id: id,
  sEmail: email,
  sName: name,
  sSubject: subject,
  eState: state,
  dMovedAt: movedAt.toISOString(),
  nMoves: moves,
});

const entryOf = (entry: ThreadEntry, nameOf: (id: string) => string) => ({
  _id: entry.id,
  sOperator: entry.operator === null ? null : nameOf(entry.operator),
  sSubject: entry.subject,
  sWords: entry.words,
  bSignedIn: entry.signedIn,
  bSuspect: entry.suspect,
  dCreatedAt: entry.createdAt.toISOString(),
});

/** The member whose verified address it is. */
async function memberOf(db: Queryable, email: string) {
  const id = await memberIdOf(db, emailKey(email));
  const member = id === undefined ? undefined : await findMember(db, id);
  if (!member?.emailVerifiedAt) return null;
  return {
    _id: member.id,
    sFullName: member.fullName,
    bFrozen: member.frozenAt !== null,
    eKyc: member.kycStatus,
    dCreatedAt: member.createdAt.toISOString(),
  };
}

/** Serves the calls. */
export function contactOfficeRoutes(http: Http, { db }: { readonly db: Db }): void {
  http.route(calls.listThreads, async ({ query }) => {
    const threads = await listThreads(db, query.eState, query.sAfter ?? '');
    return { data: pageBy(threads, rowOf, ({ micros, id }) => `${micros}_${id}`) };
  });
  http.route(calls.showThread, async ({ params }) => {
    const thread = await findThread(db, params.id);
    if (!thread) throw new Refusal('message.not_found');
    const [entries, oMember] = await Promise.all([
      entriesOf(db, thread.id),
      memberOf(db, thread.email),
    ]);
    const nameOf = await operatorNaming(
      db,
      entries.map(({ operator }) => operator ?? ''),
    );
    const aEntries = entries.map((entry) => entryOf(entry, nameOf));
    return { data: { ...rowOf(thread), aEntries, oMember } };
  });
  http.route(calls.answerThread, async ({ params, body }, { operator }) => {
    const { sWords: words, nMoves: moves } = body;
    await answerThread(db, { id: params.id, words, moves, operator });
    return { data: null };
  });
  http.route(calls.setThreadState, async ({ params, body }, { operator }) => {
    const { eState: state, nMoves: moves } = body;
    await setThreadState(db, { id: params.id, state, moves, operator });
    return { data: null };
  });
  http.route(calls.listPrepared, async () => {
    const all = await listPrepared(db);
    return { data: all.map(({ id, title, words }) => ({ _id: id, sTitle: title, sWords: words })) };
  });
  http.route(calls.putPrepared, async ({ params, body }) => {
    const put = await putPrepared(db, { id: params.id, title: body.sTitle, words: body.sWords });
    if (!put) throw new Refusal('message.too_many_prepared');
    return { data: null };
  });
  http.route(calls.dropPrepared, async ({ params }) => {
    await deletePrepared(db, params.id);
    return { data: null };
  });
}
