import { type Currency, formatMoney } from '@giftlane/contract/money/money.ts';
import type { SellAmounts } from '@giftlane/contract/shop/sell-amounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { ActionButton, type StepAction } from './step-action.tsx';

interface SellSummaryProps {
  amounts: SellAmounts | undefined;
  currency: Currency;
  /** Action of the open step. */
  action: StepAction | undefined;
}

/** The amount paid out (SELL-11) and the open step's button: beside the steps, on a phone a bar below them. */
export function SellSummary({ amounts, currency, action }: SellSummaryProps) {
  const money = (minor: bigint) => formatMoney(minor, currency);
  return (
    <section
      aria-labelledby="sell-summary"
      data-bar
      className="z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-raised lg:gap-y-4 max-lg:bottom-0 max-lg:-mx-(--page-gutter) max-lg:px-(--page-gutter) max-lg:pt-3 max-lg:pb-[max(0.75rem,var(--edge-below))] max-lg:shadow-bar max-lg:[@media(min-height:30rem)]:sticky lg:sticky lg:top-24 lg:rounded-panel lg:border lg:border-line lg:p-5"
    >
      <div aria-live="polite" className="tabular-nums lg:w-full">
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
        <div className="flex-wrap items-baseline justify-between gap-x-4 lg:flex">
          <h2
            id="sell-summary"
            className="font-text text-13 font-normal tracking-normal text-soft lg:text-15 lg:font-semibold lg:text-ink"
          >
            {text('sell.summary')}
          </h2>
          <p
            className={cx(
              'font-display text-21 font-semibold tracking-tighter lg:text-28',
              amounts ? 'text-leaf' : 'text-soft',
            )}
          >
            {money(amounts?.receivableMinor ?? 0n)}
          </p>
        </div>
      </div>
      {action && <ActionButton action={action} className="min-w-28 max-sm:grow lg:w-full" />}
      {action?.missing && (
        <div className="w-full text-13 text-soft max-lg:-order-1">{action.missing}</div>
      )}
    </section>
  );
}
