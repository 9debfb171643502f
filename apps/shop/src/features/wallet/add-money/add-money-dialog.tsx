import type { User } from '@giftlane/contract/members/accounts.ts';
import { formatMoney, fromDecimalText, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { Lock } from 'lucide-react';
import { PaypalButtons } from '../../../rooms/checkout/paypal-buttons.tsx';
import { Money } from '../../../rooms/money/money.tsx';
import { SumRow } from '../../../rooms/money/totals-list.tsx';
import { useAddMoney } from './use-add-money.ts';

interface AddMoneyDialogProps {
  member: User;
  /** The entered amount (WAL-09). */
  amount: string;
  /** Why the amount can not be added, computed when the button was pressed. */
  refusal: string | undefined;
  onClose: () => void;
  /** Called when the money is credited. */
  onAdded: () => void;
}

/** Adds an amount to the wallet by card (WAL-22, WAL-23). */
export default function AddMoneyDialog({
  member,
  amount,
  refusal,
  onClose,
  onAdded,
}: AddMoneyDialogProps) {
  const amountMinor = fromDecimalText(amount) ?? 0n;
  const steps = useAddMoney(member, amountMinor, onAdded);
  const words = { amount: formatMoney(amountMinor, member.eCurrency) };
  // The server would refuse it too; no payment window needed.
  if (refusal)
    return (
      <Dialog title={text('wallet.addMoney.title', words)} onClose={onClose}>
        <Notice tone="failure" title={refusal} />
      </Dialog>
    );
  return (
    <Dialog
      title={text('wallet.addMoney.title', words)}
      intro={steps.waiting ? undefined : text('wallet.addMoney.intro')}
      onClose={onClose}
    >
      {steps.problem && (
        <div className="mb-4">
          <Notice tone="failure" title={text('checkout.problem')}>
            <p className="mt-1">{steps.problem}</p>
          </Notice>
        </div>
      )}
      {steps.waiting ? (
        <div role="status" className="flex flex-col items-center py-6 text-center">
          <Spinner className="size-8 text-leaf" />
          <p className="mt-4 font-semibold">{text('checkout.waiting.title')}</p>
          <p className="mt-2 text-soft">{text('wallet.addMoney.waiting')}</p>
        </div>
      ) : (
        <>
          <dl className="mb-4 border-y border-line py-2">
            <SumRow label={text('wallet.after')}>
              <Money
                minor={fromWire(member.nWallet) + amountMinor}
                currency={member.eCurrency}
                className="font-semibold"
              />
            </SumRow>
          </dl>
          <PaypalButtons
            currency={member.eCurrency}
            createOrder={steps.createOrder}
            onApprove={steps.onApprove}
            onCancel={steps.onCancel}
            onError={steps.onError}
          />
          <p className="mt-4 flex items-start gap-3 text-13 text-soft">
            <Lock aria-hidden="true" className="size-4 shrink-0 text-leaf" />
            {text('checkout.next.card')}
          </p>
        </>
      )}
    </Dialog>
  );
}
