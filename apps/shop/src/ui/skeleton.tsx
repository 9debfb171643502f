import type { CSSProperties } from 'react';
import { cx } from './cx.ts';

/** A grey shape where something will stand. Give it the size of what it stands for, and its corners. */
export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
  const corners = className.includes('rounded-') ? '' : 'rounded-small';
  return (
    <span
      aria-hidden="true"
      style={style}
      className={cx('block animate-pulse bg-line', corners, className)}
    />
  );
}

/** As many of `children` as asked for. */
export function repeat<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
