import { text } from '@giftlane/texts/text.ts';
import { useIsMedium } from '@giftlane/ui/browser/media.ts';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { Link } from 'react-router';
import {
  helpLinks,
  mainLinks,
  memberLinks,
  type SiteLink,
  visitorLinks,
} from '../../boot/site-map.ts';
import { Company } from '../../rooms/pages/company.tsx';
import { Logo } from '../../rooms/pages/logo.tsx';
import { useMember } from '../../session/member.ts';
import { useAbsentName } from '../../session/session.ts';
import { ThemeSwitch } from './theme-switch.tsx';

interface ColumnProps {
  title: string;
  links: readonly SiteLink[];
}

function Links({ links }: Pick<ColumnProps, 'links'>) {
  return (
    <ul>
      {links.map(({ path, label }) => (
        <li key={path}>
          <Link to={path} className="inline-flex min-h-11 items-center hover:underline md:min-h-9">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A column of links, closed on a phone. */
function Column({ title, links }: ColumnProps) {
  if (!useIsMedium())
    return (
      <Disclosure summary={<h2 className="font-text text-15">{title}</h2>}>
        <Links links={links} />
      </Disclosure>
    );
  return (
    <div>
      <h2 className="mb-2 text-13 font-semibold text-soft">{title}</h2>
      <Links links={links} />
    </div>
  );
}

/** The footer: links to all pages, the company, the appearance. */
export function Footer() {
  const member = useMember();
  const absent = useAbsentName();
  return (
    <footer
      className="mt-16 border-t border-line bg-ground [overflow-anchor:none]"
      data-screen-only
    >
      <div className="page-width grid gap-8 pt-10 md:grid-cols-[1fr_auto] md:py-14">
        <div className="max-w-form">
          <Logo />
          <p className="mt-3 text-soft">{text('footer.promise')}</p>
        </div>
        <nav
          aria-label={text('nav.footer')}
          className="max-md:border-b max-md:border-line md:flex md:flex-wrap md:gap-x-16 md:gap-y-8"
        >
          <Column title={text('nav.footerShop')} links={mainLinks} />
          <Column
            title={text('nav.footerAccount')}
            links={member || absent ? memberLinks : visitorLinks}
          />
          <Column title={text('nav.footerHelp')} links={helpLinks} />
        </nav>
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-center justify-between gap-4 py-4 md:border-t md:border-line">
          <div className="text-13 text-soft">
            <Company />
            <p>{text('footer.rights')}</p>
          </div>
          <ThemeSwitch name="theme-footer" />
        </div>
      </div>
    </footer>
  );
}
