/** Push notifications (Web Push: RFC 8030, 8291, 8292). */
import type { Outcome, Unknown } from '../outcome.ts';

export interface PushAddress {
  readonly endpoint: string;
  /** The browser's public key and its secret, base64url: nobody on the way can read the message. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  readonly to: PushAddress;
  readonly text: string;
  /** A later message of the same topic takes the place of one not yet delivered; 32 of `[A-Za-z0-9_-]`. */
  readonly topic: string;
  /** How long the push service keeps it for a browser that is not there. */
  readonly lifeMs: number;
}

/** `gone`: the subscription is dead, for good. `rejected`: this message will never be taken. */
export type PushRefusal = 'gone' | 'rejected';

export interface TryLater extends Unknown {
  /** `Retry-After` of the service, in ms. */
  readonly afterMs?: number;
}

export interface Push {
  /** The shop's key, which a browser subscribes with: base64url. */
  readonly publicKey: string;
  /** Whether an address is at a push service that the shop sends to: it asks nobody else. */
  allows(endpoint: string): boolean;
  /** Hands a message over. Unknown: it may be on its way; sending it again replaces it by its topic. */
  send(message: PushMessage): Promise<Exclude<Outcome<void, PushRefusal>, Unknown> | TryLater>;
}
