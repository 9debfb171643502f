import type { Security } from '@giftlane/contract/members/security.ts';
import * as calls from '@giftlane/contract/members/security.ts';
import * as sessionCalls from '@giftlane/contract/members/sessions.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Caller, Http } from '../../platform/http/http.ts';
import { needMember } from './acting.ts';
import { dropChangeAskedIn } from './email/email-change-queries.ts';
import {
  proveByCode,
  proveByPasskey,
  proveOptions,
  signInByCode,
  signInByPasskey,
} from './factors/come-in.ts';
import { countRecoveryCodes, findTotp, methodsOf, passkeysOf } from './factors/factor-queries.ts';
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmApp,
  type FactorParts,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from './factors/factors.ts';
import { signOptions } from './factors/passkeys.ts';
import { lockAccount, unlockAccount } from './freeze/lock.ts';
import { lockStateOf } from './freeze/lock-queries.ts';
import { unlinkGoogle } from './google/google.ts';
import type { Welcome } from './google/google-routes.ts';
import { hasIdentity } from './google/identity-queries.ts';
import { lockMember, passwordHashOf } from './queries.ts';
import { isProven } from './sessions/proof-queries.ts';
import { endOtherSessions, endSessions, sessionsOf } from './sessions/session-queries.ts';
import type { Sessions } from './sessions/sessions.ts';
import { pageOfSignIns } from './sessions/sign-in-queries.ts';
import { visitOf } from './sessions/visit.ts';

type SecurityParts = FactorParts & {
  readonly sessions: Sessions;
  readonly config: { readonly countryHeader: string };
};

const time = (at: Date | null) => at?.toISOString() ?? null;

async function securityOf(db: Db, { memberId, sessionId }: Caller): Promise<Security> {
  const [password, google, totp, passkeys, codes, lock, proven, methods] = await Promise.all([
    passwordHashOf(db, memberId),
    hasIdentity(db, memberId),
    findTotp(db, memberId),
    passkeysOf(db, memberId),
    countRecoveryCodes(db, memberId),
    lockStateOf(db, memberId),
    isProven(db, sessionId),
    methodsOf(db, memberId),
  ]);
  return {
    bPassword: password !== undefined,
    bGoogle: google,
    oTotp: totp?.confirmedAt ? { dCreatedAt: totp.confirmedAt.toISOString() } : null,
    aPasskeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      _id: id,
      sName: name,
      dCreatedAt: createdAt.toISOString(),
      dLastUsedAt: time(lastUsedAt),
    })),
    nRecoveryCodes: codes,
    dLockedAt: time(lock.lockedAt),
    dUnlocksAt: time(lock.unlocksAt),
    bProven: proven,
    aMethods: methods,
  };
}

/**
 * The routes of the account's security: factors, sessions, the owner's freeze, and the second step of signing
 * in.
 */
export function securityRoutes(http: Http, parts: SecurityParts, welcome: Welcome): void {
  const { db } = parts;
  factorRoutes(http, parts);
  sessionRoutes(http, parts);

  http.route(calls.showSecurity, async (_, { caller }) => ({ data: await securityOf(db, caller) }));

  http.route(calls.lockAccount, async (_, { caller }) => {
    await lockAccount(parts, caller);
    return { data: await securityOf(db, caller), message: text('notice.locked') };
  });

  http.route(calls.unlockAccount, async ({ body }, { caller }) => {
    await unlockAccount(parts, caller, body.sPassword);
    const data = await securityOf(db, caller);
    return { data, message: text(data.dLockedAt ? 'notice.unlocking' : 'notice.unlocked') };
  });

  http.route(calls.signInFactor, async ({ body }, context) => {
    const visit = visitOf(context.request, parts.config.countryHeader);
    const { sChallenge: challenge, sCode: code } = body;
    const opened = await signInByCode(parts, { challenge, code, visit });
    return welcome(context, opened, text('notice.signedIn'));
  });

  http.route(calls.signInPasskeyOptions, async () => ({
    data: await signOptions(parts, 'sign in'),
  }));

  http.route(calls.signInPasskey, async ({ body }, context) => {
    const visit = visitOf(context.request, parts.config.countryHeader);
    const { oCredential: signed, sChallenge: challenge = '' } = body;
    const opened = await signInByPasskey(parts, { signed, challenge, visit });
    return welcome(context, opened, text('notice.signedIn'));
  });
}

