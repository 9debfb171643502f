import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { Link } from 'react-router';
import { mainLinks, memberLinks, type SiteLink, visitorLinks } from '../../../boot/site-map.ts';
import { useMediaUrl } from '../../../session/options.ts';
import { signOut } from '../../../session/session.ts';
import { ThemeSwitch } from '../theme-switch.tsx';

const itemClass =
  'input-height flex w-full items-center gap-3 rounded-control px-3 text-start font-medium hover:bg-sunken';

/** The person at the top of the menus. */
export type MenuPerson = Pick<User, 'sFullName' | 'sSignInEmail' | 'sProfilePicture'>;

function MenuLinks({ links }: { links: readonly SiteLink[] }) {
  return (
    <ul>
      {links.map(({ path, label }) => (
        <li key={path}>
          <Link to={path} className={itemClass}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SignOutButton() {
  return (
    <button type="button" data-closes onClick={() => void signOut()} className={itemClass}>
      {text('userMenu.logout')}
    </button>
  );
}

function PersonName({ person }: { person: MenuPerson }) {
  const picture = useMediaUrl(person.sProfilePicture);
  return (
    <div className="mb-1 flex items-center gap-3 border-b border-line px-3 pt-2 pb-3">
      {picture && (
        <img src={picture} alt="" loading="lazy" className="size-9 rounded-pill object-cover" />
      )}
      <div className="min-w-0">
        <p className="truncate font-semibold">{person.sFullName}</p>
        <p className="truncate text-13 text-soft">{person.sSignInEmail}</p>
      </div>
    </div>
  );
}

/** Contents of the member's menu (GLOB-02). */
export function UserContents({ person }: { person: MenuPerson }) {
  return (
    <>
      <PersonName person={person} />
      <MenuLinks links={memberLinks} />
      <SignOutButton />
    </>
  );
}

/** Contents of the page menu: pages, account, appearance. */
export function PageContents({ person }: { person: MenuPerson | null }) {
  return (
    <>
      {person && <PersonName person={person} />}
      <MenuLinks links={mainLinks} />
      <div className="my-1 border-t border-line pt-1">
        <MenuLinks links={person ? memberLinks : visitorLinks} />
        {person && <SignOutButton />}
      </div>
      <div className="border-t border-line px-3 py-3">
        <ThemeSwitch name="theme-menu" />
      </div>
    </>
  );
}
