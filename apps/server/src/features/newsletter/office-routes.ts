/** The calls by which the back office writes and sends the newsletter. */
import * as calls from '@giftlane/contract/office/newsletter.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageOfRows } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { dispatch, type PostParts } from '../mails/mails.ts';
import { operatorNaming } from '../operators/operators.ts';
import { issueLetter } from './jobs.ts';
import { countSubscribers, findSentSoFar, listIssues, type SentSoFar } from './queries.ts';
import { beginIssue, resumeIssue, stopIssue } from './send-issue.ts';

const rowOf = (issue: SentSoFar, nameOf: (id: string) => string) => ({
  _id: issue.id,
  sSubject: issue.subject,
  sSender: nameOf(issue.sender),
  dCreatedAt: issue.createdAt.toISOString(),
  nReaders: issue.readers,
  nSent: issue.sent,
  bStopped: issue.stopped,
});

/** Serves the calls. */
export function newsletterOfficeRoutes(http: Http, parts: PostParts & { readonly db: Db }): void {
  const { db } = parts;
  const { publicUrl } = parts.config;
  http.route(calls.listIssues, async ({ query }) => {
    const [issues, nSubscribers] = await Promise.all([
      listIssues(db, query.sAfter ?? ''),
      countSubscribers(db),
    ]);
    const nameOf = await operatorNaming(
      db,
      issues.map(({ sender }) => sender),
    );
    return { data: { ...pageOfRows(issues.map((issue) => rowOf(issue, nameOf))), nSubscribers } };
  });
  http.route(calls.showIssue, async ({ params }) => {
    const issue = await findSentSoFar(db, params.id);
    if (!issue) throw new Refusal('newsletter.not_found');
    const nameOf = await operatorNaming(db, [issue.sender]);
    return { data: { ...rowOf(issue, nameOf), sBody: issue.body } };
  });
  http.route(calls.tryIssue, async ({ body }, { operator }) => {
    const letter = issueLetter({ subject: body.sSubject, body: body.sBody }, publicUrl, publicUrl);
    const mail = { mailId: newId('mail'), to: operator.email, letter };
    // At once, not by a job, as its words are stored nowhere yet.
    const outcome = await dispatch(parts, mail).catch(() => 'refused');
    if (outcome !== 'taken') throw new Refusal('newsletter.not_mailed');
    return { data: null };
  });
  http.route(calls.sendIssueCall, async ({ body }, { operator }) => {
    const { sSubject: subject, sBody } = body;
    const sender = operator.operatorId;
    return { data: { _id: await beginIssue(db, { subject, body: sBody, sender }) } };
  });
  http.route(calls.stopIssue, async ({ params, body }) => {
    await (body.bStopped ? stopIssue : resumeIssue)(db, params.id);
    return { data: null };
  });
}
