import type { CSSProperties } from 'react';
import { cx } from '../cx.ts';

interface SkeletonProps {
  className?: string;
  style?: CSSProperties;
  /** Within an element that pulses as a whole: one layer instead of many. */
  still?: boolean;
}

/** A placeholder of content that is loading; its classes set size and corners. */
export function Skeleton({ className = '', style, still = false }: SkeletonProps) {
  const corners = className.includes('rounded-') ? '' : 'rounded-small';
  return (
    <span
      aria-hidden="true"
      style={style}
      className={cx('block bg-line', !still && 'animate-pulse', corners, className)}
    />
  );
}

/** Placeholder of a line of text, as high as the line; `bar` is the size of its bar. */
export function LineSkeleton({ className, bar }: { className?: string; bar: string }) {
  return (
    <span className={cx('flex h-lh items-center', className)}>
      <Skeleton className={bar} />
    </span>
  );
}

/** Placeholder of a field with its label. */
export function FieldSkeleton() {
  return (
    <div>
      <LineSkeleton bar="h-4 w-20" />
      <Skeleton className="input-height mt-1.5 rounded-control" />
    </div>
  );
}

/** An array of `count` elements. */
export function repeat<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Placeholders of transactions: icon, description, amount. */
export const MovementSkeletons = ({ count }: { count: number }) =>
  repeat(count, (index) => (
    <div key={index} className="flex items-center gap-3 border-b border-line py-3">
      <Skeleton className="size-9 shrink-0 rounded-pill" />
      <div className="grow space-y-2 py-1">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-1/4" />
      </div>
      <Skeleton className="h-5 w-20" />
    </div>
  ));
