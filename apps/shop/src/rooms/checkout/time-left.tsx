import { serverNow } from '@giftlane/client/server-clock.ts';
import { text } from '@giftlane/texts/text.ts';
import { useEffect, useState } from 'react';

/**
 * Seconds until a moment of the server's, looked at every so often; 0 when it has passed. Rounded down: the server's
 * time is known up to a second late.
 */
export function useSecondsLeft(until: string, everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  // Time passes outside React.
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.max(0, Math.floor((Date.parse(until) - now) / 1_000));
}

const lookEveryMs = 5_000;

/** In whole minutes, where it stands beside others; 0 when it has passed. */
export const useMinutesLeft = (until: string): number =>
  Math.ceil(useSecondsLeft(until, lookEveryMs) / 60);

export const minutesLeftText = (minutes: number): string => text('held.minutesLeft', { minutes });

/** In units, so that nobody takes it for a time of day. */
function timeLeftText(seconds: number): string {
  if (seconds < 60) return text('held.secondsLeft', { seconds });
  const rest = String(seconds % 60).padStart(2, '0');
  return text('held.left', { minutes: Math.floor(seconds / 60), seconds: rest });
}

interface HeldProps {
  seconds: number;
  /** Their rate is held with the codes. */
  byCoin?: boolean;
}

/** How long codes are held. It is read out when it is asked for, not every second. */
export function Held({ seconds, byCoin = false }: HeldProps) {
  return (
    <span role="timer" className="tabular-nums">
      {text(byCoin ? 'checkout.coin.held' : 'checkout.held', { time: timeLeftText(seconds) })}
    </span>
  );
}
