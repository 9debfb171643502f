import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import type { ReactNode } from 'react';
import { BrandLogo } from '../catalogue/brand-logo.tsx';
import { CardArt } from '../catalogue/card-art.tsx';
import { LinePrice } from '../checkout/line-price.tsx';
import { pricedLine } from '../checkout/order-draft.ts';
import { formatFace } from '../money/money.tsx';

interface LineHeadProps {
  line: Order['aCartData'][number];
  /** The card art is shown large below, except on phones. */
  drawnBelow?: boolean;
  /** Shows the brand's logo beside the name. */
  hasLogo?: boolean;
  /** The state of the line. */
  status?: string | undefined;
  /** Further facts, below the quantity. */
  children?: ReactNode;
}

/** A line of an order: card art, name, quantity, value and price (ORD-05). */
export function LineHead(props: LineHeadProps) {
  const { line, drawnBelow, hasLogo = true, status, children } = props;
  return (
    <div className="flex gap-3 sm:gap-4">
      <CardArt
        banner={line.sBanner}
        title={line.sTitle}
        className={cx('w-14 shrink-0 self-start sm:w-22', drawnBelow && 'sm:hidden')}
      />
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 sm:grid sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex items-center gap-2 max-sm:w-full">
          {hasLogo && <BrandLogo logo={line.sLogo} />}
          <h2 className="text-17 wrap-anywhere">{line.sTitle}</h2>
        </div>
        <p className="text-13 text-soft tabular-nums">
          {text('orders.line', {
            quantity: line.nQuantity,
            value: formatFace(fromWire(line.nValue), line.eCurrency),
          })}
        </p>
        <LinePrice
          line={pricedLine(line)}
          className="ms-auto text-end max-sm:text-15 sm:col-start-2 sm:row-span-3 sm:row-start-1 sm:self-start sm:text-17"
        />
        {(children || status) && (
          <div className="flex flex-wrap items-center gap-x-3 text-13 empty:hidden max-sm:w-full">
            {status && <span className="font-medium">{status}</span>}
            {children}
          </div>
        )}
      </div>
    </div>
  );
}
