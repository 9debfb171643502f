/** How often somebody may try. Keys are digests: what strangers type is not kept. */

import { networkOf } from '../../platform/http/network.ts';
import {
  hitFrom,
  type Throttle,
  throttleKey,
  withinLimit,
} from '../../platform/limits/throttle.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import type { Options } from '../content/content.ts';
import { emailKey } from './rules.ts';

export interface LimitParts {
  readonly throttle: Throttle;
  readonly options: Options;
}

export const loginMs = minutes(15);
const hour = hours(1);

/** Who tries to sign in, and from where. */
export interface LoginTry {
  readonly emailKey: string;
  readonly address: string;
  /** Whether the owner has signed in from there before. */
  readonly placeKnown: boolean;
  /** The browser, if the owner has signed in with it before. */
  readonly device: string | undefined;
}

/**
 * The count of tries for an account. Counted by e-mail whether it has an account or not; on its own for
 * a browser or a place the owner has signed in from, so that strangers can not keep the owner out.
 */
function loginKey({ emailKey, address, placeKnown, device }: LoginTry): string {
  if (device !== undefined) return throttleKey('login', emailKey, device);
  if (placeKnown) return throttleKey('login', emailKey, networkOf(address));
  return throttleKey('login', emailKey);
}

/** Counts a try to sign in from an address. */
export async function countLoginAddress({ throttle, options }: LimitParts, address: string) {
  const limit = await options.whole('throttle_login_address');
  await hitFrom(throttle, { kind: 'login', address, limit, windowMs: loginMs });
}

/**
 * Counts a try to sign in to an account. A browser the owner has signed in with counts with the account and not
 * with its address, so that somebody else behind the same address does not keep it out.
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

/** Forgets the tries for an account once its owner is in. */
export function forgetLogins({ throttle }: LimitParts, login: LoginTry): Promise<void> {
  return throttle.clear(loginKey(login));
}

/**
 * Forgets what was tried at an account from anywhere, once its owner has shown to read its mails: strangers who
 * went before do not keep them out.
 */
export function forgetStrangers({ throttle }: LimitParts, emailKey: string): Promise<void> {
  return throttle.clear(throttleKey('login', emailKey));
}

/** Counts a registration from an address. */
export async function countRegistration({ throttle, options }: LimitParts, address: string) {
  const limit = await options.whole('throttle_registration_address');
  await hitFrom(throttle, { kind: 'registration', address, limit, windowMs: hour });
}

/** Counts a wish for a reset link, by address and by account. */
export async function countForgot({ throttle, options }: LimitParts, key: string, address: string) {
  const limit = await options.whole('throttle_forgot_address');
  const perAccount = await options.whole('throttle_forgot_account');
  await hitFrom(throttle, { kind: 'forgot', address, limit, windowMs: hour });
  await throttle.hit(throttleKey('forgot', key), perAccount, hour);
}

/** Mails that are counted apart, so that strangers who cause one kind do not use up another. */
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

/** Counts a mail somebody makes us send to an address; refuses when it had enough of its kind. */
export async function countMail(
  { throttle, options }: LimitParts,
  kind: MailKind,
  key: string,
): Promise<void> {
  await throttle.hit(mailKey(kind, key), await options.whole('throttle_mail_account'), hour);
}

/**
 * Sends, from a job, a mail that others or a member in a loop can cause again and again: beyond so many of its
 * kind an hour it is left out. Counted once it has gone, so that a mail which is tried again counts once.
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

/** Counts a change that a member makes: each is a mail, or two. */
export async function countChange(
  { throttle, options }: LimitParts,
  of: 'password' | 'email',
  memberId: string,
): Promise<void> {
  const limit = await options.whole('throttle_mail_account');
  await throttle.hit(throttleKey(`${of} change`, memberId), limit, hour);
}

/** Like `countMail`, but says it quietly, where an answer must not show it. */
export const mayMail = (parts: LimitParts, kind: MailKind, key: string): Promise<boolean> =>
  withinLimit(countMail(parts, kind, key));
