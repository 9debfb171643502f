/** What follows a successful login: the session, the pending item, the way back (OPEN-02). */

import { type Answer, send } from '@giftlane/client/api.ts';
import { ApiError, isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { loginSchema } from '@giftlane/contract/members/accounts.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { addCard, cartPath, readCartAnew } from '../../rooms/checkout/cart.ts';
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

/** Adds the card a visitor chose before signing in; true if it is in the cart. Forgotten first, so never added twice. */
async function addPendingItem(): Promise<boolean> {
  const item = readPendingItem();
  forgetPendingItem();
  if (!item) return false;
  const added = await addCard(item).then(
    () => true,
    (error: unknown) => {
      toast.failure(messageOf(error)); // Such as another currency in the cart.
      return false;
    },
  );
  await readCartAnew(queryClient);
  return added;
}

/** Sends the token of a verification link opened before signing in. Not awaited, and its failure is not shown. */
function sendOpenedLink(): void {
  const token = takeOpenedLink();
  if (!token) return;
  const params = { token };
  send('GET /mail/verification/{token}', { params }).catch(() => undefined);
}

/** The refusal will not change: the member is not new, or the code is unknown. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && [400, 404, 409].includes(error.status);

/** Sends the code of the friend's link by which a new member came. Not awaited, and its failure is not shown. */
function sendFriendCode(): void {
  const sCode = friendCode();
  if (!sCode) return;
  send('POST /points/friend', { body: { sCode } }).then(forgetFriend, (error: unknown) => {
    if (isFinal(error)) forgetFriend();
  });
}

/** The answer of every call that signs in. */
type Entrance = Pick<Answer<'POST /login'>, 'authorization' | 'data' | 'message'>;

/** Begins the session and returns the path to go to: for a new member with a chosen card the cart. */
export async function enter(
  { authorization, data }: Entrance,
  { isNew = false } = {},
): Promise<string> {
  signIn(authorization, data);
  sendOpenedLink();
  sendFriendCode();
  forgetGooglePerson();
  const landing = landingAfterLogin(readPath(), readPendingItem());
  forgetPath();
  return (await addPendingItem()) && isNew ? cartPath : landing;
}

/** The same, and shows the answer's message. */
export async function enterAndTell(entrance: Entrance): Promise<string> {
  const path = await enter(entrance);
  toast.success(entrance.message);
  return path;
}

/** The state of the route `/auth/second-step`. */
export interface SecondStep {
  sChallenge: string;
  aMethods: string[];
}

/** The second step that a refusal asks for; undefined for every other failure. */
const secondStepOf = (error: unknown): SecondStep | undefined =>
  isRefusal(error, 'session.factor_needed') ? (error.data as SecondStep) : undefined;

/** Signs in by e-mail and password, and returns the path to go to. */
export async function signInWith(
  values: z.output<typeof loginSchema>,
  how?: { isNew: boolean },
): Promise<string> {
  return enter(await send('POST /login', { body: values }), how);
}

/**
 * Runs a sign-in and goes to the path it returns, or to the second step where one is asked for. Every other failure
 * is thrown.
 */
export function useSignIn() {
  const navigate = useNavigate();
  return async (act: () => Promise<string>, { replace = false } = {}): Promise<void> => {
    try {
      await navigate(await act(), { replace: true });
    } catch (error) {
      const state = secondStepOf(error);
      if (!state) throw error;
      await navigate('/auth/second-step', { state, replace });
    }
  };
}
