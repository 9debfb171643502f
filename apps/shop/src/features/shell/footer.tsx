import { text } from '@giftlane/contract/messages.ts';
import { Link } from 'react-router';
import { useMember } from '../../lib/member.ts';
import { useAbsentName } from '../../lib/session.ts';
import {
  helpLinks,
  mainLinks,
  memberLinks,
  type SiteLink,
  visitorLinks,
} from '../../lib/site-map.ts';
import { Logo } from '../../parts/logo.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

function Column({ title, links }: { title: string; links: readonly SiteLink[] }) {
  if (links.length === 0) return null;
  return (
    <div>
      <h2 className="mb-2 text-13 font-semibold text-soft">{title}</h2>
      <ul>
        {links.map(({ path, label }) => (
          <li key={path}>
            <Link to={path} className="inline-flex min-h-9 items-center hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The footer: every page once, the promise, the appearance. */
export function Footer() {
  const member = useMember();
  const absent = useAbsentName();
  return (
    <footer className="mt-16 border-t border-line bg-sunken" data-screen-only>
      <div className="page-width grid gap-8 py-10 md:grid-cols-[1fr_auto] md:py-14">
        <div className="max-w-form">
          <Logo />
          <p className="mt-3 text-soft">{text('footer.promise')}</p>
        </div>
        <nav aria-label={text('nav.footer')} className="flex flex-wrap gap-x-16 gap-y-8">
          <Column title={text('nav.footerShop')} links={mainLinks} />
          <Column
            title={text('nav.footerAccount')}
            links={member || absent ? memberLinks : visitorLinks}
          />
          <Column title={text('nav.footerHelp')} links={helpLinks} />
        </nav>
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-4">
          <p className="text-13 text-soft">{text('footer.rights')}</p>
          <ThemeSwitch name="theme-footer" />
        </div>
      </div>
    </footer>
  );
}
