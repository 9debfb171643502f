import { text } from '@giftlane/contract/messages.ts';
import { type LucideIcon, MailWarning, Snowflake } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { externalStore } from '../../lib/external-store.ts';
import { useMember } from '../../lib/member.ts';
import { local, localKeys } from '../../lib/storage.ts';
import { useResend } from '../../parts/use-resend.ts';
import { Button } from '../../ui/button.tsx';

const accepted = externalStore(local.read(localKeys.cookiesAccepted) !== null);

/**
 * The cookie notice (GLOB-07). It stands in the page's flow, above everything: a bar over the lower
 * edge would cover the cart's total and its button on a phone. A page comes with it drawn; what was accepted
 * long ago is hidden there by `theme.js`.
 */
export function CookieNotice() {
  const isAccepted = useSyncExternalStore(accepted.subscribe, accepted.read, () => false);
  if (isAccepted) return null;
  return (
    <section
      aria-label={text('cookie.title')}
      className="until-accepted border-b border-line bg-sunken"
      data-needs-script
      data-screen-only
    >
      <div className="page-width flex items-center justify-between gap-4 py-2">
        <p className="text-13">
          {text('cookie.text')}{' '}
          <Link to="/privacy-policy" className="underline">
            {text('nav.privacy')}
          </Link>
        </p>
        <Button
          size="small"
          onClick={() => {
            local.write(localKeys.cookiesAccepted, 'yes');
            accepted.write(true);
          }}
        >
          {text('cookie.accept')}
        </Button>
      </div>
    </section>
  );
}

interface BannerProps {
  label: string;
  Icon: LucideIcon;
  words: string;
  /** What can be done about it. */
  children: ReactNode;
}

const wayClass =
  'inline-flex min-h-9 shrink-0 items-center text-13 font-semibold underline underline-offset-4';

/** A line below the header, above every page, as long as something is so. */
function Banner({ label, Icon, words, children }: BannerProps) {
  return (
    <section aria-label={label} className="border-b border-line bg-amber-tint" data-screen-only>
      <div className="page-width flex items-center gap-x-4 gap-y-1 py-2 max-sm:flex-wrap max-sm:pt-3">
        <Icon aria-hidden="true" className="size-4 shrink-0 self-start text-amber sm:self-center" />
        <p className="min-w-0 text-13 wrap-anywhere max-sm:flex-1">{words}</p>
        {children}
      </div>
    </section>
  );
}

/** Reminds a member whose e-mail is not verified (decision 14). */
export function VerifyBanner() {
  const member = useMember();
  const { busy, onClick } = useResend();
  if (!member || member.isEmailVerified) return null;
  return (
    <Banner
      label={text('profile.email.unverified')}
      Icon={MailWarning}
      words={text('verify.banner', { email: member.sEmail })}
    >
      <button
        type="button"
        // Not `disabled`, which would throw the focus of a keyboard off the page.
        aria-disabled={busy}
        onClick={onClick}
        className={`${wayClass} aria-disabled:text-soft aria-disabled:no-underline`}
      >
        {text('verify.resend')}
      </button>
    </Banner>
  );
}

/** Tells a member whose account is frozen where that ends; the page that ends it says so itself. */
export function FrozenBanner() {
  const member = useMember();
  const { pathname } = useLocation();
  if (!member?.bLocked || pathname === '/account/security') return null;
  const words = text('error.accountLocked');
  return (
    <Banner label={words} Icon={Snowflake} words={words}>
      <Link to="/account/security" className={wayClass}>
        {text('error.accountLocked.link')}
      </Link>
    </Banner>
  );
}
