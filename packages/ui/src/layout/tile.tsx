import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { cx } from '../cx.ts';

interface TileProps {
  icon: ReactNode;
  name: string;
  /** Path of its link; without one it is no link. */
  to?: string;
  ref?: Ref<HTMLAnchorElement>;
  children: ReactNode;
}

/** A box with a name and a value, which may be a link. */
export function Tile({ icon, name, to, ref, children }: TileProps) {
  const inside = (
    <>
      <span className="flex items-center gap-1.5 text-13 font-semibold">
        {icon}
        {name}
      </span>
      <span className={cx('block text-17 font-semibold', to === undefined ? 'mt-2' : 'mt-1')}>
        {children}
      </span>
    </>
  );
  const box = cx(
    'block h-full min-w-0 rounded-panel border p-3 xl:px-5',
    to === undefined
      ? 'border-dashed border-edge'
      : 'border-line bg-surface transition-colors hover:border-edge',
  );
  return (
    <li className="min-w-0">
      {to === undefined ? (
        <div className={box}>{inside}</div>
      ) : (
        <Link ref={ref} to={to} className={box}>
          {inside}
        </Link>
      )}
    </li>
  );
}
