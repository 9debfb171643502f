import type { CoinWallet } from '@giftlane/contract/coin-wallet.ts';
import { text } from '@giftlane/contract/messages.ts';
import { type Currency, fromWire } from '@giftlane/contract/money.ts';
import { Clock } from 'lucide-react';
import { fullCoinAmount, rateText } from '../../parts/coins.ts';
import { Money } from '../../parts/money.tsx';
import type { OrderDraft } from '../../parts/order-draft.ts';
import type { Begun } from '../../parts/orders.ts';
import { Held } from '../../parts/time-left.tsx';
import { SumRow } from '../../parts/totals-list.tsx';

/** What the network takes, and about how soon it then carries the payment. */
export interface Fee {
  readonly nFee: number;
  readonly nMinutes: number;
}

interface CoinFactsProps {
  begun: Begun;
  wallet: CoinWallet;
  fee: Fee;
  currency: Currency;
}

interface YouPayProps {
  draft: OrderDraft;
  /** In the coin. */
  amount?: string;
  /** What the amount has in it beside the money. */
  more?: string | undefined;
}

/** What is to be paid, first of all in money; in the coin as well, once its rate is locked. */
export function YouPay({ draft, amount, more }: YouPayProps) {
  const money = (
    <Money
      minor={fromWire(draft.nTotalAmount) - fromWire(draft.nWalletAmount)}
      currency={draft.eCurrency}
    />
  );
  return (
    <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-soft">{text('checkout.youPay')}</span>
      <span className="ml-auto text-right">
        <span className="block font-display text-28 font-semibold tracking-tighter whitespace-nowrap tabular-nums">
          {amount ?? money}
        </span>
        {amount && (
          <span className="text-soft">
            {money} {more}
          </span>
        )}
      </span>
    </p>
  );
}

/** What leaves the wallet for an order, and what stays in it. */
export function CoinFacts({ begun, wallet, fee, currency }: CoinFactsProps) {
  const { coin, confirmedBalance } = wallet;
  const { nCoinAmount = 0, nRate = 0 } = begun;
  const taken = nCoinAmount + fee.nFee;
  const amount = (units: number) => (
    <span className="whitespace-nowrap tabular-nums">{fullCoinAmount(units, coin)}</span>
  );
  return (
    <dl>
      <SumRow label={text('checkout.coin.rate')}>
        <span className="whitespace-nowrap tabular-nums">{rateText(coin, nRate, currency)}</span>
      </SumRow>
      <SumRow label={text('coins.send.sum.amount')}>{amount(nCoinAmount)}</SumRow>
      <SumRow
        label={text('checkout.coin.fee')}
        help={text('checkout.coin.fee.help', { minutes: fee.nMinutes })}
      >
        {amount(fee.nFee)}
      </SumRow>
      <SumRow label={text('checkout.coin.taken')} strong>
        {amount(taken)}
      </SumRow>
      <SumRow label={text('checkout.coin.left', { coin })}>
        {amount(confirmedBalance - taken)}
      </SumRow>
    </dl>
  );
}

/** How long rate and codes are held. It is said, too, once when little is left. */
export function LockClock({ seconds }: { seconds: number }) {
  return (
    <div className="my-4 flex items-start gap-3 rounded-small bg-amber-tint px-3 py-2 text-15">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-amber" />
      <Held seconds={seconds} byCoin />
      <span aria-live="polite" className="sr-only">
        {seconds <= 60 && text('checkout.coin.lastMinute')}
      </span>
    </div>
  );
}
