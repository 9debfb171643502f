import type { User } from '@giftlane/contract/members/accounts.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useState } from 'react';
import { RedeemCodeForm } from './code-form.tsx';
import { PinForm } from './pin-form.tsx';
import type { FoundCard } from './redeem.ts';

interface RedeemDialogProps {
  member: User;
  onClose: () => void;
}

const foundWords = ({ nValue, eCurrency }: FoundCard) =>
  text('wallet.redeem.found', { amount: formatMoney(fromWire(nValue), eCurrency) });

/** Looks up a voucher by its code, then asks for its PIN (OPEN-70). */
export default function RedeemDialog({ member, onClose }: RedeemDialogProps) {
  const [found, setFound] = useState<FoundCard>();
  // The typed code, for going back from the PIN.
  const [sCode, setCode] = useState('');
  const onFound = (card: FoundCard, typed: string) => {
    setCode(typed);
    setFound(card);
  };
  return (
    <Dialog
      title={text('wallet.redeem.title')}
      intro={found ? undefined : text('wallet.redeem.intro')}
      onClose={onClose}
    >
      {/* Always mounted, so that screen readers announce the found card. */}
      <div aria-live="polite">{found && <p className="mb-5">{foundWords(found)}</p>}</div>
      {found ? (
        <PinForm found={found} onBack={() => setFound(undefined)} />
      ) : (
        <RedeemCodeForm currency={member.eCurrency} sCode={sCode} onFound={onFound} />
      )}
    </Dialog>
  );
}
