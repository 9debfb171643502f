/** The session's life: start-up, sign in, sign out. The token itself lives in local storage. */

import { connectApi, send } from '@giftlane/client/api.ts';
import { Unreachable } from '@giftlane/client/api-error.ts';
import { isPublicKey } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { emptyMemberStores, memberStore } from '@giftlane/client/storage/external-store.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { clearToasts, toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useSyncExternalStore } from 'react';
import { beginAnew, beginAnewOnBack } from './anew.ts';
import { adoptCurrency } from './currency.ts';
import { anythingKept, forgetKept, keepMember, keptName, keptOwner } from './kept.ts';
import { memberQuery, useMember } from './member.ts';
import { forgetPath, forgetPendingItem, rememberPath } from './remembered.ts';
import { local, localKeys, session, sessionKeys } from './storage.ts';
import { readToken } from './token.ts';
import { forgetViewed } from './viewed.ts';

/** How long start-up waits to hear who is signed in before it shows the shop. */
const startPatienceMs = 8_000;

type Go = (path: string) => Promise<void>;

let starting = true;
/** Nobody could say whose token it is: what its member is called, as far as that was kept. */
const unknown = memberStore<{ name: string } | null>(() => null);
/** Somebody signs out in another tab. */
let leftElsewhere = false;
let go: Go = async () => undefined;

/** What was entered and not sent, which begins with whose it is; only what is not of `owner`, when there is one. */
function forgetDrafts(owner?: string) {
  for (const key of Object.values(sessionKeys)) {
    const whose = /^{"owner":"(.*?)"/.exec(session.read(key) ?? '');
    if (whose && whose[1] !== owner) session.remove(key);
  }
}

/** Removes a member's queries and mutations; the query of who is signed in is set on its own. */
function forgetAnswers() {
  session.remove(sessionKeys.checkout);
  emptyMemberStores();
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !isPublicKey(queryKey) && queryKey[0] !== memberQuery.queryKey[0],
  });
  queryClient.getMutationCache().clear();
}

/** Nothing of one session is left for the next. */
function forgetSession() {
  forgetKept();
  forgetAnswers();
  // An answer still on its way to the old token must not bring the old member back.
  void queryClient.cancelQueries({ queryKey: memberQuery.queryKey });
  queryClient.setQueryData(memberQuery.queryKey, null);
}

/** Nobody is signed in any more; what was looked at must not outlive the session either. */
function endSession() {
  local.remove(localKeys.token);
  forgetSession();
  forgetViewed();
  clearToasts();
}

/** What a member entered, or was about to do, in this tab. */
function forgetDeeds() {
  forgetDrafts();
  forgetPath();
  forgetPendingItem();
  session.remove(sessionKeys.google);
}

/** A member leaves: neither answers nor their deeds wait for them. */
function forgetMember() {
  endSession();
  forgetDeeds();
}

/** Nobody chose to leave: what was being entered waits in this tab for the same member, and so does the way to it. */
function loseSession() {
  const path = location.pathname + location.search;
  endSession();
  toast.plain(text('error.unauthorized'));
  // Going home is no way of theirs.
  void go('/').then(() => rememberPath(path));
}

/** Whether a guest is seen, at a place of guests: as before somebody is known, or after none could be. */
const seenAsGuest = () =>
  !queryClient.getQueryData(memberQuery.queryKey) && !location.pathname.startsWith('/account');

/** The server no longer knows the token (ERR-04): silently while a guest is seen, else by going home. */
function onRejected() {
  if (starting || seenAsGuest()) endSession();
  else loseSession();
}

/** Another tab signed in or out, or found its token rejected: this one follows. */
function onOtherTab({ key, oldValue, newValue }: StorageEvent) {
  if (key === localKeys.leaving) leftElsewhere = newValue !== null;
  if (key !== localKeys.token || newValue === oldValue) return;
  if (newValue !== null) {
    const owner = keptOwner();
    const member = queryClient.getQueryData(memberQuery.queryKey);
    if (oldValue !== null && (!owner || member?._id !== owner)) {
      // Somebody else: pages hold more than can be emptied.
      forgetAnswers();
      forgetDeeds();
      beginAnew();
      return;
    }
    forgetDrafts(owner);
    void queryClient.invalidateQueries();
  } else if (leftElsewhere) {
    forgetMember();
    toast.plain(text('notice.signedOut'));
    void go('/');
  } else {
    onRejected();
  }
}

