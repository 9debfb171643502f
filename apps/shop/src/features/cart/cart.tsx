import type { User } from '@giftlane/contract/members/accounts.ts';
import { toWire } from '@giftlane/contract/money/money.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { repeat } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { buyable, walletView } from '../../rooms/checkout/order-draft.ts';
import { OrderProblem } from '../../rooms/checkout/order-problem.tsx';
import { PriceChanged } from '../../rooms/checkout/price-changed.tsx';
import { totalsOf } from '../../rooms/money/prices.ts';
import { EmptyBag } from '../../rooms/pages/drawings.tsx';
import { CartLine, CartLineSkeleton, isShort } from './cart-line.tsx';
import { CartSummary, CartSummarySkeleton, CheckoutBar } from './cart-summary.tsx';
import { currentLines, priceBefore, type Refused, totalBefore } from './refused.ts';
import { useCartChanges } from './use-cart-changes.ts';
import { usePayment } from './use-payment.ts';
import { usePlaceOrder } from './use-place-order.ts';

/** Nothing in the cart (CART-03). */
export function EmptyCart() {
  return (
    <Empty
      drawing={<EmptyBag />}
      title={text('cart.empty')}
      hint={text('cart.empty.hint')}
      action={
        <ButtonLink to="/gift-cards" look="primary">
          {text('cart.empty.action')}
        </ButtonLink>
      }
    />
  );
}

/** Skeleton of the cart, with room for the checkout bar. */
export function CartSkeleton() {
  return (
    <div
      data-reach-bar
      className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12"
      aria-hidden="true"
    >
      <div>
        {repeat(3, (index) => (
          <CartLineSkeleton key={index} />
        ))}
      </div>
      <CartSummarySkeleton />
    </div>
  );
}

interface CartProps {
  member: User;
  lines: readonly [CartItem, ...CartItem[]];
}

/** The cart's lines and totals. */
export function Cart({ member, lines: kept }: CartProps) {
  const [refused, setRefused] = useState<Refused>();
  const lines = currentLines(kept, refused);
  const changes = useCartChanges();
  const currency = kept[0].eCurrency;
  const counted = buyable(lines);
  const totals = totalsOf(counted);
  const wallet = walletView(member, currency, totals.payableMinor);
  const payment = usePayment(wallet.leftMinor, currency);
  const order = usePlaceOrder({
    member,
    payBy: payment.chosen,
    linesToOrder: (cart) => buyable(currentLines(cart, refused)),
    cartSettled: changes.settle,
    onRefused: setRefused,
  });
  const before = totalBefore(counted, refused);
  const list = useRef<HTMLUListElement>(null);
  // The focused button is removed with its line: the list, or the page, gets the focus.
  const keepFocus = (emptied: boolean) =>
    (emptied ? document.querySelector('main') : list.current)?.focus({ preventScroll: true });
  const clear = () => {
    changes.clearAll(lines);
    keepFocus(true);
  };
  const summary = {
    member,
    totals,
    currency,
    wallet,
    payment,
    checkOut: order.checkOut,
    isShort: counted.some(isShort),
    newTotal: before !== undefined,
    fixFirst: member.bLocked || order.problem?.way !== undefined,
  };
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
        <div>
          <div className="mb-6 space-y-4 empty:hidden">
            {order.problem && <OrderProblem {...order.problem} />}
            {before !== undefined && (
              <PriceChanged before={before} now={toWire(totals.payableMinor)} currency={currency} />
            )}
          </div>
          <ul ref={list} tabIndex={-1} aria-label={text('cart.lines')} className="outline-none">
            {lines.map((line) => (
              <CartLine
                key={line._id}
                line={line}
                before={priceBefore(line, refused)}
                counted={counted.includes(line)}
                onQuantity={(quantity) => changes.setQuantity(line._id, quantity)}
                onRemove={() => {
                  changes.removeLine(line);
                  keepFocus(lines.length === 1);
                }}
              />
            ))}
          </ul>
          <Button look="quiet" size="small" className="-ms-3 mt-3" onClick={clear}>
            <Trash2 aria-hidden="true" className="size-4" />
            {text('cart.clear')}
          </Button>
        </div>
        <CartSummary {...summary} />
      </div>
      <CheckoutBar {...summary} />
      {order.proving}
    </>
  );
}
