import { serverNow } from '@giftlane/client/server-clock.ts';
import { text } from '@giftlane/texts/text.ts';
import { useEffect, useState } from 'react';

/**
 * Seconds until a server time, updated every `everyMs`; 0 when passed or undefined. Rounded down: the clock may lag
 * by a second.
 */
export function useSecondsLeft(until: string | undefined, everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (until === undefined) return;
    const tick = () => setNow(serverNow());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [until, everyMs]);
  return until === undefined ? 0 : Math.max(0, Math.floor((Date.parse(until) - now) / 1_000));
}

const minutesEveryMs = 5_000;

/** Minutes until a server time, rounded up; 0 when passed or undefined. */
export const useMinutesLeft = (until: string | undefined): number =>
  Math.ceil(useSecondsLeft(until, minutesEveryMs) / 60);

export const minutesLeftText = (minutes: number): string => text('held.minutesLeft', { minutes });

/** Written with units, not as a time of day. */
function timeLeftText(seconds: number): string {
  if (seconds < 60) return text('held.secondsLeft', { seconds });
  const rest = String(seconds % 60).padStart(2, '0');
  return text('held.left', { minutes: Math.floor(seconds / 60), seconds: rest });
}

interface HoldTimeProps {
  seconds: number;
  /** A coin payment: the exchange rate is held, too. */
  byCoin?: boolean;
}

/** How long codes are held; role `timer` is not announced every second. */
export function HoldTime({ seconds, byCoin = false }: HoldTimeProps) {
  return (
    <span role="timer" className="tabular-nums">
      {text(byCoin ? 'checkout.coin.held' : 'checkout.held', { time: timeLeftText(seconds) })}
    </span>
  );
}
