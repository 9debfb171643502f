import type { CSSProperties } from 'react';
import { cx } from './cx.ts';

/** A grey shape where something will stand. Give it the size of what it stands for. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      aria-hidden="true"
      style={style}
      className={cx('block animate-pulse rounded-small bg-line', className)}
    />
  );
}

/** As many of `children` as asked for. */
export function repeat<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
