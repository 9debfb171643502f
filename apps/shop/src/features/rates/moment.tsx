import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { momentParts } from './figures.ts';

/**
 * When something was, broken between the day and the time if at all. A server does not know where the viewer is.
 */
export function Moment({ at, daily }: { at: string; daily: boolean }) {
  const [day, time] = momentParts(at, daily, useAtFirst());
  return (
    <time dateTime={at} className="proportional-nums">
      <span className="whitespace-nowrap">{time ? `${day},` : day}</span>
      {time && ' '}
      {time && <span className="whitespace-nowrap">{time}</span>}
    </time>
  );
}
