/** Rate limits of accounts. Keys are digests, so that what strangers type is not stored. */

import { networkOf } from '../../platform/http/network.ts';
import {
  hitFrom,
  type Throttle,
  throttleKey,
  withinLimit,
} from '../../platform/limits/throttle.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import type { Options } from '../content/content.ts';
import { emailKey } from './names-and-phones.ts';

export interface LimitParts {
  readonly throttle: Throttle;
  readonly options: Options;
}

export const loginMs = minutes(15);
const hour = hours(1);

/** A try to sign in: the account and the client. */
export interface LoginTry {
  readonly emailKey: string;
  readonly address: string;
  /** Whether the owner has signed in from this network before. */
  readonly placeKnown: boolean;
  /** The browser's number (`device.ts`), if the owner has signed in with it before. */
  readonly device: string | undefined;
}

/**
 * The key that counts tries for an account, by e-mail whether an account exists or not. A browser or network
 * the owner has signed in from has a count of its own, so that strangers can not lock the owner out.
 */
function loginKey({ emailKey, address, placeKnown, device }: LoginTry): string {
  if (device !== undefined) return throttleKey('login', emailKey, device);
  if (placeKnown) return throttleKey('login', emailKey, networkOf(address));
  return throttleKey('login', emailKey);
}

/** Counts a sign-in try by network. */
export async function countLoginAddress({ throttle, options }: LimitParts, address: string) {
  const limit = await options.whole('throttle_login_address');
  await hitFrom(throttle, { kind: 'login', address, limit, windowMs: loginMs });
}

/**
 * Counts a sign-in try by account. With a browser the owner has signed in with, it counts for the account and
 * not for the network, so that others behind the same address do not lock the owner out.
 */
export async function countLogin(parts: LimitParts, login: LoginTry) {
  if (login.device === undefined) await countLoginAddress(parts, login.address);
  else {
    const perKnown = await parts.options.whole('throttle_login_address');
    await parts.throttle.hit(throttleKey('login known', login.emailKey), perKnown, loginMs);
  }
  const perAccount = await parts.options.whole('throttle_login_account');
  await parts.throttle.hit(loginKey(login), perAccount, loginMs);
}

/** Clears the tries for an account after a successful sign-in. */
export function forgetLogins({ throttle }: LimitParts, login: LoginTry): Promise<void> {
  return throttle.clear(loginKey(login));
}

/**
 * Clears strangers' tries at an account, once its owner has shown to read its mails, so that those tries do not
 * lock the owner out.
 */
export function forgetStrangers({ throttle }: LimitParts, emailKey: string): Promise<void> {
  return throttle.clear(throttleKey('login', emailKey));
}

/** Counts a registration by network. */
export async function countRegistration({ throttle, options }: LimitParts, address: string) {
  const limit = await options.whole('throttle_registration_address');
  await hitFrom(throttle, { kind: 'registration', address, limit, windowMs: hour });
}

/** Counts a request for a reset link, by network and by account. */
export async function countForgot({ throttle, options }: LimitParts, key: string, address: string) {
  const limit = await options.whole('throttle_forgot_address');
  const perAccount = await options.whole('throttle_forgot_account');
  await hitFrom(throttle, { kind: 'forgot', address, limit, windowMs: hour });
  await throttle.hit(throttleKey('forgot', key), perAccount, hour);
}

/** Kinds of mails with separate limits, so that strangers who cause one kind do not use up another. */
export type MailKind =
  | 'verification'
  | 'new_address'
  | 'known'
  | 'google_link'
  | 'password_changed'
  | 'email_asked'
  | 'signed_in'
  | 'sent'
  | 'received'
  | 'unread'
  | `notice_${string}`;

const mailKey = (kind: MailKind, key: string) => throttleKey(`mail ${kind}`, key);

/** Counts a mail to an address that a request causes; refuses beyond the limit of its kind. */
export async function countMail(
  { throttle, options }: LimitParts,
  kind: MailKind,
  key: string,
): Promise<void> {
  await throttle.hit(mailKey(kind, key), await options.whole('throttle_mail_account'), hour);
}

/**
 * Sends a mail from a job, within the hourly limit of its kind, since others or a member in a loop can cause it
 * repeatedly; beyond the limit it is skipped. Counted after sending, so that a retried mail counts once.
 */
export async function mailWithin(
  parts: LimitParts,
  { kind, to }: { kind: MailKind; to: string },
  mail: () => Promise<unknown>,
): Promise<void> {
  const key = emailKey(to);
  const limit = await parts.options.whole('throttle_mail_account');
  if (!(await withinLimit(parts.throttle.check(mailKey(kind, key), limit, hour)))) return;
  await mail();
  await mayMail(parts, kind, key);
}

/** Counts a change by a member: each sends a mail or two. */
export async function countChange(
  { throttle, options }: LimitParts,
  of: 'password' | 'email',
  memberId: string,
): Promise<void> {
  const limit = await options.whole('throttle_mail_account');
  await throttle.hit(throttleKey(`${of} change`, memberId), limit, hour);
}

/** Like `countMail`, but returns whether the mail is within the limit, for replies that must not show it. */
export const mayMail = (parts: LimitParts, kind: MailKind, key: string): Promise<boolean> =>
  withinLimit(countMail(parts, kind, key));
