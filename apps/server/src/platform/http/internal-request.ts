/** Questions that the shop asks itself, through its own routes: nobody looks at what is answered. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { newToken } from '../secrets/secrets.ts';

const header = 'x-own-question';
/** Known to nobody else. */
const sign = newToken();

/** Whether a request is the shop's own. */
export const isOwnQuestion = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers[header] === sign;

/** What the shop answers to an address, as it answers anybody; undefined when it refuses, fails or takes too long. */
export async function askOwn(
  app: FastifyInstance,
  address: string,
  patienceMs: number,
): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  try {
    const asked = app.inject({ method: 'GET', url: address, headers: { [header]: sign } });
    const reply = await Promise.race([asked, late]);
    return reply && reply.statusCode === 200 ? reply.body : undefined;
  } catch {
    // A server that is closing answers nobody.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
