import { fromWire } from '@giftlane/contract/money/money.ts';
import { maxQuantity } from '@giftlane/contract/shop/cart-limits.ts';
import type { Card } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Stepper } from '@giftlane/ui/controls/stepper.tsx';
import { useState } from 'react';
import { LinePrice } from '../../rooms/checkout/line-price.tsx';
import { FaceValue, formatFace } from '../../rooms/money/money.tsx';
import { BuyBox } from './buy-box.tsx';
import { useBuy } from './use-buy.ts';

/** A percentage; 0 is a dash, hidden on phones. */
function Percent({ value, label, colour }: { value: number; label: string; colour: string }) {
  if (value === 0) return <span className="text-soft max-lg:hidden">–</span>;
  return (
    <span className={colour}>
      {`${value}%`}
      <span className="lg:hidden"> {label.toLowerCase()}</span>
    </span>
  );
}

const cell = 'lg:px-3 lg:py-2.5 lg:first:ps-5 lg:last:pe-5';
const bodyCell = `${cell} lg:border-t lg:border-line`;

/** Quiet: the buy box has the primary button. */
const rowButton = 'font-medium text-soft hover:text-ink max-lg:px-1.5 lg:px-3';

interface RowProps {
  card: Card;
  quantity: number;
  onQuantity: (quantity: number) => void;
  chosen: boolean;
  onChoose: () => void;
  buy: ReturnType<typeof useBuy>;
}

function Purchase({ card, quantity, onQuantity, buy }: RowProps) {
  const value = formatFace(fromWire(card.nValue), card.eCurrency);
  if (!card.bInStock) {
    return (
      <p className="input-height flex items-center font-medium text-soft lg:justify-end">
        {text('card.soldOut')}
      </p>
    );
  }
  return (
    <>
      {card.nLeft !== undefined && (
        <p aria-live="polite" className="mb-2 text-13 font-medium text-coral-ink lg:text-end">
          {text(quantity > card.nLeft ? 'card.leftFewer' : 'card.left', { count: card.nLeft })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-1 lg:flex-nowrap lg:justify-end lg:gap-x-2">
        <Stepper
          value={quantity}
          onChange={onQuantity}
          max={maxQuantity}
          label={text('card.quantityOf', { value })}
        />
        {/* Negative margin: the label ends at the column's right edge. */}
        <div className="ms-auto flex flex-wrap justify-end gap-1 max-lg:-me-1.5 lg:ms-0 lg:flex-nowrap lg:gap-0 lg:-me-3">
          <Button
            look="quiet"
            className={rowButton}
            busy={buy.adding === card._id}
            onClick={() => buy.addToCart(card, quantity)}
          >
            {text('card.addToCart')}
          </Button>
          <Button
            look="quiet"
            className={rowButton}
            disabled={buy.adding !== undefined}
            onClick={() => buy.buyNow(card, quantity)}
          >
            {text('card.buyNow')}
          </Button>
        </div>
      </div>
    </>
  );
}

// biome-ignore-start lint/a11y/noRedundantRoles: `display: grid` removes the roles of a table.
/** A row of the table, on phones a card; explicit roles keep it a table for screen readers. */
function Row(props: RowProps) {
  const { card, chosen, onChoose } = props;
  return (
    <tr
      role="row"
      data-chosen={chosen || undefined}
      onClick={onChoose}
      className="group data-chosen:bg-leaf-tint grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line px-3 py-3 last:border-b-0 sm:px-4 lg:table-row lg:p-0"
    >
      <th
        scope="row"
        role="rowheader"
        className={`${bodyCell} text-start font-display text-21 font-semibold`}
      >
        <FaceValue minor={fromWire(card.nValue)} currency={card.eCurrency} />
      </th>
      <td role="cell" className={`${bodyCell} order-2 text-13 tabular-nums lg:text-15`}>
        <Percent value={card.nCashBack} label={text('card.cashbackColumn')} colour="text-leaf" />
      </td>
      <td
        role="cell"
        className={`${bodyCell} order-2 text-end text-13 tabular-nums lg:text-start lg:text-15`}
      >
        <Percent value={card.nDiscount} label={text('card.discount')} colour="text-leaf" />
      </td>
      <td role="cell" className={`${bodyCell} order-1`}>
        <LinePrice line={{ ...card, nQuantity: 1 }} />
      </td>
      <td role="cell" className={`${bodyCell} order-3 col-span-2 pt-2`}>
        <Purchase {...props} />
      </td>
    </tr>
  );
}

const columns = [
  text('card.value'),
  text('card.cashbackColumn'),
  text('card.discount'),
  text('card.price'),
  text('card.actions'),
];

/** Denominations of a brand with price, cashback and discount (CARD-05, CARD-06). */
export function Denominations({ cards }: { cards: readonly Card[] }) {
  const buy = useBuy();
  const [first] = cards.filter(({ bInStock }) => bInStock);
  const [chosenId, choose] = useState(first?._id);
  const [quantities, setQuantities] = useState<ReadonlyMap<string, number>>(new Map());
  const quantityOf = ({ _id }: Card) => quantities.get(_id) ?? 1;
  const chosen = cards.find(({ _id, bInStock }) => bInStock && _id === chosenId) ?? first;
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start xl:gap-6">
      <table
        role="table"
        aria-label={text('card.table')}
        className="block w-full overflow-clip max-xl:mb-4 [&_:is(button,input)]:scroll-mb-40 rounded-panel border border-line bg-surface lg:table lg:border-separate lg:border-spacing-0"
      >
        <thead className="max-lg:sr-only">
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`${cell} text-start text-13 font-medium text-soft ${index > 2 ? 'lg:text-end' : ''}`}
              >
                {index === columns.length - 1 ? <span className="sr-only">{column}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block lg:table-row-group">
          {cards.map((card) => (
            <Row
              key={card._id}
              card={card}
              quantity={quantityOf(card)}
              onQuantity={(quantity) => {
                choose(card._id);
                setQuantities((before) => new Map(before).set(card._id, quantity));
              }}
              chosen={card === chosen}
              onChoose={() => card.bInStock && choose(card._id)}
              buy={buy}
            />
          ))}
        </tbody>
      </table>
      {chosen && <BuyBox card={chosen} quantity={quantityOf(chosen)} buy={buy} />}
    </div>
  );
}
// biome-ignore-end lint/a11y/noRedundantRoles: see above.
