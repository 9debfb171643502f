/** How often somebody may try. Keys are digests: what strangers type is not kept. */
import { hours, minutes } from '../../platform/durations.ts';
import { Refusal } from '../../platform/refusal.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { Options } from '../content/content.ts';
import { networkOf } from './rules.ts';

export interface LimitParts {
  readonly throttle: Throttle;
  readonly options: Options;
}

const keyOf = (kind: string, ...parts: string[]) =>
  `${kind}:${sha256(parts.join('\n')).toString('base64url')}`;

const loginMs = minutes(15);
const hour = hours(1);

/** Who tries to sign in, and from where. */
export interface LoginTry {
  readonly emailKey: string;
  readonly address: string;
  /** Whether the owner has signed in from there before. */
  readonly placeKnown: boolean;
}

/**
 * The count of tries for an account. Counted by e-mail whether it has an account or not; on its own for
 * a place the owner has signed in from, so that strangers can not keep the owner out.
 */
const loginKey = ({ emailKey, address, placeKnown }: LoginTry) =>
  placeKnown ? keyOf('login', emailKey, networkOf(address)) : keyOf('login', emailKey);

/** Counts a try to sign in from an address. */
export async function countLoginAddress({ throttle, options }: LimitParts, address: string) {
  const perAddress = await options.whole('throttle_login_address');
  await throttle.hit(keyOf('login address', networkOf(address)), perAddress, loginMs);
}

/** Counts a try to sign in to an account. */
export async function countLogin(parts: LimitParts, login: LoginTry) {
  await countLoginAddress(parts, login.address);
  const perAccount = await parts.options.whole('throttle_login_account');
  await parts.throttle.hit(loginKey(login), perAccount, loginMs);
}

/** Forgets the tries for an account once its owner is in. */
export function forgetLogins({ throttle }: LimitParts, login: LoginTry): Promise<void> {
  return throttle.clear(loginKey(login));
}

/** Counts a try to prove by password that a signed-in member is who they are. */
export async function countChallenge({ throttle, options }: LimitParts, memberId: string) {
  const limit = await options.whole('throttle_login_account');
  await throttle.hit(keyOf('challenge', memberId), limit, loginMs);
}

export function forgetChallenges({ throttle }: LimitParts, memberId: string): Promise<void> {
  return throttle.clear(keyOf('challenge', memberId));
}

export async function countRegistration({ throttle, options }: LimitParts, address: string) {
  const limit = await options.whole('throttle_registration_address');
  await throttle.hit(keyOf('registration address', networkOf(address)), limit, hour);
}

export async function countForgot({ throttle, options }: LimitParts, key: string, address: string) {
  const perAddress = await options.whole('throttle_forgot_address');
  const perAccount = await options.whole('throttle_forgot_account');
  await throttle.hit(keyOf('forgot address', networkOf(address)), perAddress, hour);
  await throttle.hit(keyOf('forgot', key), perAccount, hour);
}

/** Counts a mail somebody makes us send to an address; refuses when it had enough of them. */
export async function countMail({ throttle, options }: LimitParts, key: string): Promise<void> {
  await throttle.hit(keyOf('mail', key), await options.whole('throttle_mail_account'), hour);
}

/** Like `countMail`, but says it quietly, where an answer must not show it. */
export async function mayMail(parts: LimitParts, key: string): Promise<boolean> {
  try {
    await countMail(parts, key);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
