/** Runs one call of the stand-in: its faults first, then its work, then its answer. */
import type { FastifyReply } from 'fastify';
import { type Fault, type Faults, type Operation, waitFor } from '../faults.ts';
import {
  badBearer,
  inProgress,
  Problem,
  serverError,
  tooManyRequests,
  unprocessable,
} from './problems.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Calls {
  /** Answers a request, or spoils it as the next fitting fault says. */
  run(call: Call): Promise<FastifyReply>;
  /** Ends what is being delayed. */
  close(): void;
}

interface Call {
  readonly reply: FastifyReply;
  readonly operation: Operation;
  /** What a fault may name to mean this call. */
  readonly subjects: readonly string[];
  readonly work: (fault: Fault | undefined) => Answer;
}

const problems: Partial<Record<Fault['kind'], (fault: Fault) => Problem>> = {
  http_500: serverError,
  http_429: tooManyRequests,
  unauthorized: badBearer,
  in_progress: inProgress,
  issue: ({ value }) => unprocessable(value ?? 'SOMETHING_NEW', 'It can not be done.'),
};

export function makeCalls(faults: Faults): Calls {
  const closing = new AbortController();

  return {
    async run({ reply, operation, subjects, work }) {
      const fault = faults.take(operation, subjects);
      await waitFor(fault, closing.signal);
      if (fault && !fault.after) {
        const spoilt = spoil(fault, reply);
        if (spoilt) return spoilt;
      }
      const answer = attempt(() => work(fault));
      if (fault?.after) {
        const spoilt = spoil(fault, reply);
        if (spoilt) return spoilt;
      }
      const body = fault?.kind === 'without' ? without(fault, answer.body) : answer.body;
      return reply.code(answer.status).send(body);
    },
    close: () => closing.abort(),
  };
}

/** Spoils the answer; undefined when this fault leaves the answer alone. */
function spoil(fault: Fault, reply: FastifyReply): FastifyReply | undefined {
  const { kind } = fault;
  if (kind === 'silence' || kind === 'reset') {
    reply.hijack();
    if (kind === 'reset') reply.raw.socket?.resetAndDestroy();
    return reply;
  }
  const problem = problems[kind]?.(fault);
  if (kind === 'http_429' && fault.value !== undefined) reply.header('retry-after', fault.value);
  return problem && reply.code(problem.status).send(problem.body);
}

/** An answer of which some members are left out. */
function without({ value = '' }: Fault, body: unknown): unknown {
  const names = value.split(',');
  return JSON.parse(
    JSON.stringify(body, (key, member) => (names.includes(key) ? undefined : member)),
  );
}

function attempt(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, body: error.body };
    throw error;
  }
}
