import type { Input } from '@giftlane/contract/call.ts';
import * as accounts from '@giftlane/contract/members/accounts.ts';
import * as profile from '@giftlane/contract/members/profile.ts';
import { text } from '@giftlane/texts/text.ts';
import { type Context, type Http, noStore, tokenOf } from '../../platform/http/http.ts';
import { atField, badField } from '../../platform/http/refusal.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import type { Config } from '../../platform/process/config.ts';
import type { Log } from '../../platform/process/log.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import type { IdentityProvider } from '../../providers/identity/port.ts';
import type { Options } from '../content/content.ts';
import type { NewMember } from './accounts.ts';
import { googleRoutes } from './google/google-routes.ts';
import { changePassword } from './passwords/change-password.ts';
import {
  confirmEmail,
  forgetPassword,
  requireResetToken,
  resetPassword,
  verifyEmail,
} from './passwords/recovery.ts';
import type { ProfileParts } from './profile/profile.ts';
import { profileRoutes } from './profile/profile-routes.ts';
import { showUser, type UserParts } from './profile/show-user.ts';
import { flipUseWallet } from './queries.ts';
import { register, resendVerification } from './registration.ts';
import { securityRoutes } from './security-routes.ts';
import { giveDevice } from './sessions/device.ts';
import type { Sessions } from './sessions/sessions.ts';
import { type Opened, signIn } from './sessions/sign-in.ts';
import { visitOf } from './sessions/visit.ts';

export interface AccountParts extends UserParts, Pick<ProfileParts, 'renameMember'> {
  readonly config: Pick<Config, 'passwordCost' | 'publicUrl' | 'countryHeader'>;
  readonly keys: KeyRing;
  readonly throttle: Throttle;
  readonly options: Options;
  readonly sessions: Sessions;
  /** Undefined when Google sign-in is not configured. */
  readonly identity: IdentityProvider | undefined;
  readonly log: Log;
}

/** Refusals of a new password, reported at its field. */
const chosenBadly = ['account.guessable_password', 'account.same_password'] as const;

type Registration = Input<typeof accounts.register>['body'];

/** Refuses a Google id without an ID token, which alone proves the identity. */
function refuseBareIdentity({ sGoogleId, sGoogleToken }: Registration): void {
  if (!sGoogleId || sGoogleToken) return;
  throw badField('sGoogleId', text('auth.google.tokenMissing'));
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

/** Replies with a new session. It replaces the session of a token the request carried (AUTH-22). */
const welcomeTo =
  (parts: AccountParts) =>
  async (context: Context, { memberId, token, device }: Opened, message: string) => {
    const old = tokenOf(context.request);
    if (old !== '') await parts.sessions.revoke(old);
    noStore(context.reply);
    giveDevice(context.reply, device);
    return { data: await showUser(parts, memberId), message, extras: { Authorization: token } };
  };

/** The routes of registration, sign-in, mailed links and the own profile. */
export function accountRoutes(http: Http, parts: AccountParts): void {
  addMemberRoutes(http, parts);
  addMailRoutes(http, parts);
  profileRoutes(http, parts);
  const welcome = welcomeTo(parts);
  googleRoutes(http, parts, welcome);
  securityRoutes(http, parts, welcome);

  http.route(accounts.register, async ({ body }, { address }) => {
    refuseBareIdentity(body);
    const { sPassword: password, sGoogleToken: idToken } = body;
    const registering = register(parts, newMember(body), { password, address, idToken });
    const verified = await atField('sPassword', chosenBadly, registering);
    return {
      data: null,
      message: text(verified ? 'notice.registeredVerified' : 'notice.registered'),
    };
  });

  http.route(accounts.login, async ({ body }, context) => {
    const { sEmail: email, sPassword: password } = body;
    const visit = visitOf(context.request, parts.config.countryHeader);
    const signedIn = await signIn(parts, { email, password, visit });
    return welcome(context, signedIn, text('notice.signedIn'));
  });
}

function addMemberRoutes(http: Http, parts: AccountParts): void {
  const { db, sessions } = parts;

  http.route(accounts.myProfile, async (_, { caller }) => ({
    data: await showUser(parts, caller.memberId),
  }));

  http.route(accounts.logout, async (_, { request }) => {
    await sessions.revoke(tokenOf(request));
    return { data: null, message: text('notice.signedOut') };
  });

  http.route(accounts.changePassword, async ({ body }, { caller }) => {
    const { sOldPassword: old, sNewPassword: password } = body;
    const changing = changePassword(parts, caller, { old, password });
    await atField('sNewPassword', chosenBadly, changing);
    return { data: null, message: text('notice.passwordChanged') };
  });

  http.route(accounts.resendVerification, async (_, { caller }) => {
    await resendVerification(parts, caller.memberId);
    return { data: null, message: text('notice.verificationSent') };
  });

  http.route(profile.updateUseWallet, async (_, { caller }) => {
    await db.tx((tx) => flipUseWallet(tx, caller.memberId));
    return { data: await showUser(parts, caller.memberId) };
  });
}

function addMailRoutes(http: Http, parts: AccountParts): void {
  const { db } = parts;

  http.route(accounts.verifyEmail, async ({ params }, { reply, request }) => {
    noStore(reply);
    await verifyEmail(parts, { token: params.token, session: tokenOf(request) });
    return { data: null, message: text('notice.verified') };
  });

  http.route(accounts.confirmEmail, async ({ params, body }, { request }) => {
    const visit = visitOf(request, parts.config.countryHeader);
    await confirmEmail(parts, { token: params.token, password: body.sPassword, visit });
    return { data: null, message: text('notice.verified') };
  });

  http.route(accounts.forgotPassword, async ({ body }, { address }) => {
    await forgetPassword(parts, { email: body.sEmail, address });
    return { data: null, message: text('notice.forgot') };
  });

  http.route(accounts.checkResetToken, async ({ params }, { reply }) => {
    noStore(reply);
    await requireResetToken(db, params.token);
    return { data: null };
  });

  http.route(accounts.resetPassword, async ({ params, body }, { reply }) => {
    const { token } = params;
    const resetting = resetPassword(parts, { token, password: body.sNewPassword });
    const { unlinked, device } = await atField('sNewPassword', chosenBadly, resetting);
    giveDevice(reply, device);
    const message = text(unlinked ? 'notice.passwordResetAnew' : 'notice.passwordReset');
    return { data: null, message };
  });
}
