/**
 * JSON-RPC as Bitcoin Core and Litecoin Core speak it: one call or many in one request, the password from the
 * address or the cookie file, amounts read from the text of the answer.
 */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { ask, type ProviderReply } from '../../ask.ts';
import { done, type Unknown, unknown } from '../../outcome.ts';
import { exact } from './units.ts';

export interface RpcOptions {
  /** `http://user:password@host:port/`. */
  readonly url: string;
  /** The cookie file with `user:password`, new at each start; takes precedence over the address. */
  readonly cookieFile?: string | undefined;
  readonly timeoutMs: number;
}

export interface RpcCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** One answer: what was asked for, or the node's code for why not. */
export type Told =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

type Heard<T> = { readonly kind: 'done'; readonly value: T } | Unknown;

export interface Rpc {
  call(asked: RpcCall): Promise<Heard<Told>>;
  /** Several in one request; answered in their order. */
  calls(asked: readonly RpcCall[]): Promise<Heard<readonly Told[]>>;
}

const replySchema = z.object({
  result: z.unknown(),
  error: z.object({ code: z.int(), message: z.string() }).nullish(),
  id: z.int(),
});

/** Keys whose numbers are amounts of coins. */
const amounts = new Set([
  'value',
  'amount',
  'total_amount',
  'base',
  'ancestor',
  'feerate',
  'mempoolminfee',
  'minrelaytxfee',
]);

/** The node is starting, says its own list of codes (RPC_IN_WARMUP). */
const warmingUp = -28;

/** A block of the greatest size, spelled out. */
const mostBytes = 256 * 1024 * 1024;

/** The node had closed an idle connection: repeated, as calls are safe to repeat. */
const tries = 2;

/** Makes the client. It keeps the password and reads the cookie again when that is refused. */
export function makeRpc({ url, cookieFile, timeoutMs }: RpcOptions): Rpc {
  const { username, password, origin, pathname } = new URL(url);
  const given = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  let known: string | undefined;
  const secret = async () => {
    known ??= cookieFile ? (await readFile(cookieFile, 'utf8')).trim() : given;
    return `Basic ${Buffer.from(known).toString('base64')}`;
  };

  const post = async (body: string): Promise<ProviderReply | Unknown> => {
    for (let left = tries; ; left -= 1) {
      let authorization: string;
      try {
        authorization = await secret();
      } catch {
        return unknown('the cookie file can not be read');
      }
      const answer = await ask({
        method: 'POST',
        url: origin + pathname,
        headers: { authorization, 'content-type': 'application/json' },
        body,
        deadline: AbortSignal.timeout(timeoutMs),
        maxBytes: mostBytes,
      });
      const again = answer.kind === 'unknown' ? answer.lost : answer.status === 401;
      if (answer.kind === 'answer' && answer.status === 401) known = undefined;
      if (!again || left <= 1) return answer;
    }
  };

  const toldOf = (reply: z.output<typeof replySchema>): Told =>
    reply.error
      ? { kind: 'error', code: reply.error.code, message: reply.error.message }
      : { kind: 'result', result: reply.result };

  const calls: Rpc['calls'] = async (asked) => {
    if (asked.length === 0) return done([]);
    const questions = asked.map(({ method, params = [] }, id) => ({
      jsonrpc: '1.0',
      id,
      method,
      params,
    }));
    const answer = await post(JSON.stringify(questions));
    if (answer.kind === 'unknown') return unknown(answer.reason);
    if (answer.status === 401 || answer.status === 403) return unknown('the password was refused');
    const replies = readReplies(answer);
    if (!replies) return unknown(`not an answer of a node: HTTP ${answer.status}`);
    const byId = new Map(replies.map((reply) => [reply.id, toldOf(reply)]));
    const told = asked.flatMap((_, id) => byId.get(id) ?? []);
    if (told.length !== asked.length) return unknown('the node left out an answer');
    if (told.some((one) => one.kind === 'error' && one.code === warmingUp))
      return unknown('the node is starting');
    return done(told);
  };

  return {
    calls,
    async call(asked) {
      const heard = await calls([asked]);
      if (heard.kind === 'unknown') return heard;
      const [told] = heard.value;
      return told ? done(told) : unknown('the node left out the answer');
    },
  };
}

function readReplies({ text }: ProviderReply): readonly z.output<typeof replySchema>[] | undefined {
  try {
    const read = z.array(replySchema).safeParse(exact(text, (key) => amounts.has(key)));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
