/** What the staff does with threads: answers, closes and opens them. */
import type { ThreadState } from '@giftlane/contract/office/messages.ts';
import { text } from '@giftlane/texts/text.ts';
import { defineJob, enqueue } from '../../jobs/jobs.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { plainAddress } from '../../providers/mail/port.ts';
import { type CaseWorker, refuseDecided, requireHold } from '../cases/cases.ts';
import { compose, dispatch } from '../mails/mails.ts';
import { type ContactJobParts, supportAddress } from './support.ts';
import { findAnswer, insertAnswer, lockThread, moveThread, type Thread } from './thread-queries.ts';

/** Mails an answer to the writer. */
export const answerJob = defineJob<{ answerId: string }>('contact.answer');

export interface Move {
  readonly id: string;
  /** The moves of the thread that the operator has seen. */
  readonly moves: number;
  readonly operator: CaseWorker;
}

const outcomes: Readonly<Record<ThreadState, () => string>> = {
  open: () => text('office.messages.state.open'),
  answered: () => text('office.messages.state.answered'),
  closed: () => text('office.messages.state.closed'),
};

/**
 * Locks a thread that lies as its operator saw it. Refuses `message.not_found`, `case.held`, and what happened meanwhile:
 * `case.decided` by another operator, `message.moved` by the writer.
 */
async function takeThread(tx: Tx, { id, moves, operator }: Move): Promise<Thread> {
  const thread = await lockThread(tx, id);
  if (!thread) throw new Refusal('message.not_found');
  if (thread.moves !== moves) {
    if (thread.movedBy === null) throw new Refusal('message.moved');
    return refuseDecided(tx, thread.movedBy, outcomes[thread.state]());
  }
  await requireHold(tx, { queue: 'messages', id, operator });
  return thread;
}

/** Keeps an answer and mails it to the writer. Refuses as `takeThread` does. */
export async function answerThread(db: Db, move: Move & { words: string }): Promise<void> {
  await db.tx(async (tx) => {
    const thread = await takeThread(tx, move);
    const { operatorId: operator } = move.operator;
    const { id: threadId, email } = thread;
    const answer = { id: newId('ans'), threadId, email, operator, words: move.words };
    await insertAnswer(tx, answer);
    await moveThread(tx, { id: thread.id, state: 'answered', operator });
    await enqueue(tx, { job: answerJob, payload: { answerId: answer.id } });
  });
}

/** Closes a thread, or opens it again. Refuses as `takeThread` does. */
export async function setThreadState(db: Db, move: Move & { state: ThreadState }): Promise<void> {
  await db.tx(async (tx) => {
    const { id } = await takeThread(tx, move);
    await moveThread(tx, { id, state: move.state, operator: move.operator.operatorId });
  });
}

/** Mails an answer. Safe to run twice: a repeat sends the same Message-ID. */
export async function mailAnswer(parts: ContactJobParts, answerId: string): Promise<void> {
  const answer = await findAnswer(parts.db, answerId);
  if (!answer) return;
  const { email, reference, words } = answer;
  const subject = answer.subject || text('mail.contact.noSubject');
  const support = await supportAddress(parts);
  const letter = compose({
    heading: text('mail.answer.heading', { subject, reference }),
    paragraphs: [words],
    bare: true,
    action: {
      label: text('mail.answer.action'),
      url: `${parts.config.publicUrl}/contact-us?reference=${reference}`,
    },
    footer: { words: text('mail.answer.footer', { shop: text('shop.name') }) },
  });
  await dispatch(parts, {
    mailId: answerId,
    to: email,
    letter,
    ...(plainAddress.test(support) && { replyTo: support }),
  });
}
