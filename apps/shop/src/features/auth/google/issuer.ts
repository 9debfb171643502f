/**
 * Asking an OpenID provider who somebody is: the code flow with PKCE, in a window of its own. What makes
 * the answer ours (state, verifier) never leaves this page's memory; the nonce is the shop's, which takes each once.
 */
import { sendForData } from '@giftlane/client/api.ts';
import { claimsOf } from '../../../session/google.ts';

export interface IssuerConfig {
  issuer: string;
  clientId: string;
}

/** How it ended: with an ID token, or without. */
export type Asked =
  | { kind: 'token'; idToken: string }
  | { kind: 'blocked' | 'closed' | 'cancelled' | 'failed' };

export interface Asking {
  answer: Promise<Asked>;
  /** Brings the window back to the front. */
  focus: () => void;
  close: () => void;
}

const callbackPath = '/auth/google/callback';
/** Marks the message of the callback page. */
const callbackMark = 'giftlane.google';

const patienceMs = 15_000;
const lookEveryMs = 250;
/** A window that closes may have answered just before. */
const graceMs = 300;

/** Base64 as addresses take it. */
const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** What to ask the issuer with, so that the shop takes its answer. */
export const newNonce = async (): Promise<string> =>
  (await sendForData('POST /google-login/nonce', {})).sNonce;

/** What nobody can guess. */
const newSecret = (): string => encode(crypto.getRandomValues(new Uint8Array(32)));

async function challengeOf(verifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(verifier);
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

async function jsonFrom(address: string, options: RequestInit = {}): Promise<object> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(patienceMs) });
  const value: unknown = response.ok ? await response.json() : null;
  if (typeof value !== 'object' || value === null) throw new Error(`${address} gave no answer`);
  return value;
}

/** A text in an answer; throws when it is not there. */
function need(answer: object, name: string): string {
  const value: unknown = Reflect.get(answer, name);
  if (typeof value !== 'string') throw new Error(`The answer lacks ${name}`);
  return value;
}

function openWindow(): Window | null {
  const [width, height] = [480, 720];
  const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - width) / 2));
  const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - height) / 3));
  // At once, within the press: browsers allow no window later. It is sent on when its address is known.
  return window.open(
    'about:blank',
    '_blank',
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  );
}

/** Tells the page that opened this window how it ended; false when there is none. Used by the callback. */
export function tellOpener(): boolean {
  const opener: Window | null = window.opener;
  if (!opener || opener.closed) return false;
  opener.postMessage({ mark: callbackMark, search: location.search }, location.origin);
  return true;
}

/** What the callback page said in a message; null for any other message. */
function replyIn(message: unknown): URLSearchParams | null {
  if (typeof message !== 'object' || message === null) return null;
  const { mark, search }: { mark?: unknown; search?: unknown } = message;
  return mark === callbackMark && typeof search === 'string' ? new URLSearchParams(search) : null;
}

/** Waits for the reply with our state; null when the window went away without one. */
function replyFrom(popup: Window, state: string): Promise<URLSearchParams | null> {
  return new Promise((resolve) => {
    let late: ReturnType<typeof setTimeout> | undefined;
    const end = (reply: URLSearchParams | null) => {
      clearInterval(look);
      clearTimeout(late);
      window.removeEventListener('message', hear);
      resolve(reply);
    };
    const hear = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== popup) return;
      const reply = replyIn(event.data);
      if (reply?.get('state') === state) end(reply);
    };
    const look = setInterval(() => {
      if (popup.closed) late ??= setTimeout(() => end(null), graceMs);
    }, lookEveryMs);
    window.addEventListener('message', hear);
  });
}

async function ask({ issuer, clientId }: IssuerConfig, popup: Window): Promise<Asked> {
  const [state, verifier] = [newSecret(), newSecret()];
  const redirect = location.origin + callbackPath;
  const [nonce, document, challenge] = await Promise.all([
    newNonce(),
    jsonFrom(`${issuer}/.well-known/openid-configuration`),
    challengeOf(verifier),
  ]);
  const address = new URL(need(document, 'authorization_endpoint'));
  const question = {
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state,
    nonce,
  };
  for (const [name, value] of Object.entries(question)) address.searchParams.set(name, value);
  const replying = replyFrom(popup, state);
  popup.location.replace(address.href);
  const reply = await replying;
  if (!reply) return { kind: 'closed' };
  const code = reply.get('code');
  if (code === null)
    return { kind: reply.get('error') === 'access_denied' ? 'cancelled' : 'failed' };
  const tokens = await jsonFrom(need(document, 'token_endpoint'), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirect,
      code,
      code_verifier: verifier,
    }),
  });
  const idToken = need(tokens, 'id_token');
  return claimsOf(idToken).nonce === nonce ? { kind: 'token', idToken } : { kind: 'failed' };
}

/** Asks the issuer. Has to be called within a press, or the browser opens no window. */
export function askIssuer(config: IssuerConfig): Asking {
  const popup = openWindow();
  if (!popup) {
    const nothing = () => undefined;
    return { answer: Promise.resolve({ kind: 'blocked' }), focus: nothing, close: nothing };
  }
  const answer = ask(config, popup)
    .catch((): Asked => ({ kind: 'failed' }))
    .finally(() => popup.close());
  return { answer, focus: () => popup.focus(), close: () => popup.close() };
}
