/** Whether the process lives, and whether it can serve. For balancers and operators, without envelope. */
import type { FastifyInstance } from 'fastify';
import { type Db, sql } from './db.ts';

export interface HealthParts {
  readonly db: Db;
  /** Whether the process was asked to stop. */
  readonly stopping: () => boolean;
}

/** Serves `/healthz` (the process answers) and `/readyz` (it can do its work; 503 while it can not). */
export function healthRoutes(app: FastifyInstance, { db, stopping }: HealthParts): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const problem = stopping() ? 'stopping' : await databaseProblem(db);
    if (problem === undefined) return reply.send({ status: 'ready' });
    return reply.code(503).send({ status: problem });
  });
}

async function databaseProblem(db: Db): Promise<string | undefined> {
  try {
    await db.one(sql<{ one: number }>`select 1 as one`);
    return undefined;
  } catch {
    return 'the database does not answer';
  }
}
