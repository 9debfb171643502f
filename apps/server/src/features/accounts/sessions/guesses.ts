/** Limits tries at the password or a code within a session: guessing ends the session. */
import { enqueue } from '../../../jobs/jobs.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type Throttle, throttleKey, withinLimit } from '../../../platform/limits/throttle.ts';
import { days } from '../../../platform/process/durations.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { dropChangeAskedIn } from '../email/email-change-queries.ts';
import { securityNoticeJob } from '../jobs.ts';
import { lockMember } from '../queries.ts';
import { endSessions } from './session-queries.ts';

interface GuessParts {
  readonly db: Db;
  readonly throttle: Throttle;
}

/** Per day. Typing errors stay below it; a few tries a minute for weeks would open many accounts. */
const mostGuesses = 30;

/** The secret tried. Each has its own count: a thief of the session may know one and guess the other. */
type Secret = 'password' | 'code';

const keyOf = ({ sessionId }: Caller, at: Secret) => throttleKey('guesses', at, sessionId);

/** Ends a session in which somebody guesses, drops the e-mail change asked for in it, and notifies the owner. */
async function putOut(db: Db, { memberId, sessionId }: Caller): Promise<void> {
  await db.tx(async (tx) => {
    await lockMember(tx, memberId);
    await dropChangeAskedIn(tx, memberId, { ended: sessionId });
    if ((await endSessions(tx, memberId, sessionId)) === 0) return;
    const payload = { memberId, mailId: newId('mail'), notice: 'guessed' } as const;
    await enqueue(tx, { job: securityNoticeJob, payload });
  });
}

/** Counts a try to prove a session; beyond the limit ends the session and refuses `session.required`. */
export async function countGuess(
  { db, throttle }: GuessParts,
  caller: Caller,
  at: Secret,
): Promise<void> {
  if (await withinLimit(throttle.hit(keyOf(caller, at), mostGuesses, days(1)))) return;
  await putOut(db, caller);
  throw new Refusal('session.required');
}

/** Clears that count after a correct try. */
export const forgetGuesses = (
  { throttle }: GuessParts,
  caller: Caller,
  at: Secret,
): Promise<void> => throttle.clear(keyOf(caller, at));
