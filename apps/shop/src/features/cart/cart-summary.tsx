import type { useAction } from '@giftlane/client/use-action.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import {
  type Currency,
  formatMoney,
  fromWire,
  type Totals,
} from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Switch } from '@giftlane/ui/controls/switch.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { LineSkeleton, repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import type { WalletView } from '../../rooms/checkout/order-draft.ts';
import { TotalsList } from '../../rooms/money/totals-list.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import type { usePayment } from './use-payment.ts';
import { useWalletToggle } from './use-wallet-toggle.ts';

function WalletToggle({ member }: { member: User }) {
  const toggle = useWalletToggle();
  const amount = formatMoney(fromWire(member.nWallet), member.eCurrency);
  return (
    <div className="mb-3 border-b border-line pb-3">
      <Switch
        checked={toggle.isPending ? !member.bUseWallet : member.bUseWallet}
        onChange={toggle.flip}
        label={text('cart.useWallet')}
        hint={text('cart.useWallet.balance', { amount })}
      />
    </div>
  );
}

/** Why wallet money in another currency is not offered (CART-07). */
function OtherWallet({ member, currency }: { member: User; currency: Currency }) {
  const { eCurrency, nWallet } = member;
  if (eCurrency === currency || nWallet <= 0) return null;
  return (
    <p className="mb-3 border-b border-line pb-3 text-13 text-soft">
      {text('cart.walletOther', {
        amount: formatMoney(fromWire(nWallet), eCurrency),
        walletCurrency: eCurrency.toUpperCase(),
        currency: currency.toUpperCase(),
      })}
    </p>
  );
}

/** Skeleton of payment choice, totals and button. */
export function CartSummarySkeleton() {
  return (
    <div className="self-start rounded-panel border border-line bg-surface p-5">
      <LineSkeleton className="mb-3 text-21" bar="h-5 w-28" />
      <div className="mb-3 border-b border-line pb-4">
        <LineSkeleton className="mb-2" bar="h-4 w-20" />
        <Skeleton className="mb-2 h-16 rounded-control" />
        <Skeleton className="mb-2 h-11 rounded-control" />
        <Skeleton className="h-11 rounded-control" />
      </div>
      {repeat(5, (index) => (
        <div key={index} className="flex h-8 items-center justify-between">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
      <div className="-mx-5 mt-4 -mb-5 border-t border-line px-5 pt-3 pb-4 max-lg:hidden">
        <Skeleton className="input-height rounded-control" />
      </div>
    </div>
  );
}

interface CartSummaryProps {
  member: User;
  totals: Totals;
  currency: Currency;
  wallet: WalletView;
  payment: ReturnType<typeof usePayment>;
  checkOut: ReturnType<typeof useAction>;
  /** Fewer cards are left than a line wants. */
  isShort: boolean;
  /** The member has not accepted the changed prices yet. */
  newTotal: boolean;
  /** The primary action of the page is another one, such as unlocking the account. */
  fixFirst: boolean;
}

/** Wallet toggle, payment choice, totals and checkout button (CART-05 to CART-09, OPEN-40). */
export function CartSummary(props: CartSummaryProps) {
  const { member, totals, currency, wallet, payment } = props;
  return (
    <section
      aria-labelledby="cart-summary"
      className="rounded-panel border border-line bg-surface p-5 lg:sticky lg:top-24"
    >
      <h2 id="cart-summary" className="mb-3 text-21">
        {text('cart.summary')}
      </h2>
      {wallet.offered && <WalletToggle member={member} />}
      <OtherWallet member={member} currency={currency} />
      {!wallet.coversAll && <PaymentChoice {...payment} />}
      <div aria-live="polite">
        <TotalsList totals={totals} currency={currency} walletMinor={wallet.shareMinor} />
      </div>
      {wallet.coversAll && (
        <p className="mt-3 text-15">
          {text('cart.walletKeeps', {
            left: formatMoney(fromWire(member.nWallet) - wallet.shareMinor, currency),
          })}
        </p>
      )}
      {/* Sticky: in view also in a window lower than the summary. */}
      <div className="sticky bottom-0 -mx-5 mt-4 -mb-5 rounded-b-panel border-t border-line bg-surface px-5 pt-3 pb-4 max-lg:hidden">
        <p
          className={cx(
            'mb-2 flex items-baseline justify-between gap-x-4 font-semibold tabular-nums',
            // Hidden where the totals above are in view; an order paid at once always shows its sum.
            !wallet.coversAll &&
              !props.isShort &&
              (payment.chosen === 'PayPal'
                ? '[@media(min-height:56rem)]:hidden'
                : '[@media(min-height:64rem)]:hidden'),
          )}
        >
          <DueSum {...props} />
        </p>
        <CheckoutButton {...props} className="w-full" />
      </div>
    </section>
  );
}

/** The label of the amount beside the button. */
function dueLabel({ coversAll, shareMinor }: CartSummaryProps['wallet']): string {
  if (coversAll) return text('cart.payNow');
  return shareMinor > 0n ? text('cart.toPay') : text('cart.total');
}

const dueOf = ({ totals, wallet }: Pick<CartSummaryProps, 'totals' | 'wallet'>) =>
  wallet.coversAll ? totals.payableMinor : wallet.leftMinor;

/** The amount that the button leads to; a hint instead when stock is short. */
function DueSum({ totals, currency, wallet, isShort }: CartSummaryProps) {
  if (isShort)
    return <span className="text-13 font-medium text-coral-ink">{text('cart.held')}</span>;
  return (
    <>
      <span className="block text-13 font-normal text-soft">{dueLabel(wallet)}</span>
      <span className="max-lg:font-display max-lg:text-21 max-lg:font-semibold">
        {formatMoney(dueOf({ totals, wallet }), currency)}
      </span>
    </>
  );
}

/** Starts the checkout; enabled also when stock is short, as the shown stock may be outdated. */
function CheckoutButton(props: CheckoutButtonProps) {
  const { checkOut, isShort, newTotal, fixFirst, currency, className } = props;
  return (
    <Button
      look={isShort || fixFirst ? 'secondary' : 'primary'}
      className={className}
      {...checkOut}
    >
      {newTotal
        ? text('checkout.changed.accept', { amount: formatMoney(dueOf(props), currency) })
        : text('cart.checkout')}
    </Button>
  );
}

interface CheckoutButtonProps extends CartSummaryProps {
  className: string;
}

/** The sticky total and button of phones and tablets; at the end of the page, below the summary, without the total. */
export function CheckoutBar(props: CartSummaryProps) {
  const repeatsTotal = !props.isShort && !props.wallet.coversAll;
  return (
    <div
      data-reach-bar
      className="reach-bar sticky bottom-0 z-20 -mx-(--page-gutter) mt-6 lg:hidden"
    >
      <div className="flex min-h-18 items-center gap-x-5 px-(--page-gutter) max-[18rem]:flex-wrap max-[18rem]:py-3">
        {/* The button names a changed total. */}
        {!props.newTotal && (
          <p className={cx('tabular-nums', repeatsTotal && 'at-edge')}>
            <DueSum {...props} />
          </p>
        )}
        <CheckoutButton {...props} className="grow" />
      </div>
    </div>
  );
}
