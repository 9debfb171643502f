/** Sends webhook events to the shop and tries again until it answers 2xx, as PayPal does. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Faults } from '../faults.ts';
import type { Journal, Shelf } from '../journal.ts';
import type { EventType, WebhookEvent } from './events.ts';
import type { TransmissionHeaders, WebhookSigner } from './signature.ts';

/** PayPal gives up after 25 tries in three days. */
const maxTries = 25;
const answerWithinMs = 30_000;
const longestPauseMs = 3 * 60 * 60 * 1000;
/** The journal of events that are over is cut to this many. */
const keptEvents = 2_000;

/** One event and how its delivery went. */
export interface Sent {
  readonly id: string;
  readonly type: EventType;
  readonly text: string;
  readonly tries: number;
  /** HTTP statuses of the tries; 0 where no answer came. */
  readonly statuses: readonly number[];
  readonly state: 'waiting' | 'delivered' | 'given_up' | 'not_sent';
}

export interface Webhooks {
  /** Sends an event soon, as often as its faults and the shop's answers ask for. */
  emit(event: WebhookEvent): void;
  /** Sends an event now, `copies` times at once, and answers the HTTP statuses. */
  fire(event: Pick<WebhookEvent, 'text'>, options: FireOptions): Promise<number[]>;
  find(id: string): Sent | undefined;
  all(): Sent[];
  /** Goes on with what an earlier run could not deliver. */
  resume(): void;
  setUrl(url: string | undefined): void;
  /** Waits until nothing is being sent any more. */
  close(): Promise<void>;
}

export interface FireOptions {
  readonly copies: number;
  readonly forged: boolean;
  /** The copies have the same headers too: what somebody who listened could send. */
  readonly sameHeaders: boolean;
}

interface WebhookOptions {
  readonly url: string | undefined;
  readonly faults: Faults;
  readonly signer: WebhookSigner;
  readonly journal: Journal;
  /** The pause before the second try; each further one is twice as long. */
  readonly retryMs: number;
}

interface Transmission {
  readonly text: string;
  readonly headers: TransmissionHeaders;
  readonly closing: AbortSignal;
}

/** One transmission: the HTTP status, or 0 when there was no answer. */
async function post(url: string, { text, headers, closing }: Transmission): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'PayPal/sandbox' },
      body: text,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerWithinMs)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

const isGood = (status: number) => status >= 200 && status < 300;

/** An event after one more try. */
function tried(event: Sent, status: number): Sent {
  const tries = event.tries + 1;
  const over = tries >= maxTries ? 'given_up' : 'waiting';
  const state = isGood(status) ? 'delivered' : over;
  return { ...event, tries, statuses: [...event.statuses, status], state };
}

/** Tries events until the shop takes them, PayPal would give up, or the sandbox closes. */
function makeDelivery({ signer, retryMs, ...options }: WebhookOptions, sent: Shelf<Sent>) {
  const closing = new AbortController();
  let url = options.url;
  const wait = (ms: number) => pause(ms, undefined, { signal: closing.signal });
  const transmit = (text: string, headers: TransmissionHeaders) =>
    url === undefined ? 0 : post(url, { text, headers, closing: closing.signal });

  async function deliver(id: string, forged: boolean): Promise<void> {
    for (let known = sent.get(id); known?.state === 'waiting'; known = sent.get(id)) {
      const { tries, text } = known;
      await wait(tries === 0 ? 0 : Math.min(retryMs * 2 ** (tries - 1), longestPauseMs));
      const status = await transmit(text, signer.headersFor(text, { forged }));
      if (closing.signal.aborted) return;
      sent.put(id, tried(known, status));
    }
  }

  async function fire({ text }: Pick<WebhookEvent, 'text'>, how: FireOptions): Promise<number[]> {
    const one = signer.headersFor(text, how);
    const each = (copy: number) =>
      transmit(text, how.sameHeaders || copy === 0 ? one : signer.headersFor(text, how));
    return Promise.all(Array.from({ length: how.copies }, (_, copy) => each(copy)));
  }

  return {
    deliver,
    fire,
    /** Delivers an event as its fault has it. */
    async send(event: WebhookEvent, fault: Fault | undefined): Promise<void> {
      if (fault?.delayMs !== undefined) await wait(fault.delayMs);
      await deliver(event.id, fault?.kind === 'forged');
      if (fault?.kind === 'duplicate' || fault?.kind === 'replay') {
        const { kind, copies = 1 } = fault;
        await fire(event, { copies, forged: false, sameHeaders: kind === 'replay' });
      }
    },
    get hasUrl() {
      return url !== undefined;
    },
    setUrl(next: string | undefined) {
      url = next;
    },
    stop: () => closing.abort(),
  };
}

/** Starts with what `journal` holds; nothing is sent before `emit`, `fire` or `resume`. */
export function makeWebhooks(options: WebhookOptions): Webhooks {
  const sent = options.journal.shelf<Sent>('webhooks');
  const delivery = makeDelivery(options, sent);
  const underWay = new Set<Promise<unknown>>();
  let held: Array<() => void> = [];

  const track = (work: Promise<unknown>) => {
    const done = work.catch(() => undefined).finally(() => underWay.delete(done));
    underWay.add(done);
  };

  function forgetOld(): void {
    if (sent.size <= keptEvents) return;
    const over = sent.all().filter((event) => event.state !== 'waiting');
    for (const event of over.slice(0, sent.size - keptEvents)) sent.drop(event.id);
  }

  return {
    emit(event) {
      const fault = options.faults.take('webhook', event.subjects);
      const off = fault?.kind === 'off' || !delivery.hasUrl;
      const { id, type, text } = event;
      sent.put(id, { id, type, text, tries: 0, statuses: [], state: off ? 'not_sent' : 'waiting' });
      forgetOld();
      if (off) return;
      if (fault?.kind === 'out_of_order') {
        held.push(() => track(delivery.send(event, undefined)));
        return;
      }
      const overtaken = held;
      held = [];
      track(delivery.send(event, fault).finally(() => overtaken.map((release) => release())));
    },
    fire: delivery.fire,
    find: (id) => sent.get(id),
    all: () => sent.all(),
    resume() {
      for (const { id, state } of sent.all())
        if (state === 'waiting') track(delivery.deliver(id, false));
    },
    setUrl: delivery.setUrl,
    async close() {
      delivery.stop();
      await Promise.all(underWay);
    },
  };
}
