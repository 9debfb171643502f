/** JSON-RPC as Core speaks it: 1.0 and 2.0, one call or several, and the HTTP status of each. */

import { codes, Refusal } from '../chain/refusal.ts';
import type { CoinNode } from '../node.ts';
import { readArguments } from './arguments.ts';
import { type Call, type HttpAnswer, isCall, readJson, refuseBody, statusOf } from './body.ts';
import { chainMethods } from './chain-methods.ts';
import type { Methods } from './methods.ts';
import { miningMethods } from './mining-methods.ts';
import { transactionMethods } from './transaction-methods.ts';

interface Outcome {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const methods: Methods = { ...chainMethods, ...transactionMethods, ...miningMethods };

const invalid = (why: string) => new Refusal(codes.invalidRequest, why);

function run(node: CoinNode, { method, params }: Call): unknown {
  if (method === undefined) throw invalid('Missing method');
  if (typeof method !== 'string') throw invalid('Method must be a string');
  const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!found) throw new Refusal(codes.unknownMethod, 'Method not found');
  if (typeof (params ?? []) !== 'object') throw invalid('Params must be an array or object');
  return found.run(node, readArguments(found.names, params ?? []));
}

function attempt(node: CoinNode, call: unknown): Outcome {
  try {
    if (!isCall(call)) throw invalid('Invalid Request object');
    return { result: run(node, call) ?? null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

/** In 2.0 an error is an answer like any other. Litecoin Core knows nothing of it. */
const isSecond = ({ parameters }: CoinNode, call: unknown) =>
  parameters.dialect === 'today' && isCall(call) && call.jsonrpc === '2.0';

/** A call of 2.0 without an id wants no answer. */
const isNotification = (node: CoinNode, call: unknown) =>
  isSecond(node, call) && isCall(call) && !('id' in call);

function envelope(node: CoinNode, call: unknown, { result, error }: Outcome) {
  const id = isCall(call) ? (call.id ?? null) : null;
  if (isSecond(node, call)) return { jsonrpc: '2.0', ...(error ? { error } : { result }), id };
  return { result: result ?? null, error: error ?? null, id };
}

const nothing: HttpAnswer = { status: 204, body: '' };

function answerSeveral(node: CoinNode, calls: readonly unknown[]): HttpAnswer {
  const answered = calls.map((call) => ({ call, outcome: attempt(node, call) }));
  const wanted = answered.filter(({ call }) => !isNotification(node, call));
  if (wanted.length === 0 && calls.length > 0) return nothing;
  const all = wanted.map(({ call, outcome }) => envelope(node, call, outcome));
  return { status: 200, body: JSON.stringify(all) };
}

/** Does what the body of a request asks for. */
export function answer(node: CoinNode, body: string): HttpAnswer {
  const call = readJson(body);
  if (call === undefined) return refuseBody({ code: codes.parse, message: 'Parse error' });
  if (Array.isArray(call)) return answerSeveral(node, call);
  if (!isCall(call)) return refuseBody(invalid('Top-level object parse error'));
  const outcome = attempt(node, call);
  if (isNotification(node, call)) return nothing;
  const status = outcome.error && !isSecond(node, call) ? statusOf(outcome.error.code) : 200;
  return { status, body: JSON.stringify(envelope(node, call, outcome)) };
}
