/** The push port on the protocol that every browser's push service speaks, encrypted by `web-push`. */
import webPush from 'web-push';
import { seconds } from '../../../platform/process/durations.ts';
import { ask, type ProviderReply, retryAfterMs } from '../../ask.ts';
import { done, refused, unknown } from '../../outcome.ts';
import type { Push, PushMessage } from '../port.ts';
import { isAllowed } from './services.ts';

export interface WebPushOptions {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whom a push service can write to about us: `mailto:` or `https:`. */
  readonly subject: string;
  /** Hosts that messages may go to. */
  readonly services: readonly string[];
  readonly timeoutMs?: number;
}

type Sent = Awaited<ReturnType<Push['send']>>;

/** Encrypts and signs; undefined when the browser's key is none. */
function requestOf({ to, text, topic, lifeMs }: PushMessage, options: WebPushOptions) {
  const { publicKey, privateKey, subject } = options;
  const { endpoint, p256dh, auth } = to;
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: Math.round(lifeMs / seconds(1)),
      contentEncoding: 'aes128gcm',
      topic,
    });
  } catch {
    // The shop's own keys were checked at start: what is wrong is the subscription's.
    return undefined;
  }
}

function waitOf(answer: ProviderReply): { afterMs?: number } {
  const afterMs = retryAfterMs(answer);
  return afterMs > 0 ? { afterMs } : {};
}

function readAnswer(answer: ProviderReply): Sent {
  const { status } = answer;
  if (status >= 200 && status < 300) return done(undefined);
  if (status === 404 || status === 410) return refused('gone');
  if (status === 429 || status >= 500) return { ...unknown(`HTTP ${status}`), ...waitOf(answer) };
  return refused('rejected');
}

/** Makes the port. */
export function makeWebPush(options: WebPushOptions): Push {
  const { publicKey, services, timeoutMs = seconds(10) } = options;
  return {
    publicKey,
    allows: (endpoint) => isAllowed(endpoint, services),
    async send(message) {
      const { endpoint } = message.to;
      // The list may have become shorter since the browser subscribed.
      const request = isAllowed(endpoint, services) ? requestOf(message, options) : undefined;
      if (!request) return refused('gone');
      const headers = Object.entries(request.headers).filter(([name]) => name !== 'Content-Length');
      const answer = await ask({
        method: 'POST',
        url: endpoint,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(request.body ?? []),
        deadline: AbortSignal.timeout(timeoutMs),
      });
      return answer.kind === 'answer' ? readAnswer(answer) : answer;
    },
  };
}
