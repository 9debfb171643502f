/** The SMTP side of the inbox: takes every mail, without TLS or a password. */
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type Fault, type Faults, waitFor } from '../faults.ts';
import { host, listenAt } from '../listen.ts';
import type { Inbox } from './inbox.ts';

export interface Smtp {
  readonly url: string;
  close(): Promise<void>;
}

const maxMailBytes = 10 * 1024 * 1024;

/** An SMTP reply that is a refusal. */
class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

const refusals: Partial<Record<Fault['kind'], () => SmtpRefusal>> = {
  refuse: () => new SmtpRefusal(550, '5.1.1 No such mailbox here'),
  busy: () => new SmtpRefusal(451, '4.3.0 Try again later'),
};

const written = (address: Address | undefined) =>
  address === undefined
    ? ''
    : [address.name, address.address && `<${address.address}>`].filter(Boolean).join(' ');

async function keep(inbox: Inbox, raw: Buffer, to: readonly string[]): Promise<void> {
  const mail = await PostalMime.parse(raw);
  inbox.add({
    messageId: mail.messageId ?? '',
    from: written(mail.from),
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    attachments: mail.attachments.map((attached) => attached.filename ?? attached.mimeType),
  });
}

/** Starts taking mails into `inbox` on the loopback address. */
export async function startSmtp(wished: number, inbox: Inbox, faults: Faults): Promise<Smtp> {
  const closing = new AbortController();
  const sockets = new Set<Socket>();
  const hangUp = (session: SMTPServerSession) => {
    for (const socket of sockets)
      if (socket.remotePort === session.remotePort) socket.resetAndDestroy();
  };

  /** Takes one mail; false when it must stay unanswered. */
  async function take(raw: Buffer, session: SMTPServerSession): Promise<boolean> {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const fault = faults.take('mail', to);
    await waitFor(fault, closing.signal);
    const refusal = fault && refusals[fault.kind]?.();
    if (refusal) throw refusal;
    const breaks = fault?.kind === 'silence' || fault?.kind === 'reset';
    if (!breaks || fault.after) await keep(inbox, raw, to);
    if (fault?.kind === 'reset') hangUp(session);
    return !breaks;
  }

  const server = new SMTPServer({
    name: 'sandbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxMailBytes,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) => take(raw, session))
        .then((answer) => answer && done(null, 'Kept'), done);
    },
  });
  server.on('error', () => undefined);
  const port = await listenAt(wished, (at) => listen(server, at));
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    url: `smtp://${host}:${port}`,
    async close() {
      closing.abort();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => {
      server.server.off('error', reject);
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
