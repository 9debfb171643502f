import { text } from '@giftlane/contract/messages.ts';
import { type Currency, formatMoney } from '@giftlane/contract/money.ts';
import type { SellAmounts } from '@giftlane/contract/sell-amounts.ts';

interface SellSummaryProps {
  amounts: SellAmounts | undefined;
  currency: Currency;
}

/** What the member is paid (SELL-11); below the steps on a phone it stays within sight. */
export function SellSummary({ amounts, currency }: SellSummaryProps) {
  const money = (minor: bigint) => formatMoney(minor, currency);
  return (
    <section
      aria-labelledby="sell-summary"
      className="rounded-panel border border-line bg-raised px-5 py-3 max-lg:[@media(min-height:30rem)]:sticky max-lg:bottom-3 max-lg:shadow-float lg:sticky lg:top-24 lg:py-5"
    >
      <div aria-live="polite" className="tabular-nums">
        <dl className="mb-3 space-y-1 border-b border-line pb-3 text-15 empty:hidden max-lg:hidden">
          {amounts && (
            <>
              <div className="flex justify-between gap-4">
                <dt className="text-soft">{text('sell.summary.cards')}</dt>
                <dd>{money(amounts.subtotalMinor)}</dd>
              </div>
              <div className="flex justify-between gap-4">
                <dt className="text-soft">{text('sell.summary.fee')}</dt>
                <dd>{money(-amounts.feeMinor)}</dd>
              </div>
            </>
          )}
        </dl>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="sell-summary" className="font-text text-15 font-semibold tracking-normal">
            {text('sell.summary')}
          </h2>
          <p className="font-display text-28 font-semibold tracking-tighter text-leaf">
            {money(amounts?.receivableMinor ?? 0n)}
          </p>
        </div>
      </div>
    </section>
  );
}
