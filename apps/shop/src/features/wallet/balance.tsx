import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import { lazy, Suspense, useState } from 'react';
import { Money } from '../../parts/money.tsx';
import { Button } from '../../ui/button.tsx';

const RedeemDialog = lazy(() => import('./redeem-dialog.tsx'));

/** What the wallet holds, and the gift cards that fill it (WAL-02). */
export function Balance({ member }: { member: User }) {
  const [redeeming, setRedeeming] = useState(false);
  return (
    <section className="rounded-panel bg-band p-6 text-on-band md:p-8">
      <p className="text-15">{text('wallet.balance')}</p>
      <p className="mt-1 mb-6 font-display text-40 font-bold tracking-tighter md:text-56">
        <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
      </p>
      <Button onClick={() => setRedeeming(true)}>{text('wallet.redeem')}</Button>
      {redeeming && (
        <Suspense fallback={null}>
          <RedeemDialog member={member} onClose={() => setRedeeming(false)} />
        </Suspense>
      )}
    </section>
  );
}
