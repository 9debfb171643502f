import { text } from '@giftlane/texts/text.ts';

interface SentSoFar {
  readonly nSent: number;
  readonly nReaders: number;
  readonly bStopped: boolean;
}

/** How far an issue is sent. */
export const progressOf = ({ nSent, nReaders, bStopped }: SentSoFar): string => {
  const facts = { sent: nSent, readers: nReaders };
  return bStopped
    ? text('office.newsletter.isStopped', facts)
    : text('office.newsletter.of', facts);
};
