/** The frame of all pages for operators: navigation by permission, and the page. */
import { send } from '@giftlane/client/api.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { IconButton } from '@giftlane/ui/controls/icon-button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Framed } from '@giftlane/ui/layout/page.tsx';
import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { OfficeSearch } from '../features/search/search-box.tsx';
import { useLive } from '../live.ts';
import { makeAll } from '../queue/decisions.ts';
import { UndoBar } from '../queue/undo-bar.tsx';
import { forgetSession, useMay, useOperator } from '../session.ts';
import { Lock } from './lock.tsx';
import { groups } from './sections.ts';

const linkClass = ({ isActive }: { isActive: boolean }) =>
  cx(
    'flex min-h-9 items-center rounded-control px-3 text-15 no-underline max-lg:min-h-11',
    isActive ? 'bg-leaf-tint font-semibold text-leaf' : 'text-ink hover:bg-sunken',
  );

/** The navigation is higher than many screens. */
const showCurrent = (link: HTMLAnchorElement | null) => {
  if (link?.ariaCurrent === 'page') link.scrollIntoView({ block: 'nearest' });
};

function Sections() {
  const { aPermissions } = useOperator();
  const may = new Set(aPermissions);
  const shown = groups
    .map((group) => ({
      ...group,
      sections: group.sections.filter(({ permissions }) => permissions.some((one) => may.has(one))),
    }))
    .filter(({ sections }) => sections.length > 0);
  return shown.map(({ label, sections }) => (
    <div key={label}>
      {label && <p className="mt-5 mb-1 px-3 text-13 font-semibold text-soft">{label}</p>}
      <ul>
        {sections.map((section) => (
          <li key={section.path}>
            <NavLink
              to={section.path}
              // Other sections begin with the ledger's path.
              end={section.path === '/' || section.path === '/ledger'}
              ref={showCurrent}
              className={linkClass}
            >
              {section.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Person() {
  const { sName, sEmail } = useOperator();
  const navigate = useNavigate();
  const leave = useAction(async () => {
    await makeAll();
    await send('DELETE /office/session', {});
    forgetSession();
    await navigate('/sign-in', { replace: true });
  });
  return (
    <div className="mt-6 border-t border-line px-3 pt-4">
      <p className="truncate text-15 font-medium">
        <Link to="/account">{sName}</Link>
      </p>
      <p className="truncate text-13 text-soft">{sEmail}</p>
      <Button size="small" className="mt-3" {...leave}>
        {text('office.signOut')}
      </Button>
    </div>
  );
}

/** Keeps pages up to date; says so when it can not. */
function Live() {
  const lost = useLive();
  return (
    <p role="status" className={lost ? 'mb-3 text-13 text-soft' : 'sr-only'}>
      {lost && text('office.live.lost')}
    </p>
  );
}

/** Navigation at the side, or behind a button on a narrow screen, and the page. */
export function Frame() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const [seesOrders, seesMembers] = [useMay('orders.read'), useMay('members.read')];
  const maySearch = seesOrders || seesMembers;
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes.
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="min-h-dvh lg:flex">
      <header className="border-line bg-ground max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:w-56 lg:shrink-0 lg:overflow-y-auto lg:border-e lg:p-3">
        <div className="flex h-14 items-center justify-between px-3 max-lg:ps-4 max-lg:pe-1">
          <p className="font-display text-17 font-semibold">{text('office.name.short')}</p>
          <IconButton
            label={text('office.menu')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="lg:hidden"
          >
            <Menu aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
        <nav
          aria-label={text('office.menu')}
          className={cx('max-lg:px-1 max-lg:pb-4', !open && 'max-lg:hidden')}
        >
          <Sections />
          <Person />
        </nav>
      </header>
      <main className="min-w-0 grow px-4 py-5 xl:px-8">
        <Live />
        {maySearch && <OfficeSearch />}
        <Framed value={true}>
          <Outlet />
        </Framed>
        <UndoBar />
      </main>
      <Lock />
    </div>
  );
}
