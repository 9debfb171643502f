import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import { Wallet } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { Face } from '../../parts/face.tsx';
import { kycWord } from '../../parts/kyc-status.ts';
import { Money } from '../../parts/money.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

const walletPath = '/account/wallet';
/** These say the balance themselves, large: on a phone it is not said twice, at a desk the rail stands still. */
const balanceRooms: readonly string[] = [walletPath, '/account/profile'];

function Identity({ status }: { status: string }) {
  const { word, tone } = kycWord(status);
  return (
    <Link
      to="/account/kyc"
      className="input-height inline-flex items-center rounded-control lg:min-h-8"
    >
      <span className="sr-only">{text('rooms.identity.state')} </span>
      <Badge tone={tone}>{word}</Badge>
    </Link>
  );
}

function Balance({ member, className }: { member: User; className: string }) {
  return (
    <Link
      to={walletPath}
      className={cx(
        'input-height flex items-center gap-2 rounded-control lg:mt-4 lg:block lg:rounded-panel lg:border lg:border-line lg:bg-surface lg:px-4 lg:py-3 lg:transition-colors lg:hover:border-edge',
        className,
      )}
    >
      <Wallet aria-hidden="true" className="size-4 shrink-0 text-soft lg:hidden" />
      <span className="text-13 text-soft max-lg:sr-only lg:block">{text('profile.balance')} </span>
      <Money
        minor={fromWire(member.nWallet)}
        currency={member.eCurrency}
        className="font-semibold lg:font-display lg:text-21 lg:tracking-tight"
      />
    </Link>
  );
}

/** Who is here, whether the shop knows it, and what they can spend: in sight in every room. */
export function Standing({ member }: { member: User }) {
  const { pathname } = useLocation();
  return (
    <div className="flex flex-wrap-reverse items-center justify-between gap-x-4 lg:block">
      <div className="flex items-center gap-3">
        <Face member={member} className="size-12 text-17 max-lg:hidden" />
        <div className="min-w-0">
          <p className="line-clamp-2 leading-snug font-semibold max-lg:hidden">
            {member.sFirstName}
          </p>
          <Identity status={member.sKycStatus} />
        </div>
      </div>
      <Balance member={member} className={balanceRooms.includes(pathname) ? 'max-lg:hidden' : ''} />
    </div>
  );
}
