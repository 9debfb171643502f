/** What the demo's customers reach: the shop by its API, and the stand-ins by their own controls. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Data, Request } from '@giftlane/contract/call.ts';
import { apiBase } from '../../platform/http/http.ts';
import { seconds } from '../../platform/process/durations.ts';

export interface DemoWorld {
  /** The shop. */
  readonly url: string;
  /** The stand-in of the card provider. */
  readonly paypalUrl: string;
  /** The chain of Litecoin; undefined in a shop without it. */
  readonly ltc: Chain | undefined;
}

interface Chain {
  fund(address: string, units: bigint): Promise<unknown>;
  mine(blocks: number): Promise<unknown>;
}

interface Answer<C extends Call> {
  readonly data: Data<C>;
  readonly Authorization?: string;
}

/** A call that the shop did not answer as hoped. */
class Unanswered extends Error {}

/** Makes a call of the shop. */
export async function askShop<C extends Call>(
  { url }: Pick<DemoWorld, 'url'>,
  call: C,
  { token, headers, ...request }: Request<C> & { token?: string; headers?: object } = {},
): Promise<Answer<C>> {
  const { params = {}, query = {}, body } = request as Record<string, object | undefined>;
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const asked = new URLSearchParams(query as Record<string, string>).toString();
  const reply = await fetch(`${url}${apiBase}${path}${asked && `?${asked}`}`, {
    method: call.method,
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Unanswered(`${call.name}: ${await reply.text()}`);
  return (await reply.json()) as Answer<C>;
}

const mostTries = 15;

/** Tries again while the shop is not ready: rates, wallets and blocks come some seconds after its start. */
export async function tryAgain<T>(work: () => Promise<T>, tries = mostTries): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || !(error instanceof Unanswered)) throw error;
    await sleep(seconds(1));
    return tryAgain(work, tries - 1);
  }
}

/** Uses a control of the provider's stand-in. */
export async function atStandIn<T>(
  { paypalUrl }: DemoWorld,
  path: string,
  body?: object,
): Promise<T> {
  const reply = await fetch(`${paypalUrl}/__sandbox/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`the stand-in of the card provider: ${await reply.text()}`);
  return (await reply.json()) as T;
}
