/**
 * OpenID Connect in a popup window: the authorization code flow with PKCE. State and verifier stay in the page's
 * memory; the nonce is the server's and is valid once.
 */
import { sendForData } from '@giftlane/client/api.ts';
import { base64url } from '@giftlane/client/base64url.ts';
import { claimsOf } from '../../../session/google.ts';

export interface IssuerConfig {
  issuer: string;
  clientId: string;
}

/** The result: an ID token, or why there is none. */
export type Asked =
  | { kind: 'token'; idToken: string }
  | { kind: 'blocked' | 'closed' | 'cancelled' | 'failed' };

export interface Asking {
  answer: Promise<Asked>;
  focus: () => void;
  close: () => void;
}

const callbackPath = '/auth/google/callback';
/** The `mark` of the callback page's message. */
const callbackMark = 'giftlane.google';

const patienceMs = 15_000;
const pollMs = 250;
/** The wait for a message posted just before the window closed. */
const graceMs = 300;

/** A nonce that the server accepts in an ID token, once. */
export const newNonce = async (): Promise<string> =>
  (await sendForData('POST /google-login/nonce', {})).sNonce;

/** A random secret of 256 bits. */
const newSecret = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

async function challengeOf(verifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(verifier);
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

async function jsonFrom(address: string, options: RequestInit = {}): Promise<object> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(patienceMs) });
  const value: unknown = response.ok ? await response.json() : null;
  if (typeof value !== 'object' || value === null) throw new Error(`${address} gave no answer`);
  return value;
}

/** A string property of an answer; throws without it. */
function stringIn(answer: object, name: string): string {
  const value: unknown = Reflect.get(answer, name);
  if (typeof value !== 'string') throw new Error(`The answer lacks ${name}`);
  return value;
}

function openWindow(): Window | null {
  const [width, height] = [480, 720];
  const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - width) / 2));
  const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - height) / 3));
  // Before anything is awaited, or the browser blocks it. Its address is set later.
  return window.open(
    'about:blank',
    '_blank',
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  );
}

/** Posts the callback's query to the page that opened this window; false without such a page. */
export function tellOpener(): boolean {
  const opener: Window | null = window.opener;
  if (!opener || opener.closed) return false;
  opener.postMessage({ mark: callbackMark, search: location.search }, location.origin);
  return true;
}

/** The query in a message of the callback page; null for any other message. */
function replyIn(message: unknown): URLSearchParams | null {
  if (typeof message !== 'object' || message === null) return null;
  const { mark, search }: { mark?: unknown; search?: unknown } = message;
  return mark === callbackMark && typeof search === 'string' ? new URLSearchParams(search) : null;
}

/** Waits for the reply with this `state`; null when the window was closed without one. */
function replyFrom(popup: Window, state: string): Promise<URLSearchParams | null> {
  return new Promise((resolve) => {
    let late: ReturnType<typeof setTimeout> | undefined;
    const finish = (reply: URLSearchParams | null) => {
      clearInterval(polling);
      clearTimeout(late);
      window.removeEventListener('message', onMessage);
      resolve(reply);
    };
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== popup) return;
      const reply = replyIn(event.data);
      if (reply?.get('state') === state) finish(reply);
    };
    const polling = setInterval(() => {
      if (popup.closed) late ??= setTimeout(() => finish(null), graceMs);
    }, pollMs);
    window.addEventListener('message', onMessage);
  });
}

async function signInAt({ issuer, clientId }: IssuerConfig, popup: Window): Promise<Asked> {
  const [state, verifier] = [newSecret(), newSecret()];
  const redirect = location.origin + callbackPath;
  const [nonce, document, challenge] = await Promise.all([
    newNonce(),
    jsonFrom(`${issuer}/.well-known/openid-configuration`),
    challengeOf(verifier),
  ]);
  const address = new URL(stringIn(document, 'authorization_endpoint'));
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
  const tokens = await jsonFrom(stringIn(document, 'token_endpoint'), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirect,
      code,
      code_verifier: verifier,
    }),
  });
  const idToken = stringIn(tokens, 'id_token');
  return claimsOf(idToken).nonce === nonce ? { kind: 'token', idToken } : { kind: 'failed' };
}

/** Opens the issuer. Must be called in a click handler, or the browser blocks the window. */
export function askIssuer(config: IssuerConfig): Asking {
  const popup = openWindow();
  if (!popup) {
    const nothing = () => undefined;
    return { answer: Promise.resolve({ kind: 'blocked' }), focus: nothing, close: nothing };
  }
  const answer = signInAt(config, popup)
    .catch((): Asked => ({ kind: 'failed' }))
    .finally(() => popup.close());
  return { answer, focus: () => popup.focus(), close: () => popup.close() };
}
