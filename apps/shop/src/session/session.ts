/** The session: start-up, sign-in, sign-out. Its token is in local storage. */
import { connectApi, send } from '@giftlane/client/api.ts';
import { isAway, Unreachable } from '@giftlane/client/api-error.ts';
import { isPublicKey } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { emptyMemberStores, memberStore } from '@giftlane/client/storage/external-store.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { clearToasts, toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useSyncExternalStore } from 'react';
import { adoptCurrency } from './currency.ts';
import { anythingKept, forgetKept, keepMember, keptName, keptOwner } from './kept.ts';
import { memberQuery, useMember } from './member.ts';
import { reloadAfterBack, reloadHidden } from './reload.ts';
import { forgetPath, forgetPendingItem, rememberPath } from './remembered.ts';
import { local, localKeys, session, sessionKeys } from './storage.ts';
import { readToken } from './token.ts';
import { forgetViewed } from './viewed.ts';

/** How long start-up waits for the profile before it shows the shop. */
const startTimeoutMs = 8_000;

type Navigate = (path: string) => Promise<void>;

let starting = true;
/** Set while there is a token but no server to ask for its member, who is known by the stored name at most. */
const unidentified = memberStore<{ name: string } | null>(() => null);
/** Another tab signs out deliberately. */
let signsOutElsewhere = false;
let navigateTo: Navigate = async () => undefined;

/** Removes drafts, or only those of members other than `owner`. A draft's JSON begins with its owner. */
function forgetDrafts(owner?: string) {
  for (const key of Object.values(sessionKeys)) {
    const match = /^{"owner":"(.*?)"/.exec(session.read(key) ?? '');
    if (match && match[1] !== owner) session.remove(key);
  }
}

/** Removes the member's cached answers; `memberQuery` is set by the callers. */
function forgetAnswers() {
  session.remove(sessionKeys.checkout);
  emptyMemberStores();
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !isPublicKey(queryKey) && queryKey[0] !== memberQuery.queryKey[0],
  });
  queryClient.getMutationCache().clear();
}

/** Removes everything of one session but its token and drafts. */
function forgetSession() {
  forgetKept();
  forgetAnswers();
  // A pending answer would restore the member.
  void queryClient.cancelQueries({ queryKey: memberQuery.queryKey });
  queryClient.setQueryData(memberQuery.queryKey, null);
}

/** Ends the session in this browser. */
function endSession() {
  local.remove(localKeys.token);
  forgetSession();
  forgetViewed();
  clearToasts();
}

/** Removes what the member entered, or wanted to do, in this tab. */
function forgetIntentions() {
  forgetDrafts();
  forgetPath();
  forgetPendingItem();
  session.remove(sessionKeys.google);
}

/** Ends the session after a deliberate sign-out, without drafts to return to. */
function forgetMember() {
  endSession();
  forgetIntentions();
}

/** Ends the session after a rejected token; drafts and path are kept for the same member. */
function loseSession() {
  const path = location.pathname + location.search;
  endSession();
  toast.plain(text('error.unauthorized'));
  // After the navigation, which forgets the path.
  void navigateTo('/').then(() => rememberPath(path));
}

/** True when a public page is shown as for a guest. */
const showsGuestPage = () =>
  !queryClient.getQueryData(memberQuery.queryKey) && !location.pathname.startsWith('/account');

/** The server rejected the token (ERR-04): silent on a guest's page, else with a notice and the home page. */
function onRejected() {
  if (starting || showsGuestPage()) endSession();
  else loseSession();
}

/** Follows another tab that signed in or out, or whose token was rejected. */
function onStorage({ key, oldValue, newValue }: StorageEvent) {
  if (key === localKeys.leaving) signsOutElsewhere = newValue !== null;
  if (key !== localKeys.token || newValue === oldValue) return;
  if (newValue !== null) {
    const owner = keptOwner();
    const member = queryClient.getQueryData(memberQuery.queryKey);
    if (oldValue !== null && (!owner || member?._id !== owner)) {
      // Another member: a reload also clears the state of components.
      forgetAnswers();
      forgetIntentions();
      reloadHidden();
      return;
    }
    forgetDrafts(owner);
    void queryClient.invalidateQueries();
  } else if (signsOutElsewhere) {
    forgetMember();
    toast.plain(text('notice.signedOut'));
    void navigateTo('/');
  } else {
    onRejected();
  }
}

