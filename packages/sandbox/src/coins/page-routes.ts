/** The page of a chain over HTTP: its look, and what its forms do. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageFiles, sendFile, withWindow } from '../pages/pages.ts';
import { readAmount } from './chain/amounts.ts';
import type { Engine } from './chain/engine.ts';
import { Refusal } from './chain/refusal.ts';
import type { Door } from './door.ts';
import { chainPage, type Said } from './page.ts';

const file = pageFiles(import.meta.url);

const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** What a form did, in words; nothing else that stands in an address is shown. */
const done = {
  mined: 'A block was mined.',
  reorganised: 'The last blocks were replaced.',
  stopped: 'The node is stopped.',
  started: 'The node runs.',
} as const;

/** Does what a form asks for; answers what it did. */
type Action = (fields: URLSearchParams, engine: Engine) => string;

function fund(fields: URLSearchParams, engine: Engine): string {
  const satoshi = readAmount(fields.get('amount') ?? '');
  if (satoshi === undefined)
    throw new Refusal(0, 'Amount: a number such as 0.25, with a point and at most eight places.');
  return `sent-${engine.fund(fields.get('address') ?? '', satoshi)}`;
}

function reorganise(fields: URLSearchParams, { node }: Engine): string {
  node.reorganise(Number(fields.get('depth')), { drop: fields.has('drop') });
  return 'reorganised';
}

const words = (outcome: string) => {
  const [, txid] = /^sent-([0-9a-f]{64})$/.exec(outcome) ?? [];
  if (txid) return `Sent in ${txid}. It waits for a block.`;
  return Object.hasOwn(done, outcome) ? done[outcome as keyof typeof done] : undefined;
};

export function addPage(app: FastifyInstance, engine: () => Promise<Engine>, door: Door): void {
  const style = withWindow(file('chain.css'));
  const show = async (reply: FastifyReply, said: Said) =>
    sendFile(
      reply.header('content-security-policy', pagePolicy),
      'text/html',
      chainPage((await engine()).node, door.open, said),
    );

  app.get('/chain.css', (_request, reply) => sendFile(reply, 'text/css', style));
  app.get<{ Querystring: { done?: string } }>('/', (request, reply) => {
    const good = words(request.query.done ?? '');
    return show(reply, good === undefined ? {} : { good });
  });

  /** A form's answer is another page, so that a reload does not send it again. */
  const add = (path: string, action: Action, whileStopped: boolean) =>
    app.post<{ Body: string }>(path, async (request, reply) => {
      const fields = new URLSearchParams(request.body);
      const [address, amount] = [fields.get('address') ?? '', fields.get('amount') ?? ''];
      const typed = path === '/fund' ? { address, amount } : {};
      const problem = (text: string) => show(reply.code(409), { problem: text, ...typed });
      if (!door.open && !whileStopped) return problem('The node is stopped. Start it first.');
      try {
        const outcome = action(fields, await engine());
        return reply.redirect(`/?done=${outcome}`, 303);
      } catch (error) {
        if (error instanceof Refusal) return problem(error.message);
        throw error;
      }
    });
  add('/fund', fund, false);
  add(
    '/mine',
    (_fields, { node }) => {
      node.mine(1);
      return 'mined';
    },
    false,
  );
  add('/reorganise', reorganise, false);
  add(
    '/stop',
    () => {
      door.lock();
      return 'stopped';
    },
    true,
  );
  add(
    '/start',
    () => {
      if (!door.open) door.unlock();
      return 'started';
    },
    true,
  );
}
