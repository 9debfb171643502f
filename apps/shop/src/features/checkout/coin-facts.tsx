import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Clock } from 'lucide-react';
import { HoldTime } from '../../rooms/checkout/time-left.tsx';
import { CodeText } from '../../rooms/codes/code-text.tsx';
import { fullCoinAmount, rateText, worthText } from '../../rooms/coins/coins.ts';
import { SumRow } from '../../rooms/money/totals-list.tsx';
import type { InitiatedOrder } from '../../rooms/orders/orders.ts';

/** Network fee, and the expected minutes until confirmation. */
export interface Fee {
  readonly nFee: number;
  readonly nMinutes: number;
}

interface CoinFactsProps {
  quote: InitiatedOrder;
  wallet: CoinWallet;
  fee: Fee;
  currency: Currency;
}

/** Rate, amount, fee, sum and remaining balance of a payment from the coin wallet. */
export function CoinFacts({ quote, wallet, fee, currency }: CoinFactsProps) {
  const { coin, confirmedBalance } = wallet;
  const { nCoinAmount = 0, nRate = 0, sReceiveAddress = '' } = quote;
  const taken = nCoinAmount + fee.nFee;
  // At the locked rate.
  const worth = (units: readonly number[]) =>
    worthText(units, { currency, rates: { [currency]: nRate } });
  const amount = (...parts: number[]) => (
    <span className="block text-end whitespace-nowrap tabular-nums">
      {fullCoinAmount(
        parts.reduce((sum, part) => sum + part, 0),
        coin,
      )}
      <span className="block text-13 font-normal text-soft">{worth(parts)}</span>
    </span>
  );
  return (
    <dl className="space-y-2 *:items-baseline">
      <SumRow label={text('checkout.coin.rate')}>
        <span className="whitespace-nowrap tabular-nums">{rateText(coin, nRate, currency)}</span>
      </SumRow>
      <SumRow
        label={text('coins.send.sum.amount')}
        help={
          <>
            {text('checkout.coin.next.wallet')}
            <span className="block font-code">
              <CodeText code={sReceiveAddress} />
            </span>
          </>
        }
      >
        {amount(nCoinAmount)}
      </SumRow>
      <SumRow
        label={text('checkout.coin.fee')}
        help={text('checkout.coin.fee.help', { minutes: fee.nMinutes })}
      >
        {amount(fee.nFee)}
      </SumRow>
      <SumRow label={text('checkout.youPay')} strong>
        {amount(nCoinAmount, fee.nFee)}
      </SumRow>
      <SumRow label={text('checkout.coin.left', { coin })}>
        {amount(confirmedBalance - taken)}
      </SumRow>
    </dl>
  );
}

/** Time left of rate and codes; announced once in the last minute. */
export function LockClock({ seconds }: { seconds: number }) {
  return (
    <div className="my-4 flex items-start gap-3 rounded-small bg-amber-tint px-3 py-2 text-15">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-amber" />
      <HoldTime seconds={seconds} byCoin />
      <span aria-live="polite" className="sr-only">
        {seconds <= 60 && text('checkout.coin.lastMinute')}
      </span>
    </div>
  );
}
