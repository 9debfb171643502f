import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { seconds } from '../../../platform/process/durations.ts';
import type { Log } from '../../../platform/process/log.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { newToken, tokenHash } from '../../../platform/secrets/secrets.ts';
import type { IdentityKey } from '../google/identity-queries.ts';
import {
  deleteSession,
  findSession,
  insertPasskeySession,
  insertSession,
  type Opening,
  touchSession,
} from './session-queries.ts';
import { noVisit, type Visit } from './visit.ts';

export interface Sessions {
  /**
   * The caller of a session token; undefined when it is unknown, expired or revoked. Cached for a second;
   * revocations in this process apply at once.
   */
  authenticate(token: string): Promise<Caller | undefined>;
  /** Ends the session of a token; no error without one. */
  revoke(token: string): Promise<void>;
  /** Drops a member from the cache, after a transaction has ended their sessions. */
  forget(memberId: string): void;
}

const rememberedMs = seconds(1);
const rememberedAtMost = 10_000;

interface Known {
  readonly caller: Caller;
  readonly untilMs: number;
}

/** Authenticates session tokens, with a cache of one second; make one per process. */
export function makeSessions(db: Db, log: Log): Sessions {
  const known = new Map<string, Known>();
  // Incremented by every revocation, so that a look-up begun before it is not cached after it.
  let generation = 0;

  const remember = (key: string, entry: Known) => {
    known.delete(key);
    const oldest = known.size >= rememberedAtMost ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, entry);
  };
  const forgetWhere = (gone: (key: string, caller: Caller) => boolean) => {
    generation += 1;
    for (const [key, { caller }] of known) if (gone(key, caller)) known.delete(key);
  };

  const lookUp = async (hash: Buffer, key: string): Promise<Caller | undefined> => {
    const began = { generation, atMs: performance.now() };
    const session = await findSession(db, hash);
    if (!session) return undefined;
    const { memberId, sessionId } = session;
    const caller = { memberId, sessionId };
    if (session.stale)
      touchSession(db, hash).catch((error: unknown) =>
        log.warn({ err: error }, 'a session could not be prolonged; the next request tries again'),
      );
    if (generation === began.generation)
      remember(key, { caller, untilMs: began.atMs + rememberedMs });
    return caller;
  };

  return {
    async authenticate(token) {
      const hash = tokenHash(token);
      const key = hash.toString('base64');
      const found = known.get(key);
      return found && performance.now() < found.untilMs ? found.caller : lookUp(hash, key);
    },
    async revoke(token) {
      const hash = tokenHash(token);
      await deleteSession(db, hash);
      const key = hash.toString('base64');
      forgetWhere((other) => other === key);
    },
    forget(memberId) {
      forgetWhere((_, caller) => caller.memberId === memberId);
    },
  };
}

/**
 * A new session with its token. While it waits for a second factor, the token is only the challenge of that
 * step.
 */
export interface OpenedSession extends Opening {
  readonly token: string;
  readonly sessionId: string;
}

function newSession(memberId: string, visit: Visit) {
  const token = newToken();
  return { token, session: { hash: tokenHash(token), id: newId('ses'), memberId, visit } };
}

/**
 * Opens a session for a member whose password has just matched `passwordHash`; if they have a second factor,
 * the session waits for it. Undefined when the password has changed since, or the account is closed.
 */
export async function openSession(
  tx: Tx,
  { memberId, passwordHash }: { memberId: string; passwordHash: string },
  visit: Visit = noVisit,
): Promise<OpenedSession | undefined> {
  const { token, session } = newSession(memberId, visit);
  const opening = await insertSession(tx, session, { by: 'password', passwordHash });
  return opening && { ...opening, token, sessionId: session.id };
}

/**
 * Opens a session for the member an identity is linked to or, without `identity`, who has followed a mailed
 * link. Lock the member first, so that nothing unlinks the identity meanwhile. Undefined when the identity is
 * not theirs, or the account is closed.
 */
export async function openIdentitySession(
  tx: Tx,
  memberId: string,
  identity: IdentityKey | undefined,
  visit: Visit,
): Promise<OpenedSession | undefined> {
  const { token, session } = newSession(memberId, visit);
  const opening = await insertSession(tx, session, { by: 'google', identity });
  return opening && { ...opening, token, sessionId: session.id };
}

/** Opens a session for a member whose passkey has signed; no other factor is needed. */
export async function openPasskeySession(
  tx: Tx,
  memberId: string,
  visit: Visit,
): Promise<OpenedSession> {
  const { token, session } = newSession(memberId, visit);
  await insertPasskeySession(tx, session);
  return { waits: false, token, sessionId: session.id };
}
