/** Sending mail, however it travels. */
import type { Outcome } from '../outcome.ts';

export interface OutgoingMail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every try of one mail, such as `<mail_01…@shop.example>`: mailboxes drop repeats. */
  readonly messageId: string;
}

export interface Mail {
  /**
   * Hands a mail over. Refused: it can never be delivered so (bad address, mailbox unknown).
   * Unknown: it may or may not be on its way; send it again with the same `messageId`.
   */
  send(mail: OutgoingMail): Promise<Outcome<void>>;
  /** Ends idle connections. */
  close(): void;
}
