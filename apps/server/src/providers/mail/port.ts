/** Sending mail, however it travels. */
import type { Outcome } from '../outcome.ts';

/** One plain address: nothing that could add a recipient or a header. */
export const plainAddress = /^[^\s<>()[\]\\,;:@"\p{Cc}]{1,64}@[^\s<>()[\]\\,;:@"\p{Cc}]{1,255}$/u;

export interface OutgoingMail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every try of one mail, such as `<mail_01…@shop.example>`: mailboxes drop repeats. */
  readonly messageId: string;
  /** Where answers go, when that is not the sender. One address, without a name. */
  readonly replyTo?: string;
  /**
   * The address that ends the reader's subscription: a page when opened, and by POST at once, so that
   * mail programs can offer it as a button (RFC 8058).
   */
  readonly unsubscribeUrl?: string;
}

export interface Mail {
  /**
   * Hands a mail over. Refused: it can never be delivered so (bad address, mailbox unknown).
   * Unknown: it may or may not be on its way; send it again with the same `messageId`.
   */
  send(mail: OutgoingMail): Promise<Outcome<void>>;
  /** Connects and signs in, and sends nothing. */
  check(): Promise<Outcome<void>>;
  /** Ends idle connections. */
  close(): void;
}
