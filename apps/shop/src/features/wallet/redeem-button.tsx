import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const RedeemDialog = lazyPart(() => import('./redeem-dialog.tsx'));

/** Redeems a gift card into the wallet (WAL-02, WAL-10). */
export function RedeemButton({ member }: { member: User }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="w-full" onClick={() => setOpen(true)}>
        {text('wallet.redeem')}
      </Button>
      {open && <RedeemDialog member={member} onClose={() => setOpen(false)} />}
    </>
  );
}
