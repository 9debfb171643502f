/** Sends the fuzz: many requests to each operation of the OpenAPI document, checking each reply. */
import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { minutes } from '../platform/process/durations.ts';
import { forgedSignature } from './faults.ts';
import { kept } from './fuzz-cases.ts';
import { bodies, hintsFor } from './fuzz-hints.ts';
import type { ApiDocument, Operation } from './fuzz-operations.ts';
import { problemOf, type RawReply } from './fuzz-replies.ts';
import { type Plan, plansFor, type Sent, toSent } from './fuzz-requests.ts';
import type { World } from './fuzz-world.ts';
import type { TestShop } from './start-shop.ts';

const documentPath = '/api/docs/json';

/** The OpenAPI document with its base path. */
export async function fetchDocument(shop: TestShop): Promise<ApiDocument & { base: string }> {
  const document = (await (await fetch(shop.url + documentPath)).json()) as ApiDocument & {
    servers: { url: string }[];
  };
  return { ...document, base: document.servers[0]?.url ?? '' };
}

/** Decodes a body by its content encoding. */
function textOf(bytes: Buffer, packing: string | undefined): string {
  if (bytes.length === 0) return '';
  if (packing === 'br') return brotliDecompressSync(bytes).toString('utf8');
  return (packing === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request verbatim; a reply that takes over a minute is an error. */
export function sendRaw(shop: TestShop, sent: Sent): Promise<RawReply> {
  const { hostname, port } = new URL(shop.url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method: sent.method,
        path: sent.path,
        headers: sent.headers,
        timeout: minutes(1),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: textOf(Buffer.concat(chunks), incoming.headers['content-encoding']),
          }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no reply')));
    outgoing.on('error', reject);
    outgoing.end(sent.body);
  });
}

function showSent({ method, path, headers, body }: Sent): string {
  const { authorization: _, ...shown } = headers;
  const text = body?.toString('latin1').slice(0, 1_000);
  return JSON.stringify({ method, path: path.slice(0, 500), headers: shown, body: text });
}

export interface Tally {
  /** Counts by status. */
  readonly statuses: Record<number, number>;
}

export interface FuzzOptions {
  readonly runs: number;
  /** Equal seeds generate equal plans. */
  readonly seed: number;
  readonly base: string;
}

const refreshEvery = 20;

/** Sends `runs` requests to an operation; throws with the smallest request that got a bad reply. */
export async function fuzzOperation(
  { shop, world }: { shop: TestShop; world: World },
  operation: Operation,
  { runs, seed, base }: FuzzOptions,
): Promise<Tally> {
  const statuses: Record<number, number> = {};
  let count = 0;
  const once = async (plan: Plan) => {
    if (count % refreshEvery === 0) await world.refresh();
    count += 1;
    const headers = {
      ...(operation.needsToken && { authorization: world.token() }),
      ...(operation.path.startsWith('/wallet') && { token: world.permitToken(operation.path) }),
      ...(operation.path.startsWith('/webhooks') && forgedSignature),
    };
    const sent = toSent(operation, plan, { base, resolve: world.resolve, headers });
    const reply = await sendRaw(shop, sent);
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
    if (reply.status === 401 || operation.path === '/logout') await world.renew();
    const problem = problemOf(operation, sent, reply);
    if (problem)
      throw new Error(
        `${problem}\n  plan ${fc.stringify(plan)}\n  sent ${showSent(sent)}\n  got ${reply.status} ${reply.text.slice(0, 500)}`,
      );
  };
  const plans = plansFor(operation, hintsFor(operation.path), bodies[operation.name]);
  const examples = (kept[operation.name] ?? []).map((plan): [Plan] => [plan]);
  const options = { numRuns: runs + examples.length, seed, examples };
  const result = await fc.check(fc.asyncProperty(plans, once), options);
  if (result.failed) throw result.errorInstance ?? new Error('too many plans were skipped');
  return { statuses };
}
