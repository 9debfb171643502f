/** The mail port on SMTP, with nodemailer's pool. */
import { createTransport } from 'nodemailer';
import { done, type Outcome, refused, unknown } from '../../outcome.ts';
import { type Mail, type OutgoingMail, plainAddress } from '../port.ts';

export interface SmtpOptions {
  /** smtp://user:password@host:port, or smtps:// for TLS from the start. */
  readonly smtpUrl: string;
  /** The sender, such as `Giftlane <shop@example.com>`. */
  readonly from: string;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 20_000;

const messageIdPattern = /^<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>$/;
const urlPattern = /^https?:\/\/[\x21-\x3b\x3d\x3f-\x7e]{1,900}$/;
const control = /\p{Cc}/u;

function badField(mail: OutgoingMail): string | undefined {
  const { to, subject, messageId, replyTo, unsubscribeUrl } = mail;
  if (!plainAddress.test(to)) return 'bad address';
  if (control.test(subject)) return 'bad subject';
  if (replyTo !== undefined && !plainAddress.test(replyTo)) return 'bad reply address';
  if (unsubscribeUrl !== undefined && !urlPattern.test(unsubscribeUrl))
    return 'bad unsubscribe address';
  return messageIdPattern.test(messageId) ? undefined : 'bad message id';
}

/** Headers as they stand: an address that is folded is none any more. */
const whole = (value: string) => ({ prepared: true, value });

function headersOf({ unsubscribeUrl }: OutgoingMail) {
  return {
    // The shop writes these by itself: no out-of-office answers, please.
    'auto-submitted': 'auto-generated',
    ...(unsubscribeUrl !== undefined && {
      'list-unsubscribe': whole(`<${unsubscribeUrl}>`),
      'list-unsubscribe-post': whole('List-Unsubscribe=One-Click'),
    }),
  };
}

function connection(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // With a password TLS is required.
    ...(user !== '' && {
      auth: { user, pass: decodeURIComponent(url.password) },
      requireTLS: !secure,
    }),
  };
}

interface SmtpFailure {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly permanent?: unknown;
}

/** Final only when the server rejected this mail; its refusal of our password says nothing of it. */
function failure(error: unknown): Outcome<void> {
  const { code, responseCode, permanent } = Object(error) as SmtpFailure;
  const ofThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (ofThisMail && permanent === true) return refused(`SMTP ${String(responseCode)}`);
  // What did not come from the server is in no list of codes: which host, which certificate.
  return unknown(`SMTP ${String(responseCode ?? error)}`);
}

/** Makes the port; connections are opened when needed and kept for a while. */
export function makeSmtp({ smtpUrl, from, timeoutMs = defaultTimeoutMs }: SmtpOptions): Mail {
  const transport = createTransport({
    ...connection(smtpUrl),
    pool: true,
    // As many as most providers allow; each mail is some round trips, so that few of them limit the pace.
    maxConnections: 8,
    // The pool would send a mail again by itself when its connection breaks: twice, perhaps.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const bad = badField(mail);
      if (bad !== undefined) return refused(bad);
      const { to, subject, text, html, messageId, replyTo } = mail;
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          headers: headersOf(mail),
          signal: deadline,
        });
        return done(undefined);
      } catch (error) {
        return deadline.aborted ? unknown('time-out') : failure(error);
      }
    },
    check: () => transport.verify().then(() => done(undefined), failure),
    close: () => transport.close(),
  };
}
