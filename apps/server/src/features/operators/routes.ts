/** The calls of invitations and sessions of the back office. */
import type { Call } from '@giftlane/contract/call.ts';
import * as calls from '@giftlane/contract/office/session.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http, Operator } from '../../platform/http/http.ts';
import { tokenHash } from '../../platform/secrets/secrets.ts';
import { visitOf } from '../accounts/accounts.ts';
import { writeAudit } from '../audit/audit.ts';
import { acceptInvitation, requireInvitation } from './invitations.ts';
import { cookieName, findOperator, openOperatorSession, sessionEnds } from './operators.ts';
import { deleteOperatorSession, sessionsOfOperator } from './queries.ts';
import { changeOwnPassword, type OperatorSignInParts, signInOperator } from './sign-in.ts';

export interface OperatorRouteParts extends OperatorSignInParts {
  /** The office is reached by https. */
  readonly secure: boolean;
}

const shown = ({ operatorId, name, email, role, permissions }: Operator) => ({
  _id: operatorId,
  sName: name,
  sEmail: email,
  sRole: role,
  aPermissions: [...permissions],
});

/** Where a session is opened, for its owner. */
function placeOf(request: FastifyRequest) {
  const { browser, place } = visitOf(request, '');
  return { device: browser, place };
}

/** Scripts can not read the cookie, and no other site can send it. */
function setCookie(reply: FastifyReply, token: string, secure: boolean): void {
  const ends = token === '' ? '; Max-Age=0' : '';
  const flags = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${ends}`;
  reply.header('set-cookie', `${cookieName(secure)}=${token}; ${flags}`);
}

/** Serves the calls. */
export function operatorRoutes(http: Http, parts: OperatorRouteParts): void {
  const { db, secure } = parts;
  const enter = async ({ name: deed }: Call, reply: FastifyReply, token: string) => {
    const operator = await findOperator(db, tokenHash(token));
    if (!operator) throw new Error('a session that was just opened is gone');
    const { operatorId, email: actor } = operator;
    await writeAudit(db, { actor, operatorId, deed, subject: operatorId, facts: {} });
    setCookie(reply, token, secure);
    return { data: shown(operator) };
  };
  http.route(calls.showInvitation, async ({ body }) => {
    const { email, role, secret, uri } = await requireInvitation(parts, body.sToken);
    return { data: { sEmail: email, sRole: role, sSecret: secret, sUri: uri } };
  });
  http.route(calls.acceptInvitation, async ({ body }, { request, reply }) => {
    const { sToken: token, sName: name, sPassword: password, sCode: code } = body;
    const operatorId = await acceptInvitation(parts, { token, name, password, code });
    const where = placeOf(request);
    const opened = await db.tx((tx) => openOperatorSession(tx, operatorId, where));
    return enter(calls.acceptInvitation, reply, opened);
  });
  http.route(calls.signIn, async ({ body }, { request, reply, address }) => {
    const { sEmail: email, sPassword: password, sCode: code } = body;
    const proof = { email, password, code, address };
    return enter(calls.signIn, reply, await signInOperator(parts, proof, placeOf(request)));
  });
  http.route(calls.showSession, async (_, { operator }) => ({ data: shown(operator) }));
  http.route(calls.signOut, async (_, { reply, operator }) => {
    await deleteOperatorSession(db, operator);
    setCookie(reply, '', secure);
    return { data: null };
  });
  http.route(calls.listSessions, async (_, { operator }) => {
    const sessions = await sessionsOfOperator(db, operator.operatorId, sessionEnds);
    return {
      data: sessions.map(({ id, device, place, createdAt, seenAt }) => ({
        _id: id,
        bCurrent: id === operator.sessionId,
        sDevice: device,
        sPlace: place,
        dCreatedAt: createdAt.toISOString(),
        dSeenAt: seenAt.toISOString(),
      })),
    };
  });
  http.route(calls.endSession, async ({ params }, { operator: { operatorId } }) => {
    await deleteOperatorSession(db, { operatorId, sessionId: params.id });
    return { data: null };
  });
  http.route(calls.changePassword, async ({ body }, { operator, address }) => {
    const { sPassword: password, sCode: code } = body;
    await changeOwnPassword(
      parts,
      { email: operator.email, password, code, address },
      { password: body.sNewPassword, sessionId: operator.sessionId },
    );
    return { data: null };
  });
}
