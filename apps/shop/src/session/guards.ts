/** Loaders that restrict routes to members or visitors. */
import { Unreachable } from '@giftlane/client/api-error.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { readPendingItem, rememberPath } from './remembered.ts';
import { currentMember, isKeptReader, isUnidentified } from './session.ts';

type Loaded = object | null;
type MemberLoader = (member: User, args: LoaderFunctionArgs) => Loaded | Promise<Loaded>;

/**
 * Members only. A visitor is redirected to sign in and returns afterwards (ROUTE-40, ROUTE-41); with a token but no server
 * the error page is shown.
 */
export function requireMember(load: MemberLoader = () => null) {
  return async (args: LoaderFunctionArgs): Promise<Loaded> => {
    const member = await currentMember();
    if (member) return load(member, args);
    if (isUnidentified()) throw new Unreachable();
    const { pathname, search } = new URL(args.request.url);
    rememberPath(pathname + search);
    throw redirect('/auth');
  };
}

/** Members, and without a server also a token's owner with stored answers to read. */
export async function requireReader(args: LoaderFunctionArgs): Promise<Loaded> {
  return (await isKeptReader()) ? null : requireMember()(args);
}

/** Visitors only: a member is redirected to the list with a pending card, else home (OPEN-01). */
export async function requireVisitor(): Promise<null> {
  if (await currentMember()) throw redirect(readPendingItem() ? '/gift-cards' : '/');
  return null;
}
