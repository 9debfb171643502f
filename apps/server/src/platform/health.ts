/** Whether the process lives, and whether it can serve. For balancers and operators, without envelope. */
import type { FastifyInstance } from 'fastify';
import { type Db, sql } from './db.ts';
import { seconds } from './durations.ts';
import { remember } from './remember.ts';

export interface HealthParts {
  /** Has a connection of its own: customers who wait for theirs do not make a process unfit. */
  readonly db: Pick<Db, 'one'>;
  /** Whether the process was asked to stop. */
  readonly stopping: () => boolean;
}

/** Serves `/healthz` (the process answers) and `/readyz` (it can do its work; 503 while it can not). */
export function healthRoutes(app: FastifyInstance, { db, stopping }: HealthParts): void {
  // However many ask, one asks the database.
  const answer = remember(seconds(1), () => mustAnswer(db));
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const problem = stopping() ? 'stopping' : await databaseProblem(answer);
    if (problem === undefined) return reply.send({ status: 'ready' });
    return reply.code(503).send({ status: problem });
  });
}

const mustAnswer = (db: HealthParts['db']) => db.one(sql<{ one: number }>`select 1 as one`);

async function databaseProblem(ask: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await ask();
    return undefined;
  } catch {
    return 'the database does not answer';
  }
}
