import { text } from '@giftlane/texts/text.ts';
import { Failed, type FailedProps } from '@giftlane/ui/layout/state.tsx';
import { messageOf } from './api-error.ts';

/** Advice for general messages (OPEN-32). */
const adviceFor: Readonly<Record<string, string>> = {
  [text('error.server')]: text('ui.failed.later'),
  [text('error.somethingWentWrong')]: text('ui.failed.later'),
  [text('error.serverUnavailable')]: text('ui.failed.away'),
};

type LoadFailedProps = Omit<FailedProps, 'message' | 'advice'> & {
  /** What was thrown, or a message. */
  error: unknown;
};

/** Shown in place of data that could not be loaded. */
export function LoadFailed({ error, ...rest }: LoadFailedProps) {
  const message = typeof error === 'string' ? error : messageOf(error);
  return <Failed {...rest} message={message} advice={adviceFor[message]} />;
}
