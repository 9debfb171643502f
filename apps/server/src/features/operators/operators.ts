/** The public interface of operators: who works in the back office, and how they sign in. */
import {
  builtInRoles,
  type Permission,
  permissions,
} from '@giftlane/contract/office/permissions.ts';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Operator } from '../../platform/http/http.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { type KeyRing, newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import { newTotp } from '../../platform/secrets/totp.ts';
import { totpIdentity, totpName } from './invitations.ts';
import {
  findSession,
  insertOperator,
  insertSession,
  putInvitation,
  touchSession,
} from './queries.ts';

/** A session ends when it was not used for so long, and a working day after it began. */
const sessionEnds = { idleMs: minutes(30), longestMs: hours(12) };
const invitationDays = 7;

/**
 * Adds an operator and returns the token of an invitation, by which they set password and authenticator app within a
 * week; undefined when the e-mail has an account.
 */
export async function addOperator(
  tx: Tx,
  keys: KeyRing,
  { email, role }: { email: string; role: string },
): Promise<{ id: string; token: string } | undefined> {
  const id = newId('opr');
  if (!(await insertOperator(tx, { id, email, role }))) return undefined;
  const token = newToken();
  const { sealed } = newTotp(keys, totpIdentity(id), totpName(email));
  await putInvitation(tx, {
    hash: tokenHash(token),
    operatorId: id,
    totpSecret: sealed,
    days: invitationDays,
  });
  return { id, token };
}

const isPermission = (name: string): name is Permission =>
  (permissions as readonly string[]).includes(name);

/** The permissions of a role: the program's, or the stored ones of an own role. */
function permissionsOf(role: string, own: readonly string[] | null): readonly Permission[] {
  const builtIn: Readonly<Record<string, readonly Permission[]>> = builtInRoles;
  return builtIn[role] ?? own?.filter(isPermission) ?? [];
}

/** `__Host-` ties the cookie to this host and to https; a browser refuses it without https. */
export const cookieName = (secure: boolean) => (secure ? '__Host-office' : 'office');

/** The token of a request's session cookie; empty without one. */
export function sessionToken({ headers }: FastifyRequest, secure: boolean): string {
  const name = `${cookieName(secure)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) ?? '';
}

/** Finds the operator of a request, for the HTTP server of the office. */
export const operatorFinder =
  (db: Db, secure: boolean) =>
  async (request: FastifyRequest): Promise<Operator | undefined> => {
    const token = sessionToken(request, secure);
    return token === '' ? undefined : findOperator(db, tokenHash(token));
  };

/** The operator of a session; undefined when it has ended. */
export async function findOperator(db: Db, hash: Buffer): Promise<Operator | undefined> {
  const found = await findSession(db, hash, sessionEnds);
  if (!found) return undefined;
  if (found.stale) await touchSession(db, hash);
  const { id, sessionId, email, name, role, ownPermissions } = found;
  return {
    operatorId: id,
    sessionId,
    email,
    name,
    role,
    permissions: new Set(permissionsOf(role, ownPermissions)),
  };
}

/** Opens a session and returns its token. */
export async function openOperatorSession(tx: Tx, operatorId: string): Promise<string> {
  const token = newToken();
  await insertSession(tx, { hash: tokenHash(token), id: newId('ses'), operatorId });
  return token;
}
