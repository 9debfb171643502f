/** Banners above every page of a member. Loaded on demand, as few members have one. */
import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { type LucideIcon, MailWarning, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { PageHandle } from '../../boot/page-handle.ts';
import { useResend } from '../../rooms/people/use-resend.ts';

interface BannerProps {
  label: string;
  Icon: LucideIcon;
  words: string;
  /** A button or a link. */
  children: ReactNode;
}

const actionClass =
  'inline-flex min-h-9 shrink-0 items-center text-13 font-semibold underline underline-offset-4';

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

/** Reminds a member whose e-mail is not verified (OPEN-14). */
function VerifyBanner({ member }: { member: User }) {
  const { busy, onClick } = useResend();
  return (
    <Banner
      label={text('profile.email.unverified')}
      Icon={MailWarning}
      words={text('verify.banner', { email: member.sEmail })}
    >
      <button
        type="button"
        // Not `disabled`: the button would lose the focus.
        aria-disabled={busy}
        onClick={onClick}
        className={`${actionClass} aria-disabled:text-soft aria-disabled:no-underline`}
      >
        {text('verify.resend')}
      </button>
    </Banner>
  );
}

/** Tells a member that the account is frozen, and links the page that unfreezes it; not on that page. */
function FrozenBanner() {
  const { pathname } = useLocation();
  if (pathname === '/account/security') return null;
  const words = text('error.accountLocked');
  return (
    <Banner label={words} Icon={Snowflake} words={words}>
      <Link to="/account/security" className={actionClass}>
        {text('error.accountLocked.link')}
      </Link>
    </Banner>
  );
}

interface MemberBannersProps {
  member: User;
  /** The page's own header; such a page shows the frozen account only. */
  Head: PageHandle['Head'];
}

export default function MemberBanners({ member, Head }: MemberBannersProps) {
  return (
    <>
      {!Head && !member.isEmailVerified && <VerifyBanner member={member} />}
      {member.bLocked && <FrozenBanner />}
    </>
  );
}
