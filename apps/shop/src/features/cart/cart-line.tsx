import type { CartItem } from '@giftlane/contract/cart.ts';
import { maxQuantity } from '@giftlane/contract/cart-limits.ts';
import { text } from '@giftlane/contract/messages.ts';
import { formatMoney } from '@giftlane/contract/money.ts';
import { Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CardArt } from '../../parts/card-art.tsx';
import { LinePrice } from '../../parts/line-price.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stepper } from '../../ui/stepper.tsx';

interface CartLineProps {
  line: CartItem;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  /** What it cost until now, where a price has changed. */
  before: bigint | undefined;
}

/** Whether fewer cards are left than are wanted. */
export const isShort = ({ nLeft, nQuantity }: CartItem): boolean =>
  nLeft !== undefined && nLeft < nQuantity;

/** A line of what is the matter, with a picture that says so without colour. */
function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="flex flex-wrap items-center gap-x-2">{children}</p>
    </div>
  );
}

/** Says in time what the order would be refused for: fewer cards than wanted, or none, or another price. */
function Stock({ line, before, onQuantity }: Omit<CartLineProps, 'onRemove'>) {
  const { nLeft, eCurrency } = line;
  const few = nLeft !== undefined && nLeft > 0;
  return (
    <div aria-live="polite" className="mt-1 text-13 font-medium text-coral-ink empty:mt-0">
      {before !== undefined && (
        <Warning>{text('cart.priceChanged', { price: formatMoney(before, eCurrency) })}</Warning>
      )}
      {nLeft === 0 && <Warning>{text('cart.soldOut')}</Warning>}
      {few && (
        <Warning>
          <span>{text('card.left', { count: nLeft })}</span>
          {isShort(line) && (
            <button
              type="button"
              onClick={() => onQuantity(nLeft)}
              className="min-h-9 font-semibold text-ink underline underline-offset-4"
            >
              {text('cart.takeLeft', { count: nLeft })}
            </button>
          )}
        </Warning>
      )}
    </div>
  );
}

const lineClass =
  'grid grid-cols-[6rem_1fr] gap-x-4 gap-y-3 border-b border-line py-5 first:pt-0 sm:grid-cols-[8rem_1fr]';
const footClass =
  'col-span-2 flex flex-wrap items-center justify-between gap-3 sm:col-span-1 sm:col-start-2';

/** The shape of a line while it is on its way. */
export function CartLineSkeleton() {
  return (
    <div className={lineClass}>
      <Skeleton className="aspect-(--card-ratio) self-start rounded-small" />
      <div className="space-y-2 py-1">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-4/5" />
      </div>
      <div className={footClass}>
        <Skeleton className="h-11 w-32" />
        <Skeleton className="h-5 w-20" />
      </div>
    </div>
  );
}

/** One line of the cart (CART-01). */
export function CartLine({ line, before, onQuantity, onRemove }: CartLineProps) {
  return (
    <li className={lineClass}>
      <CardArt banner={line.sBanner} title={line.sTitle} className="self-start" />
      <div className="min-w-0">
        <Link
          to={`/gift-cards/${line.iCategoryId}`}
          className="font-display text-17 font-semibold hover:underline"
        >
          {line.sTitle}
        </Link>
        <p className="mt-0.5 line-clamp-2 text-13 text-soft">{line.sDescription}</p>
        <Stock line={line} before={before} onQuantity={onQuantity} />
      </div>
      <div className={footClass}>
        <div className="flex flex-wrap items-center gap-1">
          <Stepper
            value={line.nQuantity}
            onChange={onQuantity}
            max={maxQuantity}
            label={text('cart.quantityOf', { title: line.sTitle })}
          />
          <button
            type="button"
            // The second press of a double click finds the next line under the pointer.
            onClick={({ detail }) => detail < 2 && onRemove()}
            aria-label={text('cart.removeOf', { title: line.sTitle })}
            title={text('cart.remove')}
            className="inline-flex size-11 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-fail"
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </button>
        </div>
        <LinePrice line={line} className="text-right text-17" />
      </div>
    </li>
  );
}
