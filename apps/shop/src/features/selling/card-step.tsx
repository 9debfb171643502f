import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { maxQuantity } from '@giftlane/contract/shop/cart-limits.ts';
import type { Card } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { firstPress } from '@giftlane/ui/controls/first-press.ts';
import { Stepper } from '@giftlane/ui/controls/stepper.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { useId } from 'react';
import type { SellTerms } from '../../rooms/catalogue/sell-cards.ts';
import { FaceValue } from '../../rooms/money/money.tsx';
import { DayLimit, OverLimit } from './day-limit.tsx';
import { type Chosen, chosenOf, priceProblem, quantityProblem, termsWords } from './sell-state.ts';

interface CardStepProps {
  cards: readonly Card[];
  chosen: Chosen | undefined;
  /** Undefined while they load. */
  terms: SellTerms | undefined;
  /** Currency of the member's wallet. */
  wallet: Currency;
  /** Currency of the cards. */
  currency: Currency;
  onChoose: (chosen: Chosen | undefined) => void;
}

const faceOf = (card: Card) => formatMoney(fromWire(card.nValue), card.eCurrency);

/** The number of cards and the price of one (SELL-15, SELL-16). */
function Details({
  chosen,
  terms,
  onChoose,
  note,
}: Pick<CardStepProps, 'terms' | 'onChoose'> & { chosen: Chosen; note: string | undefined }) {
  const { card, quantity, price } = chosen;
  const max = terms?.nMaxQuantity;
  const problem = quantityProblem(chosen, terms);
  return (
    <div className="mt-4 grid gap-4 border-t border-line pt-4 sm:grid-cols-[auto_1fr] sm:gap-6">
      <div>
        <p className="mb-1.5 text-15 font-medium">{text('sell.quantity')}</p>
        <Stepper
          value={quantity}
          onChange={(next) => onChoose({ ...chosen, quantity: next })}
          max={max ?? maxQuantity}
          label={text('card.quantityOf', { value: faceOf(card) })}
        />
        <p
          aria-live="polite"
          className={cx('mt-1.5 max-w-56 text-13', problem ? 'font-medium text-fail' : 'text-soft')}
        >
          {problem ?? (max !== undefined && text('sell.quantity.help', { max }))}
        </p>
      </div>
      <TextField
        label={text('sell.price', { currency: card.eCurrency.toUpperCase() })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        readOnly={card.readOnly}
        value={price}
        onChange={(event) => onChoose({ ...chosen, price: event.target.value })}
        error={priceProblem(chosen)}
        help={text(card.readOnly ? 'sell.price.fixed' : 'sell.price.help')}
        className={cx('tabular-nums', card.readOnly && 'bg-sunken')}
      />
      {note && (
        <p id={note} className="text-13 text-soft sm:col-span-2">
          {text('sell.card.one')}
        </p>
      )}
    </div>
  );
}

/** One card the shop buys. Adding it disables the others (SELL-12), removing it enables them (SELL-13). */
function CardRow({
  card,
  chosen,
  terms,
  onChoose,
  note,
}: Pick<CardStepProps, 'chosen' | 'terms' | 'onChoose'> & {
  card: Card;
  note: string | undefined;
}) {
  const own = chosen?.card._id === card._id;
  const closed = chosen !== undefined && !own;
  const value = faceOf(card);
  const { receive, terms: words } = termsWords(card, own ? chosen : undefined);
  return (
    <li
      className={cx(
        'rounded-control border p-3 transition-colors sm:p-4',
        own ? 'col-span-full border-leaf bg-leaf-tint' : 'border-line',
        closed && 'text-soft',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
        <h3 className="text-21">
          <FaceValue minor={fromWire(card.nValue)} currency={card.eCurrency} />
        </h3>
        {own ? (
          <Button
            // This button replaces the one that adds: the second click of a double click must not remove.
            className="max-sm:px-3"
            onClick={firstPress(() => onChoose(undefined))}
            aria-label={text('sell.removeCard', { value })}
          >
            {text('sell.remove')}
          </Button>
        ) : (
          <Button
            look={closed ? 'quiet' : 'tonal'}
            // Without a background, the label is aligned with the tile's right edge.
            className={cx('max-sm:px-3', closed && '-me-5 max-sm:-me-3')}
            disabled={closed}
            aria-describedby={chosen && note}
            onClick={() => onChoose(chosenOf(card))}
            aria-label={text('sell.addCard', { value })}
          >
            {text('sell.add')}
          </Button>
        )}
      </div>
      {!closed && (
        <div className="mt-1 tabular-nums">
          {receive && <p className="font-medium text-leaf">{receive}</p>}
          <p className="text-13 text-soft">{words}</p>
        </div>
      )}
      {own && <Details chosen={chosen} terms={terms} onChoose={onChoose} note={note} />}
    </li>
  );
}

/** Step 1: the card, the number of cards and the price. */
export function CardStep(props: CardStepProps) {
  const { cards, chosen, terms, wallet, currency, onChoose } = props;
  const id = useId();
  // The note that only one card can be added is needed only beside other cards.
  const note = cards.length > 1 ? id : undefined;
  return (
    <>
      <DayLimit terms={terms} wallet={wallet} currency={currency} />
      <ul className="grid grid-flow-dense grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-2 sm:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] sm:gap-3">
        {cards.map((card) => (
          <CardRow
            key={card._id}
            card={card}
            chosen={chosen}
            terms={terms}
            onChoose={onChoose}
            note={note}
          />
        ))}
      </ul>
      <OverLimit chosen={chosen} terms={terms} currency={currency} />
    </>
  );
}