/** Fetches the signed-in member; throws Unreachable after a timeout. */
async function fetchMember(): Promise<User | null> {
  const fetched = queryClient.fetchQuery({ ...memberQuery, retry: false });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable()), startTimeoutMs);
  });
  try {
    return await Promise.race([fetched, late]);
  } finally {
    clearTimeout(timer);
    // A late answer still signs the member in.
    fetched.catch(() => undefined);
  }
}

async function start(): Promise<void> {
  if (readToken()) {
    try {
      await fetchMember();
      unidentified.write(null);
    } catch (error) {
      unidentified.write(isAway(error) ? { name: keptName() ?? '' } : null);
      // Shown as a guest (SESS-05). Stale, so that the next window focus fetches again.
      queryClient.setQueryData(memberQuery.queryKey, null, { updatedAt: 0 });
    }
  } else {
    queryClient.setQueryData(memberQuery.queryKey, null);
  }
  starting = false;
}

let started: Promise<void> | undefined;

/** Resolves when the session is known. Fetched only once (SESS-03). */
export function sessionStarted(): Promise<void> {
  started ??= start();
  return started;
}

/** The signed-in member; fetched again if the server was unreachable before. */
export async function currentMember(): Promise<User | null> {
  await sessionStarted();
  const member = queryClient.getQueryData(memberQuery.queryKey);
  if (member || !unidentified.read()) return member ?? null;
  await start();
  return queryClient.getQueryData(memberQuery.queryKey) ?? null;
}

/** True when there is a token but no server to ask for its member. */
export const isUnidentified = (): boolean => unidentified.read() !== null;

const useUnidentified = () =>
  useSyncExternalStore(unidentified.subscribe, unidentified.read, () => null);

/** True for a visitor without a token. */
export function useVisitor(): boolean {
  const isUnknown = useUnidentified() !== null;
  return useMember() === null && !isUnknown;
}

/** The stored name of a token's member while the server is unreachable; else null. */
export function useAbsentName(): string | null {
  return useUnidentified()?.name || null;
}

/** True when the server is unreachable and the token's member has stored answers to read. */
export async function isKeptReader(): Promise<boolean> {
  return (await currentMember()) === null && isUnidentified() && anythingKept();
}

/** Connects the session to the router and to other tabs. */
export function connectSession(navigate: Navigate): void {
  navigateTo = navigate;
  connectApi({ onRejected });
  addEventListener('storage', onStorage);
  reloadAfterBack();
}

/** Signs a member in, in place of any session before (AUTH-22). */
export function signIn(token: string, member: User): void {
  // A guest's viewed brands are kept.
  if (readToken()) forgetViewed();
  forgetSession();
  forgetDrafts(member._id);
  // Before the token: on its storage event other tabs read the owner.
  keepMember(member);
  // Replaced, not removed: other tabs see a new token, not a sign-out.
  local.write(localKeys.token, token);
  queryClient.setQueryData(memberQuery.queryKey, member);
  adoptCurrency(member.eCurrency);
}

/** Signs out here, tells the server, shows a notice and navigates to a path. */
async function leave(notify: () => void, path = '/'): Promise<void> {
  const request = send('GET /logout', {}).catch(() => undefined);
  // Before the token is removed: other tabs receive the events in this order.
  local.write(localKeys.leaving, String(Date.now()));
  forgetMember();
  local.remove(localKeys.leaving);
  notify();
  await navigateTo(path);
  await request;
}

/** Signs out and opens a page of the password reset, which is for visitors only (ROUTE-07). */
export function signOutToReset(path: string): Promise<void> {
  return leave(() => toast.plain(text('notice.signedOutToReset')), path);
}

/** Signs out and opens the home page (OPEN-20). */
export function signOut(notice = text('notice.signedOut')): Promise<void> {
  return leave(() => toast.plain(notice));
}

/** Signs out an idle member; the notice stays until it is dismissed (SESS-12). */
export function signOutIdle(): Promise<void> {
  return leave(() => toast.lasting(text('idle.autoLogout')));
}
