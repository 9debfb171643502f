import type { User } from '@giftlane/contract/members/accounts.ts';
import { fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { useId, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { kycWords } from '../../rooms/identity/kyc-status.ts';
import { Money } from '../../rooms/money/money.tsx';
import { currentIn, type Room, rooms } from '../../rooms/people/account-rooms.ts';

const linkClass =
  'input-height flex items-center gap-3 rounded-control px-2.5 font-medium whitespace-nowrap text-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-leaf-tint aria-[current]:text-leaf lg:whitespace-normal';

interface NoteProps {
  room: Room;
  member: User;
  /** The `aria-describedby` of the room's link. */
  id: string;
}

/** Beside a link: on wide screens the balance of the wallet, on a phone a dot for an unverified identity. */
function Note({ room, member, id }: NoteProps) {
  if (room.path === '/account/wallet')
    return (
      <span
        id={id}
        className="pointer-events-none absolute inset-y-0 end-2.5 flex items-center text-13 max-lg:hidden"
      >
        {textParts(
          'rooms.wallet.balance',
          { amount: <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} /> },
          'sr-only',
        )}
      </span>
    );
  const { word, tone } = kycWords(member.sKycStatus);
  return (
    <span id={id} className="lg:hidden">
      <span className="sr-only">{text('rooms.identity.state', { word })}</span>
      {tone !== 'success' && (
        <span
          aria-hidden="true"
          className={cx(
            'pointer-events-none absolute top-2.5 end-1 size-2 rounded-pill',
            tone === 'danger' ? 'bg-fail' : 'bg-amber',
          )}
        />
      )}
    </span>
  );
}

/** Rooms with a note, each with the pages that show the same and so hide it. */
const noted: Readonly<Record<string, readonly string[]>> = {
  '/account/wallet': ['/account/wallet', '/account/profile'],
  '/account/kyc': [],
};

/** Links to all rooms: a scrollable row, on wide screens a column. */
export function RoomList({ member }: { member: User | null }) {
  const id = useId();
  const { pathname } = useLocation();
  const row = useRef<HTMLUListElement>(null);
  // Scrolls the row, not the page, to the current room.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current room depends on the address.
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('li:has([aria-current])');
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
        {rooms.map((room) => {
          const has = member && noted[room.path]?.includes(pathname) === false;
          return (
            <li key={room.path} className="relative shrink-0">
              <Link
                to={room.path}
                aria-current={currentIn(room, pathname)}
                aria-describedby={has ? `${id}${room.path}` : undefined}
                className={linkClass}
              >
                <room.Icon aria-hidden="true" className="size-4 shrink-0 max-lg:hidden" />
                {room.label}
              </Link>
              {has && <Note room={room} member={member} id={`${id}${room.path}`} />}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
