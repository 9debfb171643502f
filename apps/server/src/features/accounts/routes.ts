import * as accounts from '@giftlane/contract/accounts.ts';
import type { Input } from '@giftlane/contract/call.ts';
import { text } from '@giftlane/contract/messages.ts';
import * as z from 'zod';
import { balanceOf, walletOf } from '../../ledger/ledger.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db.ts';
import type { Context, Http } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { Options } from '../content/content.ts';
import type { NewMember } from './accounts.ts';
import { changePassword } from './change-password.ts';
import { findMember, flipUseWallet } from './queries.ts';
import { forgetPassword, requireResetToken, resetPassword, verifyEmail } from './recovery.ts';
import { register, resendVerification } from './registration.ts';
import { toUser } from './rules.ts';
import type { Sessions } from './sessions.ts';
import { signIn } from './sign-in.ts';

export interface AccountParts {
  readonly db: Db;
  readonly config: Pick<Config, 'passwordCost'>;
  readonly throttle: Throttle;
  readonly options: Options;
  readonly sessions: Sessions;
}

type Registration = Input<typeof accounts.register>['body'];

/** Google's fields are part of the call; until its sign-in exists they have to be empty. */
function refuseGoogle(body: Registration): void {
  const field = body.sGoogleToken ? 'sGoogleToken' : 'sGoogleId';
  if (!body[field]) return;
  const message = text('auth.google.unavailable');
  throw new z.ZodError([{ code: 'custom', path: [field], message, input: undefined }]);
}

function newMember(body: Registration): NewMember {
  return {
    email: body.sEmail,
    firstName: body.sFirstName,
    lastName: body.sLastName,
    fullName: body.sFullName,
    mobile: body.sMobileNumber,
    dialCode: body.sCountryCode,
    country: { code: body.oCountry.value, name: body.oCountry.label },
    currency: body.eCurrency,
  };
}

async function userOf(db: Db, memberId: string): Promise<accounts.User> {
  const member = await findMember(db, memberId);
  if (!member) throw new Refusal('session.required');
  return toUser(member, await balanceOf(db, walletOf(member.id, member.currency)));
}

const tokenOf = ({ request }: Context) =>
  (request.headers.authorization ?? '').replace(/^Bearer /i, '');

/** Tokens travel in these: nobody between us and the browser keeps a copy. */
const noStore = ({ reply }: Context) => reply.header('cache-control', 'no-store');

/** Serves registration, sign-in, links of mails, and the member's own data. */
export function accountRoutes(http: Http, parts: AccountParts): void {
  addMemberRoutes(http, parts);
  addMailRoutes(http, parts);

  http.route(accounts.register, async ({ body }, { address }) => {
    refuseGoogle(body);
    await register(parts, newMember(body), { password: body.sPassword, address });
    return { data: null, message: text('notice.registered') };
  });

  http.route(accounts.login, async ({ body }, context) => {
    const { address } = context;
    const { sEmail: email, sPassword: password } = body;
    const { memberId, token } = await signIn(parts, { email, password, address });
    // A token that was still carried is replaced, not joined (AUTH-22).
    const old = tokenOf(context);
    if (old !== '') await parts.sessions.revoke(old);
    noStore(context);
    const data = await userOf(parts.db, memberId);
    return { data, message: text('notice.signedIn'), extras: { Authorization: token } };
  });
}

function addMemberRoutes(http: Http, parts: AccountParts): void {
  const { db, sessions } = parts;

  http.route(accounts.myProfile, async (_, { caller }) => ({
    data: await userOf(db, caller.memberId),
  }));

  http.route(accounts.logout, async (_, context) => {
    await sessions.revoke(tokenOf(context));
    return { data: null, message: text('notice.signedOut') };
  });

  http.route(accounts.changePassword, async ({ body }, { caller }) => {
    const { sOldPassword: old, sNewPassword: password } = body;
    await changePassword(parts, { memberId: caller.memberId, old, password });
    return { data: null, message: text('notice.passwordChanged') };
  });

  http.route(accounts.resendVerification, async (_, { caller }) => {
    await resendVerification(parts, caller.memberId);
    return { data: null, message: text('notice.verificationSent') };
  });

  http.route(accounts.updateUseWallet, async (_, { caller }) => {
    await db.tx((tx) => flipUseWallet(tx, caller.memberId));
    return { data: await userOf(db, caller.memberId) };
  });
}

function addMailRoutes(http: Http, parts: AccountParts): void {
  const { db } = parts;

  http.route(accounts.verifyEmail, async ({ params }, context) => {
    noStore(context);
    await verifyEmail(db, params.token);
    return { data: null, message: text('notice.verified') };
  });

  http.route(accounts.forgotPassword, async ({ body }, { address }) => {
    await forgetPassword(parts, { email: body.sEmail, address });
    return { data: null, message: text('notice.forgot') };
  });

  http.route(accounts.checkResetToken, async ({ params }, context) => {
    noStore(context);
    await requireResetToken(db, params.token);
    return { data: null };
  });

  http.route(accounts.resetPassword, async ({ params, body }) => {
    await resetPassword(parts, { token: params.token, password: body.sNewPassword });
    return { data: null, message: text('notice.passwordReset') };
  });
}
