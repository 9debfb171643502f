import { text } from '@giftlane/contract/messages.ts';
import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { currentIn, rooms } from '../../parts/account-rooms.ts';

const linkClass =
  'input-height flex items-center gap-3 rounded-control px-2.5 font-medium whitespace-nowrap text-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-leaf-tint aria-[current]:text-leaf lg:whitespace-normal';

/** Every room, one press away: a row that scrolls by itself, on a desk a column. */
export function RoomList() {
  const { pathname } = useLocation();
  const row = useRef<HTMLUListElement>(null);
  // The room one is in may be beyond the edge of a phone. Only the row moves, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another room.
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !current) return;
    row.current.scrollLeft =
      current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav aria-label={text('rooms.label')}>
      <ul
        ref={row}
        className="max-lg:ends-fade relative -mx-(--page-gutter) flex gap-1 overflow-x-auto px-(--page-gutter) py-1 [scrollbar-width:none] lg:mx-0 lg:flex-col lg:gap-0.5 lg:overflow-visible lg:p-0"
      >
        {rooms.map((room) => (
          <li key={room.path} className="shrink-0">
            <Link to={room.path} aria-current={currentIn(room, pathname)} className={linkClass}>
              <room.Icon aria-hidden="true" className="size-4 shrink-0 max-lg:hidden" />
              {room.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
