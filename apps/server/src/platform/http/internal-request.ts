/** Requests of the shop to its own routes, which do not count as views. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { newToken } from '../secrets/secrets.ts';

const header = 'x-own-question';
/** A secret of this process. */
const sign = newToken();

/** Whether a request is the shop's own. */
export const isOwnQuestion = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers[header] === sign;

/** The shop's public reply to an address; undefined when it is refused, fails or takes too long. */
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
