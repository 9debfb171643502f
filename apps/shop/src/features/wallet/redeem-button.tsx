import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';

const RedeemDialog = lazy(() => import('./redeem-dialog.tsx'));

/** Redeems a gift card into the wallet (WAL-02, WAL-10). */
export function RedeemButton({ member }: { member: User }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="w-full" onClick={() => setOpen(true)}>
        {text('wallet.redeem')}
      </Button>
      <Suspense fallback={null}>
        {open && <RedeemDialog member={member} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
