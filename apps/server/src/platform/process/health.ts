/** Whether the process lives, and whether it can serve. For balancers and operators, without envelope. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Db, sql } from '../db/db.ts';
import { remember } from '../db/remember.ts';
import { seconds } from './durations.ts';

export interface HealthParts {
  /** Uses a connection of its own: a busy pool does not make the process unready. Without one none is asked. */
  readonly db?: Pick<Db, 'rows'>;
  /** Whether the process was asked to stop. */
  readonly stopping: () => boolean;
  /** What else keeps the process from its work, such as a loop that does not turn; undefined for nothing. */
  readonly obstacle?: () => string | undefined;
}

/**
 * Serves `/healthz` (the process answers), `/readyz` (it can do its work; 503 while it can not) and `/readyz/pages`: pages
 * come from memory, also while the database is away from all processes and a balancer would leave none. Returns what tells why
 * the process is not ready.
 */
export function healthRoutes(
  app: FastifyInstance,
  parts: HealthParts,
): () => Promise<string | undefined> {
  const { db, stopping, obstacle } = parts;
  // Concurrent probes share one query.
  const answer = remember(seconds(1), async () => db && mustAnswer(db));
  const problemNow = async () =>
    stopping() ? 'stopping' : (obstacle?.() ?? (await databaseProblem(answer)));
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz/pages', (_request, reply) =>
    stopping()
      ? reply.code(503).send({ status: 'stopping' })
      : reply.send({ status: 'ready for pages' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const problem = await problemNow();
    if (problem === undefined) return reply.send({ status: 'ready' });
    return reply.code(503).send({ status: problem });
  });
  return problemNow;
}

/** Locks no row, but fails on a read-only database. */
const mustAnswer = (db: Pick<Db, 'rows'>) =>
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
