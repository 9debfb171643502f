import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { throttleKey } from '../../../platform/limits/throttle.ts';
import { type LimitParts, loginMs } from '../limits.ts';
import { decoyHash, knownMember, verifyPassword } from '../passwords/passwords.ts';
import { passwordHashOf } from '../queries.ts';
import { countGuess, forgetGuesses } from './guesses.ts';

/**
 * Checks the member's password. Refuses `account.wrong_password`, and `request.throttled` when too many hashes
 * wait. Takes no transaction: no lock may be held while a hash waits. Counts no tries; `challenge` does.
 */
export async function checkPassword(db: Db, memberId: string, password: string): Promise<void> {
  const encoded = await passwordHashOf(db, memberId);
  const fits = await verifyPassword(
    encoded ?? decoyHash('production'),
    password,
    knownMember(memberId),
  );
  if (!encoded || !fits) throw new Refusal('account.wrong_password');
}

/**
 * Like `checkPassword`, with as few tries as a sign-in has: for what a stolen session must not reach by
 * guessing, such as the download of codes. Further guesses end the session (`session.required`).
 */
export async function challenge(
  parts: LimitParts & { readonly db: Db },
  caller: Caller,
  password: string,
): Promise<void> {
  const { memberId, sessionId } = caller;
  // Counted per session, so that tries in a stolen one do not lock out the others.
  const key = throttleKey('challenge', sessionId);
  await parts.throttle.hit(key, await parts.options.whole('throttle_login_account'), loginMs);
  await countGuess(parts, caller, 'password');
  await checkPassword(parts.db, memberId, password);
  await Promise.all([parts.throttle.clear(key), forgetGuesses(parts, caller, 'password')]);
}
