import { numberFormat } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';

interface SentSoFar {
  readonly nSent: number;
  readonly nReaders: number;
  readonly bStopped: boolean;
}

/** How far an issue is sent. */
export const progressOf = ({ nSent, nReaders, bStopped }: SentSoFar): string => {
  const { format } = numberFormat({});
  const facts = { sent: format(nSent), readers: format(nReaders) };
  return bStopped
    ? text('office.newsletter.isStopped', facts)
    : text('office.newsletter.of', facts);
};
