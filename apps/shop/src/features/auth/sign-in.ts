/** What follows a successful login: the session, the pending item, the way back (OPEN-02). */

import { type Answer, send } from '@giftlane/client/api.ts';
import { ApiError, isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { loginSchema } from '@giftlane/contract/members/accounts.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import type * as z from 'zod';
import { addCard, readCartAnew } from '../../rooms/checkout/cart.ts';
import { forgetFriend, friendCode } from '../../session/friend.ts';
import { forgetGooglePerson } from '../../session/google.ts';
import {
  forgetPath,
  forgetPendingItem,
  landingAfterLogin,
  readPath,
  readPendingItem,
  takeOpenedLink,
} from '../../session/remembered.ts';
import { signIn } from '../../session/session.ts';

/** Adds what the visitor had chosen, exactly once: it is forgotten before it is sent. Answers whether it is there. */
async function addPendingItem(): Promise<boolean> {
  const item = readPendingItem();
  forgetPendingItem();
  if (!item) return false;
  const added = await addCard(item).then(
    () => true,
    (error: unknown) => {
      toast.failure(messageOf(error)); // Another currency in the cart, for one: told and dropped.
      return false;
    },
  );
  await readCartAnew(queryClient);
  return added;
}

/**
 * Gives the link of a mail again that was opened here before: whoever signs in by it shows that they read the
 * account's mails. That alone is no reason to hold anybody up, or to say anything.
 */
function giveOpenedLink(): void {
  const token = takeOpenedLink();
  if (!token) return;
  const params = { token };
  send('GET /mail/verification/{token}', { params }).catch(() => undefined);
}

/** Refused for good: whoever signs in is no new member, or there is no such link. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && [400, 404, 409].includes(error.status);

/** Says once over whose link a new member came; holds nobody up, and says nothing. */
function giveFriendCode(): void {
  const sCode = friendCode();
  if (!sCode) return;
  send('POST /points/friend', { body: { sCode } }).then(forgetFriend, (error: unknown) => {
    if (isFinal(error)) forgetFriend();
  });
}

/** What every call that signs in answers. */
export type Entrance = Pick<Answer<'POST /login'>, 'authorization' | 'data' | 'message'>;

/** Keeps the new session and answers where to go: who is new, to the cart with what they chose. */
export async function enter(
  { authorization, data }: Entrance,
  { isNew = false } = {},
): Promise<string> {
  signIn(authorization, data);
  giveOpenedLink();
  giveFriendCode();
  forgetGooglePerson();
  const landing = landingAfterLogin(readPath(), readPendingItem());
  forgetPath();
  return (await addPendingItem()) && isNew ? '/account/cart' : landing;
}

/** Where the second step is asked for, with what it takes. */
export const secondStepPath = '/auth/second-step';

/** What the second step has to be given to, and by what. */
export interface SecondStep {
  sChallenge: string;
  aMethods: string[];
}

/** What a sign-in that needs a second step is to go on with; undefined for every other failure. */
export const secondStepOf = (error: unknown): SecondStep | undefined =>
  isRefusal(error, 'session.factor_needed') ? (error.data as SecondStep) : undefined;

/** Signs in by e-mail and password, and answers where to go. */
export async function signInWith(
  values: z.output<typeof loginSchema>,
  how?: { isNew: boolean },
): Promise<string> {
  return enter(await send('POST /login', { body: values }), how);
}
