import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { maxQuantity } from '@giftlane/contract/shop/cart-limits.ts';
import { text } from '@giftlane/texts/text.ts';
import { Stepper } from '@giftlane/ui/controls/stepper.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { LineSkeleton, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { LinePrice } from '../../rooms/checkout/line-price.tsx';
import { isGone } from '../../rooms/checkout/order-draft.ts';

interface CartLineProps {
  line: CartItem;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  /** What it cost until now, where a price has changed. */
  before: string | undefined;
  /** It is a part of the sums. */
  counted: boolean;
}

/** Whether fewer cards are left than are wanted. */
export const isShort = ({ nLeft, nQuantity }: CartItem): boolean =>
  nLeft !== undefined && nLeft < nQuantity;

/** The second press of a double click finds the next line under the pointer. */
const once = (detail: number, act: () => void) => detail < 2 && act();

/** A line of what is the matter, with a picture that says so without colour. */
function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="flex flex-wrap items-center gap-x-2">{children}</p>
    </div>
  );
}

/** The button that mends a line; its negative margins give a finger room without making the line higher. */
function Mend({ label, act }: { label: string; act: () => void }) {
  return (
    <button
      type="button"
      onClick={({ detail }) => once(detail, act)}
      className="-my-2 min-h-9 font-semibold text-ink underline underline-offset-4"
    >
      {label}
    </button>
  );
}

/** Says in time what the order would be refused for: fewer cards than wanted, or none, or another price. */
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
      {/* What the order is made without stands in nobody's way. */}
      {isGone(line) &&
        (counted ? (
          <Warning>{text('card.soldOut')}</Warning>
        ) : (
          <Badge tone="attention">{text('card.soldOut')}</Badge>
        ))}
      {few && (
        <Warning>
          <span>{text('card.left', { count: nLeft })}</span>
          {isShort(line) && (
            <Mend label={text('cart.takeLeft', { count: nLeft })} act={() => onQuantity(nLeft)} />
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

/** The shape of a line while it is on its way. */
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
  const gone = isGone(line);
  return (
    <li className={lineClass}>
      <CardArt
        banner={line.sBanner}
        title={line.sTitle}
        className={cx(artClass, gone && 'opacity-55')}
      />
      <div className="min-w-0">
        <Link
          to={`/gift-cards/${line.iCategoryId}`}
          className={cx('font-display text-17 font-semibold hover:underline', gone && 'text-soft')}
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
            disabled={gone}
          />
          <button
            type="button"
            onClick={({ detail }) => once(detail, onRemove)}
            aria-label={text('cart.removeOf', { title: line.sTitle })}
            title={text('cart.remove')}
            className={cx(
              'inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-control hover:bg-sunken hover:text-fail',
              // It is all that can be done about the line.
              gone ? 'px-2 text-15 font-semibold' : 'text-soft',
            )}
          >
            <Trash2 aria-hidden="true" className={gone ? 'size-4' : 'size-5'} />
            {gone && text('cart.remove')}
          </button>
        </div>
        <div className={cx('ml-auto text-right text-17', gone && 'text-soft')}>
          <LinePrice line={line} each={!gone} />
          {!counted && <p className="text-13">{text('cart.notCounted')}</p>}
        </div>
      </div>
    </li>
  );
}
