import { numberFormat } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';
import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { countersQuery } from './counters-query.ts';

/** Figures below `large` are shown small. */
const figures = [
  { field: 'cards', label: text('home.counter.coupons'), large: 0 },
  { field: 'users', label: text('home.counter.customers'), large: 1_000 },
  { field: 'ordersLast24Hours', label: text('home.counter.orders'), large: 100 },
] as const;

const countUpMs = 900;
const format = (value: number) => numberFormat().format(value);
const easeOut = (part: number) => 1 - (1 - part) ** 3;

/**
 * A number that counts up to its value when it comes into view; at once with reduced motion. A server-rendered number is
 * complete, and stays so when it is in view before the script runs.
 */
function useCountUp(value: number) {
  const ref = useRef<HTMLElement>(null);
  const atFirst = useAtFirst();
  const [shown, show] = useState(atFirst ? value : 0);
  const isComplete = useRef(atFirst);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      show(value);
      return;
    }
    let frame = 0;
    const step = (start: number) => (now: number) => {
      const part = Math.min(1, Math.max(0, now - start) / countUpMs);
      show(Math.round(value * easeOut(part)));
      if (part < 1) frame = requestAnimationFrame(step(start));
    };
    const observer = new IntersectionObserver((entries) => {
      const isInView = entries.some((entry) => entry.isIntersecting);
      if (!isInView) {
        isComplete.current = false;
        show(0);
        return;
      }
      observer.disconnect();
      if (isComplete.current) return show(value);
      frame = requestAnimationFrame(step(performance.now()));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [value]);
  return { ref, shown };
}

interface CounterProps {
  value: number | undefined;
  label: string;
  large: number;
}

function Counter({ value, label, large }: CounterProps) {
  const { ref, shown } = useCountUp(value ?? 0);
  return (
    <Figure label={label} ref={ref} small={value !== undefined && value < large}>
      <span className="sr-only">{value === undefined ? '' : format(value)}</span>
      <span aria-hidden="true">{value === undefined ? '–' : format(shown)}</span>
    </Figure>
  );
}

interface FigureProps {
  label: string;
  ref?: RefObject<HTMLElement | null>;
  small?: boolean;
  children: ReactNode;
}

function Figure({ label, ref, small = false, children }: FigureProps) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-13 text-soft">{label}</dt>
      <dd
        ref={ref}
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

/** A duration in whole seconds, minutes or hours. */
function timeText(seconds: number): string {
  const unit = seconds < 60 ? 'second' : seconds < 3_600 ? 'minute' : 'hour';
  const size = { second: 1, minute: 60, hour: 3_600 }[unit];
  const count = Math.ceil(seconds / size);
  return numberFormat({ style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Figures of the shop (HOME-05, HOME-06, OPEN-29). */
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
        <Figure label={text('home.facts.brands')}>{data ? format(data.brands) : '–'}</Figure>
        {data && data.deliverySeconds !== null && (
          <Figure label={text('home.facts.delivery')}>{timeText(data.deliverySeconds)}</Figure>
        )}
      </dl>
    </section>
  );
}
