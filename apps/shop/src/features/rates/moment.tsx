import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { momentParts } from './figures.ts';

/** A time that wraps only between day and time. In UTC at first, as the server does not know the viewer's time zone. */
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
