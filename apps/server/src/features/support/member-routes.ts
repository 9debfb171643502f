/** Members in the back office. */
import { Readable } from 'node:stream';
import type { Data } from '@giftlane/contract/call.ts';
import type { showMyData } from '@giftlane/contract/members/my-data.ts';
import * as calls from '@giftlane/contract/office/members.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import { awaitReader } from '../../platform/http/await-reader.ts';
import { type Http, leaveTurn, type Operator } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { Gate } from '../../platform/limits/gate.ts';
import { minutes, seconds } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import {
  findMember,
  freeze,
  listMembers,
  type Member,
  putOut,
  resetFactors,
  unfreeze,
} from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import type { Files } from '../files/files.ts';
import { closeAccount, zipOf } from '../mydata/mydata.ts';
import { requireOperatorCode } from '../operators/operators.ts';
import { listMovements } from '../wallet/wallet.ts';
import { memberPage, memberToRow } from './member-page.ts';
import { insertNote } from './note-queries.ts';
import type { SearchParts } from './search.ts';

export interface SupportParts extends SearchParts {
  readonly options: Options;
  readonly files: Files;
  readonly replica: Pick<Db, 'survey'>;
}

/** Copies under way: each has a connection to the database until it is read. */
const copying = new Gate({ atOnce: 2, ofKey: 1, askedOfKey: 2, holdMs: seconds(30) });
const patienceMs = minutes(15);

async function theMember(db: Db, id: string): Promise<Member> {
  const member = await findMember(db, id);
  if (!member) throw new Refusal('account.not_found');
  return member;
}

/** Serves the calls. */
export function officeMemberRoutes(http: Http, parts: SupportParts): void {
  const { db } = parts;

  http.route(calls.listOfficeMembers, async ({ query }) => {
    const members = await listMembers(db, {
      search: query.sSearch ?? '',
      levels: query.nLevel ? [Number(query.nLevel)] : [1, 2],
      onlyFrozen: query.bFrozen === 'true',
      after: query.sAfter ?? '',
      limit: pageLimit,
    });
    return { data: pageOfRows(members.map(memberToRow)) };
  });

  http.route(calls.showOfficeMember, async ({ params }) => ({
    data: await memberPage(parts, await theMember(db, params.id)),
  }));

  http.route(calls.listOfficeMovements, async ({ params, query }) => {
    const { movements, total } = await listMovements(db, params.id, query);
    return { data: movements, extras: { totalCount: total } };
  });

  changeRoutes(http, parts);
  ownerRoutes(http, parts);
}

/** What support changes. */
function changeRoutes(http: Http, { db }: SupportParts): void {
  http.route(calls.addMemberNote, async ({ params, body }, { operator: { operatorId } }) => {
    const { id: memberId } = await theMember(db, params.id);
    const note = { id: newId('note'), memberId, operatorId, note: body.sNote };
    await db.tx((tx) => insertNote(tx, note));
    return { data: null };
  });

  http.route(calls.freezeMember, async ({ params, body }) => {
    const { id } = await theMember(db, params.id);
    await db.tx((tx) => freeze(tx, id, body.sReason));
    return { data: null };
  });

  http.route(calls.releaseMember, async ({ params }) => {
    const { id } = await theMember(db, params.id);
    if (!(await db.tx((tx) => unfreeze(tx, id)))) throw new Refusal('account.not_frozen');
    return { data: null };
  });

  http.route(calls.endOfficeSessions, async ({ params, body }) => {
    const { id } = await theMember(db, params.id);
    await db.tx((tx) => putOut(tx, id, body.sSessionId));
    return { data: null };
  });
}

/** Says to staff what stands in the way of closing an account. */
function withReasons(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'account.not_closable') return error;
  const { aInTheWay } = error.reply as Pick<Data<typeof showMyData>, 'aInTheWay'>;
  const reasons = aInTheWay.map(({ eKind }) => eKind).join(', ');
  return new Refusal('account.still_needed', { reasons });
}

/** What takes an account from its member: each needs a code of the operator's app. */
function ownerRoutes(http: Http, parts: SupportParts): void {
  const { db, replica, files, keys, options } = parts;
  const prove = async (
    { operatorId }: Operator,
    memberId: string,
    { sCode }: { sCode: string },
  ) => {
    const member = await theMember(db, memberId);
    await requireOperatorCode(parts, operatorId, sCode);
    return member;
  };

  http.route(calls.resetMemberFactors, async ({ params, body }, { operator }) => {
    const { id } = await prove(operator, params.id, body);
    if (!(await db.tx((tx) => resetFactors(tx, id)))) throw new Refusal('account.no_factors');
    return { data: null };
  });

  http.route(calls.closeMember, async ({ params, body }, { operator }) => {
    const { id: memberId, closedAt } = await prove(operator, params.id, body);
    if (closedAt) throw new Refusal('account.closed');
    const closing = { memberId, actor: operator.operatorId, reason: body.sReason };
    const eraseAt = await closeAccount(parts, closing).catch((error: unknown) => {
      throw withReasons(error);
    });
    return { data: { dErased: eraseAt.toISOString() } };
  });

  http.route(calls.exportMember, async ({ params, body }, { operator, reply }) => {
    const { id: memberId } = await prove(operator, params.id, body);
    const identityYears = await options.whole('identity_kept_years');
    leaveTurn(reply);
    const send = () =>
      replica.survey(async (tx) => {
        const zip = await zipOf(tx, { db, files, keys }, { memberId, identityYears });
        const headers = {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${memberId}.zip"`,
        };
        const tooSlow = () => zip.destroy(new Error('read too slowly'));
        const stream = Readable.from(awaitReader(zip, patienceMs, tooSlow), { objectMode: false });
        await reply.headers(headers).send(stream);
        return reply;
      });
    return copying.run(operator.operatorId, send, { giveUp: () => void reply.raw.destroy() });
  });
}
