/** The public interface of operators: who works in the back office, and how they sign in. */
import type { Role } from '@giftlane/contract/office/permissions.ts';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Operator } from '../../platform/http/http.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { type KeyRing, newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import { offerInvitation } from './invitations.ts';
import {
  findByEmail,
  findOperatorSession,
  insertOperator,
  insertOperatorSession,
  openAmong,
  type Place,
  touchOperatorSession,
} from './queries.ts';
import { permissionsOf } from './staff.ts';

export { invitationLink, operatorJobs } from './jobs.ts';
export { findByEmail as openOperator, operatorNaming } from './queries.ts';
export { addReadyOperators, type ReadyOperator, signsInWith } from './ready.ts';
export { requireOperatorCode } from './require-code.ts';
export { closeOperator } from './staff.ts';

/** A session ends when it was not used for so long, and a working day after it began. */
export const sessionEnds = { idleMs: minutes(30), longestMs: hours(12) };

/** Makes an invitation, in place of earlier ones, and returns its token. */
async function invite(tx: Tx, keys: KeyRing, { id, email }: { id: string; email: string }) {
  const token = newToken();
  await offerInvitation(tx, keys, { id, email, token });
  return token;
}

/**
 * Adds an operator and returns the token of an invitation, by which they set password and authenticator app within a
 * week; undefined when the e-mail has an account, also a closed one.
 */
export async function addOperator(
  tx: Tx,
  keys: KeyRing,
  { email, role }: { email: string; role: Role },
): Promise<string | undefined> {
  const id = newId('opr');
  return (await insertOperator(tx, { id, email, role }))
    ? invite(tx, keys, { id, email })
    : undefined;
}

/**
 * Invites an operator again, who lost the link, the password or the app; undefined without an open account. Until they
 * accept, they sign in as before.
 */
export async function inviteAgain(
  tx: Tx,
  keys: KeyRing,
  email: string,
): Promise<string | undefined> {
  const found = await findByEmail(tx, email);
  return found && invite(tx, keys, found);
}

/** `__Host-` ties the cookie to this host and to https; a browser refuses it without https. */
export const cookieName = (secure: boolean) => (secure ? '__Host-office' : 'office');

/** The token of a request's session cookie; empty without one. */
function sessionToken({ headers }: FastifyRequest, secure: boolean): string {
  const name = `${cookieName(secure)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) ?? '';
}

/** Finds the operator of a request, for the HTTP server of the office. */
export const operatorFinder =
  (db: Db, secure: boolean) =>
  async (request: FastifyRequest): Promise<Operator | undefined> => {
    const token = sessionToken(request, secure);
    // A page that refreshes itself while nobody is at it is no use of the session.
    const used = request.headers['x-idle'] === undefined;
    return token === '' ? undefined : findOperator(db, tokenHash(token), used);
  };

/** The operator of a session; undefined when it has ended. */
export async function findOperator(
  db: Db,
  hash: Buffer,
  used = true,
): Promise<Operator | undefined> {
  const found = await findOperatorSession(db, hash, sessionEnds);
  if (!found) return undefined;
  if (found.stale && used) await touchOperatorSession(db, hash);
  const { id, sessionId, email, name, role, roleName, granted } = found;
  return {
    operatorId: id,
    sessionId,
    email,
    name,
    role: roleName,
    permissions: new Set(permissionsOf(role, granted)),
  };
}

/** The sessions among some that have not ended; asking is no use of them. */
export const openSessions = (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  openAmong(db, ids, sessionEnds);

/** Opens a session and returns its token. */
export async function openOperatorSession(
  tx: Tx,
  operatorId: string,
  where: Place = { device: '', place: '' },
): Promise<string> {
  const token = newToken();
  const [hash, id] = [tokenHash(token), newId('ses')];
  await insertOperatorSession(tx, { hash, id, operatorId, ...where });
  return token;
}
