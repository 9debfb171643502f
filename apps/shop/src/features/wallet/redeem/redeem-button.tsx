import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { useState } from 'react';

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
