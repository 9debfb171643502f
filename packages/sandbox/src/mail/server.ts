/** The web side of the inbox: a page to read mails, and the same as JSON for tests. */
import { fastify } from 'fastify';
import { host, listenAt } from '../listen.ts';
import { pageFiles, sendFile, withColours } from '../pages/pages.ts';
import type { Inbox, Mail } from './inbox.ts';

export interface InboxPage {
  readonly url: string;
  close(): Promise<void>;
}

const file = pageFiles(import.meta.url);

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A mail's own HTML runs no script, loads nothing from elsewhere and opens links in a new tab. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http://127.0.0.1:* http://localhost:*; frame-ancestors 'self'";

const summary = ({ id, receivedAt, from, to, subject, text }: Mail) => ({
  id,
  receivedAt,
  from,
  to,
  subject,
  preview: text.replace(/\s+/g, ' ').trim().slice(0, 120),
});

/** Starts the page on the loopback address. */
export async function startInboxPage(wished: number, inbox: Inbox): Promise<InboxPage> {
  const app = fastify({ logger: false, forceCloseConnections: true });
  // Addresses of mails are nobody's business.
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('referrer-policy', 'no-referrer');
    next();
  });
  const page = file('inbox.html');
  const style = withColours(file('inbox.css'));
  const script = file('inbox.js');

  app.get('/', (_request, reply) =>
    sendFile(reply.header('content-security-policy', pagePolicy), 'text/html', page),
  );
  app.get('/inbox.css', (_request, reply) => sendFile(reply, 'text/css', style));
  app.get('/inbox.js', (_request, reply) => sendFile(reply, 'text/javascript', script));

  app.get<{ Querystring: { to?: string; summary?: string } }>('/mails', (request, reply) => {
    const found = inbox.all(request.query.to || undefined);
    reply.header('cache-control', 'no-store');
    return request.query.summary === undefined ? found : found.map(summary);
  });
  app.delete('/mails', (_request, reply) => {
    inbox.clear();
    return reply.code(204).send();
  });
  app.get<{ Params: { id: string } }>('/mails/:id', (request, reply) => {
    const mail = inbox.find(request.params.id);
    return mail ?? reply.code(404).send({ message: 'No such mail' });
  });
  app.get<{ Params: { id: string } }>('/mails/:id/html', (request, reply) => {
    const mail = inbox.find(request.params.id);
    if (!mail) return reply.code(404).send({ message: 'No such mail' });
    const body = `<!doctype html><base target="_blank"><meta charset="utf-8">${mail.html}`;
    return sendFile(reply.header('content-security-policy', mailPolicy), 'text/html', body);
  });

  const url = await listenAt(wished, (port) => app.listen({ host, port }));
  return { url, close: () => app.close() };
}