/** Who is signed in, as the server says; a server that says nothing for so long is out of reach. */
async function askWho(): Promise<User | null> {
  const asked = queryClient.fetchQuery({ ...memberQuery, retry: false });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable()), startPatienceMs);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    // Given up, it goes on: an answer that comes after all signs the member in.
    asked.catch(() => undefined);
  }
}

async function start(): Promise<void> {
  if (readToken()) {
    try {
      await askWho();
      unknown.write(null);
    } catch (error) {
      unknown.write(error instanceof Unreachable ? { name: keptName() ?? '' } : null);
      // Rendered as a guest (SESS-05). Old, so that the next focus of the window asks again.
      queryClient.setQueryData(memberQuery.queryKey, null, { updatedAt: 0 });
    }
  } else {
    queryClient.setQueryData(memberQuery.queryKey, null);
  }
  starting = false;
}

let started: Promise<void> | undefined;

/** Done when it is known whether somebody is signed in. Asked only once (SESS-03). */
export function sessionStarted(): Promise<void> {
  started ??= start();
  return started;
}

/** Who is signed in, once that is known; where nobody could say, it is asked again. */
export async function currentMember(): Promise<User | null> {
  await sessionStarted();
  const member = queryClient.getQueryData(memberQuery.queryKey);
  if (member || !unknown.read()) return member ?? null;
  await start();
  return queryClient.getQueryData(memberQuery.queryKey) ?? null;
}

/** Whether somebody is here whom no server could name. */
export const isUnknown = (): boolean => unknown.read() !== null;

const useUnknown = () => useSyncExternalStore(unknown.subscribe, unknown.read, () => null);

/** Whether a visitor is here: no member, and nobody whom no server could name. */
export function useVisitor(): boolean {
  const somebody = useUnknown() !== null;
  return useMember() === null && !somebody;
}

/** The name of a member whom no server could name, as it was kept; null when there is none. */
export function useAbsentName(): string | null {
  return useUnknown()?.name || null;
}

/** Whether a member is here whom no server could name, with something kept to read. */
export async function isKeptReader(): Promise<boolean> {
  return (await currentMember()) === null && isUnknown() && anythingKept();
}

/** Connects the session to the router, which it must be able to send home. */
export function connectSession(navigate: Go): void {
  go = navigate;
  connectApi({ onRejected });
  addEventListener('storage', onOtherTab);
  beginAnewOnBack();
}

/** Clears any old token and keeps the new one (AUTH-22). */
export function signIn(token: string, member: User): void {
  // What a guest looked at comes along; what another member looked at does not.
  if (readToken()) forgetViewed();
  forgetSession();
  forgetDrafts(member._id);
  // Before the token: other tabs hear of that, and read here whose it is.
  keepMember(member);
  // In one step: other tabs are to see that it is another one, not that there is none.
  local.write(localKeys.token, token);
  queryClient.setQueryData(memberQuery.queryKey, member);
  adoptCurrency(member.eCurrency);
}

async function leave(say: () => void, path = '/'): Promise<void> {
  const told = send('GET /logout', {}).catch(() => undefined);
  // Before the token goes: other tabs hear of it in this order.
  local.write(localKeys.leaving, String(Date.now()));
  forgetMember();
  local.remove(localKeys.leaving);
  say();
  await go(path);
  await told;
}

/** Signs out here and goes on to set a new password, for which one has to be a visitor (ROUTE-07). */
export function signOutToReset(path: string): Promise<void> {
  return leave(() => toast.plain(text('notice.signedOutToReset')), path);
}

/** Signs out here at once, tells the server, says so and goes home (OPEN-20). */
export function signOut(notice = text('notice.signedOut')): Promise<void> {
  return leave(() => toast.plain(notice));
}

/** The same for somebody who has been away: the notice waits for them (SESS-12). */
export function signOutIdle(): Promise<void> {
  return leave(() => toast.lasting(text('idle.autoLogout')));
}