function factorRoutes(http: Http, parts: SecurityParts): void {
  const { db } = parts;

  http.route(calls.unlinkGoogle, async (_, { caller }) => {
    await unlinkGoogle(db, caller);
    return { data: null, message: text('notice.googleUnlinked') };
  });

  http.route(calls.proveCode, async ({ body }, { caller }) => {
    await proveByCode(parts, caller, body.sCode);
    return { data: null };
  });

  http.route(calls.provePasskeyOptions, async (_, { caller }) => ({
    data: await proveOptions(parts, caller),
  }));

  http.route(calls.provePasskey, async ({ body }, { caller }) => {
    await proveByPasskey(parts, caller, body.oCredential);
    return { data: null };
  });

  http.route(calls.beginTotp, async (_, { caller }) => {
    const { email } = await needMember(db, caller.memberId);
    const { secret, uri } = await beginTotp(parts, caller, email);
    return { data: { sSecret: secret, sUri: uri } };
  });

  http.route(calls.confirmTotp, async ({ body }, { caller }) => {
    const codes = await confirmApp(parts, caller, body.sCode);
    return { data: { aRecoveryCodes: codes }, message: text('notice.totpAdded') };
  });

  http.route(calls.removeTotp, async (_, { caller }) => {
    await removeApp(parts, caller);
    return { data: null, message: text('notice.totpRemoved') };
  });

  http.route(calls.addPasskeyOptions, async (_, { caller }) => {
    const { email, fullName } = await needMember(db, caller.memberId);
    return { data: await beginPasskey(parts, caller, { email, name: fullName }) };
  });

  http.route(calls.addPasskey, async ({ body }, { caller }) => {
    const passkey = { name: body.sName, made: body.oCredential };
    const codes = await addPasskey(parts, caller, passkey);
    return { data: { aRecoveryCodes: codes }, message: text('notice.passkeyAdded') };
  });

  http.route(calls.removePasskey, async ({ body }, { caller }) => {
    await removePasskey(parts, caller, body.sId);
    return { data: null, message: text('notice.passkeyRemoved') };
  });

  http.route(calls.renewRecoveryCodes, async (_, { caller }) => ({
    data: { aRecoveryCodes: await renewRecoveryCodes(parts, caller) },
  }));
}

/** Sessions listed at most: more than anybody looks through. */
const mostSessions = 100;

function sessionRoutes(http: Http, { db, sessions }: SecurityParts): void {
  http.route(sessionCalls.listSessions, async (_, { caller }) => ({
    data: (await sessionsOf(db, caller.memberId, mostSessions)).map((session) => ({
      _id: session.id,
      bCurrent: session.id === caller.sessionId,
      sDevice: session.device,
      sPlace: session.place,
      eOpenedBy: session.openedBy,
      dCreatedAt: session.createdAt.toISOString(),
      dLastSeenAt: session.lastSeenAt.toISOString(),
      dEndsAt: session.endsAt.toISOString(),
    })),
  }));

  http.route(sessionCalls.endSessions, async ({ body }, { caller }) => {
    const { memberId, sessionId } = caller;
    const ended = await db.tx(async (tx) => {
      await lockMember(tx, memberId);
      // An address asked for in an ended session must not take effect.
      await dropChangeAskedIn(tx, memberId, { ended: body.sId, kept: sessionId });
      return body.sId === undefined
        ? endOtherSessions(tx, memberId, sessionId)
        : endSessions(tx, memberId, body.sId);
    });
    sessions.forget(memberId);
    return { data: { nEnded: ended }, message: text('notice.sessionsEnded') };
  });

  http.route(sessionCalls.listSignIns, async ({ query }, { caller }) => {
    const { signIns, total } = await pageOfSignIns(db, caller.memberId, query);
    return {
      data: signIns.map((signIn) => ({
        _id: signIn.id,
        eOpenedBy: signIn.openedBy,
        eFactor: signIn.factor,
        bNewDevice: signIn.newDevice,
        sDevice: signIn.device,
        sPlace: signIn.place,
        dCreatedAt: signIn.createdAt.toISOString(),
      })),
      extras: { totalCount: total },
    };
  });
}
