import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';

interface TileProps {
  icon: ReactNode;
  name: string;
  /** Where it leads; without, it is no link. */
  to?: string;
  /** What it leads to is shown now. */
  current?: boolean;
  ref?: Ref<HTMLAnchorElement>;
  className?: string;
  children: ReactNode;
}

/** One of several things that are held, in short; leads to more of it. */
export function Tile({ icon, name, to, current = false, ref, className, children }: TileProps) {
  const inside = (
    <>
      <span className="flex items-center gap-1.5 text-13 font-semibold">
        {icon}
        {name}
      </span>
      {/* What is shown now says it large. */}
      <span
        className={cx(
          'block',
          to === undefined ? 'mt-2' : 'mt-1',
          current ? 'text-13' : 'text-17 font-semibold',
        )}
      >
        {children}
      </span>
    </>
  );
  const box = cx(
    'block h-full min-w-0 rounded-panel border p-3 xl:px-5',
    to === undefined ? 'border-dashed border-edge' : 'transition-colors',
    to !== undefined &&
      (current ? 'border-leaf bg-leaf-tint' : 'border-line bg-surface hover:border-edge'),
  );
  return (
    <li className={cx('min-w-0', className)}>
      {to === undefined ? (
        <div className={box}>{inside}</div>
      ) : (
        <Link ref={ref} to={to} aria-current={current ? 'true' : undefined} className={box}>
          {inside}
        </Link>
      )}
    </li>
  );
}
