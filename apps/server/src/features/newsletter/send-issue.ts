/** Sending an issue of the newsletter. */
import { type Enqueue, enqueue } from '../../jobs/jobs.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { sha256 } from '../../platform/secrets/secrets.ts';
import { deliveryJob, resumeJob, spreadJob } from './jobs.ts';
import {
  addIssueDeliveries,
  findIssue,
  findSentSoFar,
  openReaders,
  putIssue,
  setStopped,
} from './queries.ts';

export interface NewIssue {
  readonly subject: string;
  readonly body: string;
  readonly sender?: string;
}

export interface SentIssue {
  readonly issueId: string;
  /** Mails enqueued by this call. */
  readonly added: number;
  /** All mails of the issue, including those of earlier calls. */
  readonly total: number;
}

const batch = 500;
/** Deliveries share this many queues, one mail at a time each, with a priority behind other jobs. */
const rows = 2;
const priority = 20;

/** A reader's deliveries of an issue are in one queue, so that two of them do not meet. */
function enqueueDeliveries(tx: Tx, issueId: string, subscribers: readonly string[]) {
  const jobs = subscribers.map(
    (subscriberId): Enqueue<{ issueId: string; subscriberId: string }> => {
      const row = (sha256(subscriberId)[0] ?? 0) % rows;
      const payload = { issueId, subscriberId };
      return { job: deliveryJob, payload, priority, queue: `newsletter ${row}` };
    },
  );
  return Promise.all(jobs.map((job) => enqueue(tx, job)));
}

function storeIssue(db: Db | Tx, { subject, body, sender = '' }: NewIssue): Promise<string> {
  const contentHash = sha256(JSON.stringify([subject, body]));
  return putIssue(db, { id: newId('nli'), subject, body, contentHash, sender });
}

/** Enqueues a mail for each confirmed subscriber without a delivery of the issue; answers how many. */
export async function spreadIssue(db: Db, issueId: string): Promise<number> {
  let added = 0;
  while (await findIssue(db, issueId)) {
    const { length } = await db.tx(async (tx) => {
      const subscribers = await addIssueDeliveries(tx, issueId, batch);
      await enqueueDeliveries(tx, issueId, subscribers);
      return subscribers;
    });
    added += length;
    if (length === 0) break;
  }
  return added;
}

/**
 * Enqueues one mail for each confirmed subscriber without a delivery of this issue. Subject and text identify
 * an issue: sending it again resumes an interrupted call and reaches only new subscribers.
 */
export async function sendIssue(db: Db, issue: NewIssue): Promise<SentIssue> {
  const issueId = await storeIssue(db, issue);
  const added = await spreadIssue(db, issueId);
  const found = await findSentSoFar(db, issueId);
  return { issueId, added, total: found?.readers ?? 0 };
}

/** Like `sendIssue`, by a job. */
export async function beginIssue(db: Db, issue: NewIssue): Promise<string> {
  return db.tx(async (tx) => {
    const issueId = await storeIssue(tx, issue);
    await enqueue(tx, { job: spreadJob, payload: { issueId }, priority });
    return issueId;
  });
}

/** Stops an issue: what was not sent waits until it goes on. Refuses `newsletter.not_found`. */
export async function stopIssue(db: Db, issueId: string): Promise<void> {
  if (!(await setStopped(db, issueId, true))) throw new Refusal('newsletter.not_found');
}

/** Lets an issue go on, by a job: also what was given up is tried again. Refuses `newsletter.not_found`. */
export async function resumeIssue(db: Db, issueId: string): Promise<void> {
  await db.tx(async (tx) => {
    if (!(await setStopped(tx, issueId, false))) throw new Refusal('newsletter.not_found');
    await enqueue(tx, { job: resumeJob, payload: { issueId }, priority });
  });
}

/** Like `spreadIssue`, and before it enqueues the mails that did not go; one that waits already is sent once all the same. */
export async function spreadAgain(db: Db, issueId: string): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined && (await findIssue(db, issueId))) {
    const from: string = after;
    after = await db.tx(async (tx) => {
      const open = await openReaders(tx, issueId, { after: from, limit: batch });
      await enqueueDeliveries(tx, issueId, open);
      return open.at(-1);
    });
  }
  await spreadIssue(db, issueId);
}
