import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { Wallet } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import { type Method, methodsOf } from './sell-state.ts';
import { type StepAction, StepEnd } from './step-action.tsx';

interface PaymentStepProps {
  member: User;
  /** Of the card. */
  currency: Currency;
  method: Method | undefined;
  onMethod: (method: Method) => void;
  problem: string | undefined;
  action: StepAction;
}

/** What a way of being paid means here. */
function hintOf(currency: Currency, { eCurrency }: User): string {
  return currency === eCurrency
    ? text('sell.method.walletHint')
    : text('sell.method.walletConverted', { currency: eCurrency.toUpperCase() });
}

/** Step 3: where the money goes, and off it is (SELL-19 to SELL-21). */
export function PaymentStep(props: PaymentStepProps) {
  const { member, currency, method, onMethod, problem, action } = props;
  return (
    <>
      <fieldset className="space-y-3">
        <legend className="mb-3 text-soft">{text('sell.method.intro')}</legend>
        {methodsOf(member)
          .filter(({ address }) => address !== undefined)
          .map((known) => (
            <label
              key={known.gateway}
              className="flex cursor-pointer items-center gap-3 rounded-control border border-line p-3 has-checked:border-leaf has-checked:bg-leaf-tint"
            >
              <input
                type="radio"
                name="gateway"
                value={known.gateway}
                checked={method?.gateway === known.gateway}
                onChange={() => onMethod(known)}
                className="size-4 shrink-0 accent-leaf"
              />
              <span className="grow">
                <span className="block font-medium">{known.label}</span>
                <span className="block text-13 text-soft">{hintOf(currency, member)}</span>
              </span>
              <Wallet aria-hidden="true" className="size-5 shrink-0 text-soft" />
            </label>
          ))}
      </fieldset>
      {problem && (
        <div className="mt-4">
          <Notice tone="failure" title={problem} />
        </div>
      )}
      <StepEnd action={action} />
    </>
  );
}
