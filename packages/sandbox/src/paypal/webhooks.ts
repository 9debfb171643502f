/** Sends webhook events to the shop and tries again until it answers 2xx, as PayPal does. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { EventType, WebhookEvent } from './events.ts';
import type { Signer, TransmissionHeaders } from './signature.ts';

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
  readonly signer: Signer;
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

/** Starts with what `journal` holds; nothing is sent before `emit`, `fire` or `resume`. */
export function makeWebhooks(options: WebhookOptions): Webhooks {
  const { faults, signer, journal, retryMs } = options;
  const sent = journal.shelf<Sent>('webhooks');
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let url = options.url;
  let held: Array<() => void> = [];

  const track = (work: Promise<unknown>) => {
    const done = work.catch(() => undefined).finally(() => underWay.delete(done));
    underWay.add(done);
  };

  const transmit = (text: string, headers: TransmissionHeaders) =>
    url === undefined ? 0 : post(url, { text, headers, closing: closing.signal });

  /** Tries until the shop takes the event, PayPal would give up, or the sandbox closes. */
  async function deliver(id: string, forged: boolean): Promise<void> {
    for (let known = sent.get(id); known?.state === 'waiting'; known = sent.get(id)) {
      const wait =
        known.tries === 0 ? 0 : Math.min(retryMs * 2 ** (known.tries - 1), longestPauseMs);
      await pause(wait, undefined, { signal: closing.signal });
      const status = await transmit(known.text, signer.headersFor(known.text, { forged }));
      if (closing.signal.aborted) return;
      sent.put(id, tried(known, status));
    }
  }

  async function fire(event: Pick<WebhookEvent, 'text'>, how: FireOptions): Promise<number[]> {
    const one = signer.headersFor(event.text, how);
    const each = (copy: number) =>
      transmit(
        event.text,
        how.sameHeaders || copy === 0 ? one : signer.headersFor(event.text, how),
      );
    return Promise.all(Array.from({ length: how.copies }, (_, copy) => each(copy)));
  }

  async function send(event: WebhookEvent, fault: Fault | undefined): Promise<void> {
    if (fault?.delayMs !== undefined)
      await pause(fault.delayMs, undefined, { signal: closing.signal });
    await deliver(event.id, fault?.kind === 'forged');
    if (fault?.kind === 'duplicate' || fault?.kind === 'replay')
      await fire(event, {
        copies: fault.copies ?? 1,
        forged: false,
        sameHeaders: fault.kind === 'replay',
      });
  }

  function forgetOld(): void {
    if (sent.size <= keptEvents) return;
    const over = sent.all().filter((event) => event.state !== 'waiting');
    for (const event of over.slice(0, sent.size - keptEvents)) sent.drop(event.id);
  }

  function emit(event: WebhookEvent): void {
    const fault = faults.take('webhook', event.subjects);
    const off = fault?.kind === 'off' || url === undefined;
    const { id, type, text } = event;
    sent.put(id, { id, type, text, tries: 0, statuses: [], state: off ? 'not_sent' : 'waiting' });
    forgetOld();
    if (off) return;
    if (fault?.kind === 'out_of_order') {
      held.push(() => track(send(event, undefined)));
      return;
    }
    const overtaken = held;
    held = [];
    track(send(event, fault).finally(() => overtaken.map((release) => release())));
  }

  return {
    emit,
    fire,
    find: (id) => sent.get(id),
    all: () => sent.all(),
    resume() {
      for (const { id, state } of sent.all()) if (state === 'waiting') track(deliver(id, false));
    },
    setUrl(next) {
      url = next;
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}
