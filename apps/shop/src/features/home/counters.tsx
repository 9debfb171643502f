import { text } from '@giftlane/texts/text.ts';
import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { countersQuery } from './counters-query.ts';

/** From `large` on a figure is worth showing large: a young shop's are small. */
const figures = [
  { field: 'cards', label: text('home.counter.coupons'), large: 0 },
  { field: 'users', label: text('home.counter.customers'), large: 1_000 },
  { field: 'ordersLast24Hours', label: text('home.counter.orders'), large: 100 },
] as const;

const climbMs = 900;
const inWords = new Intl.NumberFormat('en-US');
const easeOut = (part: number) => 1 - (1 - part) ** 3;

/**
 * A number that climbs to its value once it is seen; at once for those who want no motion. In a page the server drew
 * it stands there already, and stays if it was seen before it could climb.
 */
function useClimb(value: number) {
  const place = useRef<HTMLElement>(null);
  const atFirst = useAtFirst();
  const [shown, show] = useState(atFirst ? value : 0);
  const isThere = useRef(atFirst);
  // Frames and visibility are outside React.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      show(value);
      return;
    }
    let frame = 0;
    const climb = (start: number) => (now: number) => {
      const part = Math.min(1, Math.max(0, now - start) / climbMs);
      show(Math.round(value * easeOut(part)));
      if (part < 1) frame = requestAnimationFrame(climb(start));
    };
    const seen = new IntersectionObserver((entries) => {
      const inSight = entries.some((entry) => entry.isIntersecting);
      if (!inSight) {
        isThere.current = false;
        show(0);
        return;
      }
      seen.disconnect();
      if (isThere.current) return show(value);
      frame = requestAnimationFrame(climb(performance.now()));
    });
    seen.observe(element);
    return () => {
      seen.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [value]);
  return { place, shown };
}

interface CounterProps {
  value: number | undefined;
  label: string;
  large: number;
}

function Counter({ value, label, large }: CounterProps) {
  const { place, shown } = useClimb(value ?? 0);
  return (
    <Figure label={label} place={place} small={value !== undefined && value < large}>
      <span className="sr-only">{value === undefined ? '' : inWords.format(value)}</span>
      <span aria-hidden="true">{value === undefined ? '–' : inWords.format(shown)}</span>
    </Figure>
  );
}

interface FigureProps {
  label: string;
  place?: RefObject<HTMLElement | null>;
  small?: boolean;
  children: ReactNode;
}

/** A figure, calm: one is as true as the other. */
function Figure({ label, place, small = false, children }: FigureProps) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-13 text-soft">{label}</dt>
      <dd
        ref={place}
        className={cx(
          'tabular-nums',
          small ? 'text-15' : 'font-display text-21 font-semibold tracking-tight',
        )}
      >
        {children}
      </dd>
    </div>
  );
}

/** A time as one says it: seconds, whole minutes, whole hours. */
function timeText(seconds: number): string {
  const unit = seconds < 60 ? 'second' : seconds < 3_600 ? 'minute' : 'hour';
  const size = { second: 1, minute: 60, hour: 3_600 }[unit];
  const count = Math.ceil(seconds / size);
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Three true figures of the shop (HOME-05, HOME-06, OPEN-29), and beside them what anybody can check. */
export function Counters() {
  const { data } = useQuery(countersQuery);
  return (
    <section aria-labelledby="counters" className="border-y border-line bg-surface">
      <h2 id="counters" className="sr-only">
        {text('home.counters.title')}
      </h2>
      <dl className="page-width grid grid-cols-2 gap-x-4 gap-y-6 py-8 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
        {figures.map(({ field, ...figure }) => (
          <Counter key={field} value={data?.[field]} {...figure} />
        ))}
        <Figure label={text('home.facts.brands')}>
          {data ? inWords.format(data.brands) : '–'}
        </Figure>
        {data && data.deliverySeconds !== null && (
          <Figure label={text('home.facts.delivery')}>{timeText(data.deliverySeconds)}</Figure>
        )}
      </dl>
    </section>
  );
}
