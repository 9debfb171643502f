/** Who may enter a route. Used as loaders, so that nothing of a closed page is ever drawn. */

import { Unreachable } from '@giftlane/client/api-error.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { readPendingItem, rememberPath } from './remembered.ts';
import { currentMember, isKeptReader, isUnknown } from './session.ts';

type Loaded = object | null;
type MemberLoader = (member: User, args: LoaderFunctionArgs) => Loaded | Promise<Loaded>;

/**
 * Members only: a visitor goes to sign in, and comes back afterwards (ROUTE-40, ROUTE-41). Whom no server could
 * name stays where they are, and reads that there is none.
 */
export function requireMember(load: MemberLoader = () => null) {
  return async (args: LoaderFunctionArgs): Promise<Loaded> => {
    const member = await currentMember();
    if (member) return load(member, args);
    if (isUnknown()) throw new Unreachable();
    const { pathname, search } = new URL(args.request.url);
    rememberPath(pathname + search);
    throw redirect('/auth');
  };
}

/** As above; without a network also for whoever was a member before it was lost, to read what is kept. */
export async function requireReader(args: LoaderFunctionArgs): Promise<Loaded> {
  return (await isKeptReader()) ? null : requireMember()(args);
}

/** Visitors only: a member goes on to where they were heading (OPEN-01). */
export async function requireVisitor(): Promise<null> {
  if (await currentMember()) throw redirect(readPendingItem() ? '/gift-cards' : '/');
  return null;
}
