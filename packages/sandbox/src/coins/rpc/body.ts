/** Bodies of JSON-RPC requests and responses. */
import { codes, type Refusal } from '../chain/refusal.ts';

export interface HttpAnswer {
  readonly status: number;
  /** JSON; empty where there is nothing to say. */
  readonly body: string;
}

export interface Call {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads JSON; undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The methods a body calls. */
export function methodsIn(text: string): string[] {
  const calls = readJson(text);
  const all: readonly unknown[] = Array.isArray(calls) ? calls : [calls];
  return all.map((call) => (isCall(call) ? String(call.method) : ''));
}

const statuses: Readonly<Record<number, number>> = {
  [codes.invalidRequest]: 400,
  [codes.unknownMethod]: 404,
};

/** The HTTP status that goes with an error's code. */
export const statusOf = (code: number): number => statuses[code] ?? 500;

/** What a node answers to a body as a whole, whatever is in it. */
export function refuseBody({ code, message }: Pick<Refusal, 'code' | 'message'>): HttpAnswer {
  const body = { result: null, error: { code, message }, id: null };
  return { status: statusOf(code), body: JSON.stringify(body) };
}
