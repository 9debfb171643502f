/** Whether the process lives, and whether it can serve. For balancers and operators, without envelope. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Db, sql } from '../db/db.ts';
import { remember } from '../db/remember.ts';
import { seconds } from './durations.ts';

export interface HealthParts {
  /** Uses a connection of its own: a busy pool does not make the process unready. */
  readonly db: Pick<Db, 'rows'>;
  /** Whether the process was asked to stop. */
  readonly stopping: () => boolean;
}

/**
 * Serves `/healthz` (the process answers), `/readyz` (it can do its work; 503 while it can not) and `/readyz/pages`: pages
 * come from memory, also while the database is away from all processes and a balancer would leave none.
 */
export function healthRoutes(app: FastifyInstance, { db, stopping }: HealthParts): void {
  // Concurrent probes share one query.
  const answer = remember(seconds(1), () => mustAnswer(db));
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz/pages', (_request, reply) =>
    stopping()
      ? reply.code(503).send({ status: 'stopping' })
      : reply.send({ status: 'ready for pages' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const problem = stopping() ? 'stopping' : await databaseProblem(answer);
    if (problem === undefined) return reply.send({ status: 'ready' });
    return reply.code(503).send({ status: problem });
  });
}

/** Locks no row, but fails on a read-only database. */
const mustAnswer = (db: HealthParts['db']) =>
  db.rows(sql<unknown>`select from site_options where false for share`);

/** A balancer that gets no answer takes the process for a dead one. */
const answersWithinMs = seconds(2);

async function databaseProblem(ask: () => Promise<unknown>): Promise<string | undefined> {
  const late = sleep(answersWithinMs, false, { ref: false });
  const asked = ask().then(
    () => true,
    () => false,
  );
  if (await Promise.race([asked, late])) return undefined;
  return 'the database does not answer, or takes no writes';
}
