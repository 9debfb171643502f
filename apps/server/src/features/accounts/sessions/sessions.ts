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
   * The caller of a token; undefined when it is unknown, expired or revoked. May answer what was true
   * up to a second ago, unless this process itself has revoked the token.
   */
  authenticate(token: string): Promise<Caller | undefined>;
  /** Ends the session of a token; harmless when there is none. */
  revoke(token: string): Promise<void>;
  /** Forgets what is remembered of a member, after their sessions were ended in a transaction. */
  forget(memberId: string): void;
}

const rememberedMs = seconds(1);
const rememberedAtMost = 10_000;

interface Known {
  readonly caller: Caller;
  readonly untilMs: number;
}

/** Finds callers by their tokens. One per process: it remembers them for a second. */
export function makeSessions(db: Db, log: Log): Sessions {
  const known = new Map<string, Known>();
  // Grows with every revocation, so that a look-up begun before it is not remembered after it.
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

/** A session that was opened, and its token; or the one that waits for a second factor, whose token is no more than that. */
export interface OpenedSession extends Opening {
  readonly token: string;
  readonly sessionId: string;
}

function newSession(memberId: string, visit: Visit) {
  const token = newToken();
  return { token, session: { hash: tokenHash(token), id: newId('ses'), memberId, visit } };
}

/**
 * Opens a session for a member whose password was just found to fit `passwordHash`; it waits where they have a
 * second factor. Undefined when the password was changed in the meantime.
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
 * The same for a member an identity is linked to, or who shows otherwise that it is theirs. The member has to be
 * locked, so that nothing unlinks the identity meanwhile. Undefined when it is not theirs.
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

/** The same for a member one of whose passkeys has signed; it waits for nothing. */
export async function openPasskeySession(
  tx: Tx,
  memberId: string,
  visit: Visit,
): Promise<OpenedSession> {
  const { token, session } = newSession(memberId, visit);
  await insertPasskeySession(tx, session);
  return { waits: false, token, sessionId: session.id };
}
