import type { CartItem } from '@giftlane/contract/cart.ts';
import { maxQuantity } from '@giftlane/contract/cart-limits.ts';
import { text } from '@giftlane/contract/messages.ts';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { CardArt } from '../../parts/card-art.tsx';
import { LinePrice } from '../../parts/line-price.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stepper } from '../../ui/stepper.tsx';

interface CartLineProps {
  line: CartItem;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

/** Says in time what the order would be refused for: that there are fewer cards than wanted, or none. */
function Stock({ line, onQuantity }: Pick<CartLineProps, 'line' | 'onQuantity'>) {
  const { nLeft, nQuantity } = line;
  const few = nLeft !== undefined && nLeft > 0;
  return (
    <div aria-live="polite" className="mt-1 text-13 font-medium text-coral-ink empty:mt-0">
      {nLeft === 0 && <p>{text('cart.soldOut')}</p>}
      {few && (
        <p className="flex flex-wrap items-center gap-x-2">
          <span>{text('card.left', { count: nLeft })}</span>
          {nQuantity > nLeft && (
            <button
              type="button"
              onClick={() => onQuantity(nLeft)}
              className="min-h-9 font-semibold text-ink underline underline-offset-4"
            >
              {text('cart.takeLeft', { count: nLeft })}
            </button>
          )}
        </p>
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
export function CartLine({ line, onQuantity, onRemove }: CartLineProps) {
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
        <Stock line={line} onQuantity={onQuantity} />
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
