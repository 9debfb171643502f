import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { maxQuantity } from '@giftlane/contract/shop/cart-limits.ts';
import { text } from '@giftlane/texts/text.ts';
import { firstPress } from '@giftlane/ui/controls/first-press.ts';
import { Stepper } from '@giftlane/ui/controls/stepper.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { LineSkeleton, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { LinePrice } from '../../rooms/checkout/line-price.tsx';
import { isSoldOut } from '../../rooms/checkout/order-draft.ts';

interface CartLineProps {
  line: CartItem;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  /** The earlier price, when it has changed. */
  before: string | undefined;
  /** Part of the order and its totals. */
  counted: boolean;
}

/** True when fewer cards are left than the line wants. */
export const isShort = ({ nLeft, nQuantity }: CartItem): boolean =>
  nLeft !== undefined && nLeft < nQuantity;

/** A warning with an icon, so that it does not depend on colour. */
function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="flex flex-wrap items-center gap-x-2">{children}</p>
    </div>
  );
}

/** Fixes a line; negative margins enlarge the touch target but not the line. */
function FixButton({ label, act }: { label: string; act: () => void }) {
  return (
    <button
      type="button"
      onClick={firstPress(act)}
      className="-my-2 min-h-9 font-semibold text-ink underline underline-offset-4"
    >
      {label}
    </button>
  );
}

/** Changed price and short stock of a line, for which the order would be refused. */
function Stock({ line, before, counted, onQuantity }: CartLineProps) {
  const { nLeft } = line;
  const few = nLeft !== undefined && nLeft > 0;
  return (
    <div aria-live="polite" className="mt-2 text-13 font-medium text-coral-ink empty:mt-0">
      {before !== undefined && (
        <div className="text-amber">
          <Warning>{text('cart.priceChanged', { price: before })}</Warning>
        </div>
      )}
      {/* A line that is not ordered needs no warning. */}
      {isSoldOut(line) &&
        (counted ? (
          <Warning>{text('card.soldOut')}</Warning>
        ) : (
          <Badge tone="attention">{text('card.soldOut')}</Badge>
        ))}
      {few && (
        <Warning>
          <span>{text('card.left', { count: nLeft })}</span>
          {isShort(line) && (
            <FixButton
              label={text('cart.takeLeft', { count: nLeft })}
              act={() => onQuantity(nLeft)}
            />
          )}
        </Warning>
      )}
    </div>
  );
}

const lineClass =
  'grid grid-cols-[6rem_1fr] gap-x-4 gap-y-3 border-b border-line py-5 first:pt-0 sm:grid-cols-[8rem_1fr]';
const artClass = 'self-start sm:row-span-2';
const footClass =
  'col-span-2 flex items-center justify-between gap-3 max-[18rem]:flex-wrap sm:col-span-1 sm:col-start-2';

/** Skeleton of a line. */
export function CartLineSkeleton() {
  return (
    <div className={lineClass}>
      <Skeleton className={cx('aspect-(--card-ratio) rounded-small', artClass)} />
      <div>
        <LineSkeleton className="text-17" bar="h-4 w-1/2" />
        <div className="mt-0.5 text-13">
          <LineSkeleton bar="h-3 w-full" />
        </div>
      </div>
      <div className={footClass}>
        <Skeleton className="h-11 w-32 rounded-control" />
        <Skeleton className="h-5 w-20" />
      </div>
    </div>
  );
}

/** One line of the cart (CART-01). */
export function CartLine(props: CartLineProps) {
  const { line, onQuantity, onRemove, counted } = props;
  const soldOut = isSoldOut(line);
  return (
    <li className={lineClass}>
      <CardArt
        banner={line.sBanner}
        title={line.sTitle}
        className={cx(artClass, soldOut && 'opacity-55')}
      />
      <div className="min-w-0">
        <Link
          to={`/gift-cards/${line.iCategoryId}`}
          className={cx(
            'font-display text-17 font-semibold hover:underline',
            soldOut && 'text-soft',
          )}
        >
          {line.sTitle}
        </Link>
        <p className="mt-0.5 truncate text-13 text-soft">{line.sDescription}</p>
        <Stock {...props} />
      </div>
      <div className={footClass}>
        <div className="flex shrink-0 flex-wrap items-center gap-1">
          <Stepper
            value={line.nQuantity}
            onChange={onQuantity}
            max={maxQuantity}
            label={text('cart.quantityOf', { title: line.sTitle })}
            disabled={soldOut}
          />
          <button
            type="button"
            onClick={firstPress(onRemove)}
            aria-label={text('cart.removeOf', { title: line.sTitle })}
            title={text('cart.remove')}
            className={cx(
              'inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-control hover:bg-sunken hover:text-fail',
              // The only action of a sold-out line.
              soldOut ? 'px-2 text-15 font-semibold' : 'text-soft',
            )}
          >
            <Trash2 aria-hidden="true" className={soldOut ? 'size-4' : 'size-5'} />
            {soldOut && text('cart.remove')}
          </button>
        </div>
        <div className={cx('ms-auto text-end text-17', soldOut && 'text-soft')}>
          <LinePrice line={line} each={!soldOut} />
          {!counted && <p className="text-13">{text('cart.notCounted')}</p>}
        </div>
      </div>
    </li>
  );
}
