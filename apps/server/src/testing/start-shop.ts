/** A whole shop for a test: its own database, sandboxed providers, a movable clock. */

import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Data, Request } from '@giftlane/contract/call.ts';
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { openShop, type Shop } from '../app.ts';
import type { Worker } from '../jobs/worker.ts';
import { guardInvariant } from '../ledger/guards.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { connect, type Db, sql } from '../platform/db/db.ts';
import { apiBase } from '../platform/http/http.ts';
import { readConfig } from '../platform/process/config.ts';
import { newId } from '../platform/secrets/ids.ts';
import { cloneDatabase } from './databases.ts';
import { nodeEnv, sandboxEnv } from './sandbox-env.ts';

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    status: number;
    message: string;
    data: T;
    code?: string;
    errors?: { field: string; message: string }[];
    totalCount?: number;
    Authorization?: string;
  };
}

interface RawRequest {
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface TestShop extends Shop {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly worker: Worker | undefined;
  /** Connected as the owner, who can break what the shop can not. */
  readonly owner: Db;
  /** Makes a call of the contract; a successful reply must match its schema. */
  call<C extends Call>(
    call: C,
    request?: Request<C> & { token?: string | undefined; headers?: Record<string, string> },
  ): Promise<Reply<Data<C>>>;
  /** Any request below /api/v1, for input the contract does not allow. A string body is sent verbatim. */
  raw(method: string, path: string, request?: RawRequest): Promise<Reply<unknown>>;
  /** Moves the shop's clock forward. */
  moveClock(byMs: number): Promise<void>;
}

export interface TestShopOptions {
  /** Runs jobs and chores in the background; the default. */
  readonly working?: boolean;
  /** Has coin wallets, on nodes of its own that only mine on request. */
  readonly nodes?: boolean;
  /**
   * Has a feed of coin prices; by default only without jobs, as those would load a year of history each time.
   */
  readonly coins?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Port to listen on; any free one if absent. */
  readonly port?: number;
  /** Registers the shutdown; by default for the end of the running test. */
  readonly atEnd?: AtEnd;
}

/** Registers a cleanup; cleanups run in reverse order. */
export type AtEnd = (end: () => Promise<void>) => void;

/**
 * True for problems with journals that tests post by hand without a causing row: their keys begin with
 * `test`.
 */
export const isOfTests = ({ breach }: { breach: string }): boolean =>
  /(^|: )(coin_send:)?test[_:]/.test(breach);

/** How a shop is served, and the end of what serves it besides its own process. */
export interface Served {
  readonly url: string;
  end?(): Promise<void>;
}

/** Serves a shop from this process. */
async function serveHere(
  { http }: Pick<Shop, 'http'>,
  { port }: { port: number },
): Promise<Served> {
  return { url: await http.app.listen({ port, host: '127.0.0.1' }) };
}

/** The module that `TEST_SERVED_BY` names has other processes serve the shops of all tests. */
const { serve } = (
  process.env.TEST_SERVED_BY ? await import(process.env.TEST_SERVED_BY) : { serve: serveHere }
) as { serve: ServeShop };

export type ServeShop = (
  shop: Shop,
  how: { env: Readonly<Record<string, string>>; port: number },
) => Promise<Served>;

/**
 * Starts a shop for the running test and stops it afterwards, when it also verifies the ledger and every
 * invariant.
 */
export async function startShop(options: TestShopOptions = {}): Promise<TestShop> {
  const database = await cloneDatabase(inject('server'));
  const { working = true, coins = !working, nodes = false, atEnd = onTestFinished } = options;
  // Jobs would load a year of rates at once, which few tests need.
  const sandbox = await startSandbox(working ? { rateDays: 3 } : {});
  // Created on demand.
  const dataDir = join(tmpdir(), `giftlane-data-${newId('test')}`);
  const env = {
    DATA_DIR: dataDir,
    ...sandboxEnv(sandbox, database.url),
    ...(coins && { COIN_RATES_URL: sandbox.coinRatesUrl }),
    ...(nodes && nodeEnv(sandbox)),
    ...options.env,
  };
  const shop = await openShop(readConfig(env));
  const owner = connect(database.ownerUrl, { max: 4, log: shop.log });
  const served = await serve(shop, { env, port: options.port ?? 0 });
  const { url } = served;
  await sandbox.setWebhookUrl(`${url}${apiBase}/webhooks/paypal`);
  const worker = working ? shop.work() : undefined;
  atEnd(async () => {
    await worker?.stop();
    await served.end?.();
    // Tests may leave guards switched off; safety/forged-journals.test.ts tests that invariant.
    const asked = shop.invariants.filter((one) => one !== guardInvariant);
    const verdict = await verifyLedger(shop.db, asked);
    await Promise.all([shop.close(), owner.close()]);
    await sandbox.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
    const problems = verdict.problems.filter((one) => !isOfTests(one));
    if (problems.length > 0) throw new Error(`invariants broken: ${JSON.stringify(problems)}`);
  });
  return {
    ...shop,
    url,
    sandbox,
    worker,
    owner,
    call: (call, request) => ask(url + apiBase, call, request),
    raw: (method, path, request = {}) => send(url + apiBase + path, method, request),
    async moveClock(byMs) {
      await shop.db.run(
        sql`update test_clock set offset_by = offset_by + ${byMs} * interval '1 ms'`,
      );
    },
  };
}

/**
 * Starts a shop for all tests of a `describe` that only use their own members, cards and orders and leave the
 * shop unchanged. A test that moves the clock, changes an option, makes a provider fail, uses up a limit or
 * counts across members needs a shop of its own. Invariants are verified once, after the last test.
 */
export const shopForAll = (options: TestShopOptions = {}): (() => TestShop) =>
  forAll((atEnd) => startShop({ ...options, atEnd }));

/** Like `shopForAll`, for anything started with a shop. */
export function forAll<T>(start: (atEnd: AtEnd) => Promise<T>): () => T {
  const ends: (() => Promise<void>)[] = [];
  let started: { it: T } | undefined;
  beforeAll(async () => {
    started = { it: await start((end) => ends.unshift(end)) };
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => {
    if (!started) throw new Error('asked for before the first test');
    return started.it;
  };
}

async function ask<C extends Call>(
  base: string,
  call: C,
  request: Request<C> & RawRequest = {},
): Promise<Reply<Data<C>>> {
  const params: Record<string, unknown> = request.params ?? {};
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  );
  const address = `${base}${path}${query.size > 0 ? `?${query}` : ''}`;
  const reply = await send(address, call.method, request);
  if (reply.status < 300) call.data.parse(reply.body.data);
  return reply as Reply<Data<C>>;
}

/** Repeats a request that no server has answered, as a browser does: where others serve, they are killed meanwhile. */
async function fetchAgain(
  address: string,
  init: RequestInit,
  tries = process.env.TEST_SERVED_BY ? 30 : 1,
): Promise<Response> {
  try {
    const response = await fetch(address, init);
    const isBalancers = response.headers.get('content-type') === 'text/html';
    if (tries === 1 || response.status < 502 || !isBalancers) return response;
  } catch (error) {
    if (tries === 1) throw error;
  }
  await sleep(200);
  return fetchAgain(address, init, tries - 1);
}

async function send(
  address: string,
  method: string,
  { body, token, headers }: RawRequest,
): Promise<Reply<unknown>> {
  const response = await fetchAgain(address, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: token }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: json ? JSON.parse(text) : { status: response.status, message: '', data: text },
  };
}
