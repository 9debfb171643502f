import type { User } from '@giftlane/contract/members/accounts.ts';
import { fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Money } from '../../rooms/money/money.tsx';

/** The member's balance, with links to add to it and to spend it. */
export function BalancePanel({ member }: { member: User }) {
  return (
    <section
      aria-labelledby="your-balance"
      className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 rounded-panel band p-5 md:p-6"
    >
      <div>
        <h2 id="your-balance" className="font-text text-15 font-normal tracking-normal">
          {text('profile.balance')}
        </h2>
        <p className="mt-1 font-display text-40 font-bold tracking-tighter">
          <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow max-sm:*:px-3">
        <ButtonLink to="/account/wallet#add-money">{text('wallet.addMoney.box')}</ButtonLink>
        <ButtonLink to="/gift-cards" className="whitespace-normal!">
          {text('orders.empty.action')}
        </ButtonLink>
      </div>
    </section>
  );
}
