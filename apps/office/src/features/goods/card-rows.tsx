/** The cards of a brand, edited in their rows. */
import { send } from '@giftlane/client/api.ts';
import { currencies, formatFace, fromWire } from '@giftlane/contract/money/money.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Brand, type CardDraft, flags, newCard, numbers } from './draft.ts';
import type { EditorState } from './use-editor.ts';

const cell =
  'h-9 w-full min-w-16 rounded-control border border-edge bg-surface px-2 text-15 tabular-nums aria-invalid:border-fail';

const labels = {
  nPrice: text('office.goods.price'),
  nDiscount: text('office.goods.discount'),
  nCashBack: text('office.goods.cashback'),
  nServiceCharge: text('office.goods.charge'),
  nExchangeFees: text('office.goods.fees'),
  bSellable: text('office.goods.sellable'),
  bReadOnly: text('office.goods.listedOnly'),
  bRetired: text('office.goods.putAway'),
} as const;

type Coming = Brand['aCards'][number]['aComing'][number];

/** Prices of a card that hold from a time on. */
function ComingPrice({ coming, state }: { coming: Coming; state: EditorState }) {
  const what = numbers.flatMap((name) =>
    coming[name] === null ? [] : [`${labels[name]} ${coming[name]}`],
  );
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-13 text-soft tabular-nums">
      {text('office.goods.coming', { at: formatMoment(coming.dFrom), what: what.join(', ') })}
      <ActionButton
        size="small"
        look="quiet"
        act={async () => {
          await send('DELETE /office/coming-prices/{id}', { params: { id: coming._id } });
          await state.renew();
        }}
      >
        {text('office.goods.callOff')}
      </ActionButton>
    </p>
  );
}

interface RowProps {
  card: CardDraft;
  state: EditorState;
  onCard: (part: Partial<CardDraft>) => void;
}

const nameOf = ({ nValue, eCurrency }: CardDraft) =>
  Number(nValue) > 0
    ? formatFace(fromWire(Number(nValue)), eCurrency)
    : text('office.goods.newCard');

function CardRow({ card, state, onCard }: RowProps) {
  const { errors, stored } = state;
  const name = nameOf(card);
  const coming = stored?.aCards.find(({ _id }) => _id === card._id)?.aComing ?? [];
  const wrong = [...errors].filter(([field]) => field.startsWith(`${card.key} `));
  const input = (field: 'nValue' | (typeof numbers)[number], label: string) => (
    <input
      className={cx(cell, 'text-end')}
      inputMode="decimal"
      aria-label={`${name}: ${label}`}
      aria-invalid={errors.has(`${card.key} ${field}`) || undefined}
      value={card[field]}
      onChange={({ target }) => onCard({ [field]: target.value.replace(',', '.') })}
    />
  );
  return (
    <>
      <tr className="border-t border-line">
        <th scope="row" className="py-1.5 pe-2 text-start font-semibold whitespace-nowrap">
          {card._id ? (
            name
          ) : (
            <span className="flex gap-1">
              <select
                className={cx(cell, 'w-18')}
                aria-label={text('office.goods.currency')}
                value={card.eCurrency}
                onChange={({ target }) =>
                  onCard({ eCurrency: target.value as CardDraft['eCurrency'] })
                }
              >
                {currencies.map((currency) => (
                  <option key={currency} value={currency}>
                    {currency.toUpperCase()}
                  </option>
                ))}
              </select>
              {input('nValue', text('office.goods.value'))}
            </span>
          )}
        </th>
        {numbers.map((field) => (
          <td key={field} className="p-1">
            {input(field, labels[field])}
          </td>
        ))}
        {flags.map((flag) => (
          <td key={flag} className="p-1 text-center">
            <input
              type="checkbox"
              className="size-5 accent-leaf"
              aria-label={`${name}: ${labels[flag]}`}
              checked={card[flag]}
              onChange={({ target }) => onCard({ [flag]: target.checked })}
            />
          </td>
        ))}
      </tr>
      {(coming.length > 0 || wrong.length > 0) && (
        <tr>
          <td colSpan={9} className="pb-2">
            {wrong.map(([field, message]) => (
              <p key={field} role="alert" className="text-13 font-medium text-fail">
                {`${labelOf(field)}: ${message}`}
              </p>
            ))}
            {coming.map((one) => (
              <ComingPrice key={one._id} coming={one} state={state} />
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

function labelOf(field: string): string {
  const name = field.split(' ').at(-1) ?? '';
  return name in labels ? labels[name as keyof typeof labels] : text('office.goods.value');
}

export function CardRows({ state }: { state: EditorState }) {
  const { draft, change } = state;
  const onCard = (key: string) => (part: Partial<CardDraft>) =>
    change({
      cards: draft.cards.map((card) => (card.key === key ? { ...card, ...part } : card)),
    });
  return (
    <section>
      <h2 className="mb-2 text-17 font-semibold">{text('office.goods.cards')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus. */}
      <section aria-label={text('office.goods.cards')} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-15">
          <thead className="text-13 text-soft">
            <tr>
              <th scope="col" className="pe-2 pb-1 text-start font-semibold">
                {text('office.goods.value')}
              </th>
              {[...numbers, ...flags].map((name) => (
                <th key={name} scope="col" className="px-1 pb-1 font-semibold">
                  {labels[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {draft.cards.map((card) => (
              <CardRow key={card.key} card={card} state={state} onCard={onCard(card.key)} />
            ))}
          </tbody>
        </table>
      </section>
      <Button
        size="small"
        className="mt-3"
        onClick={() => change({ cards: [...draft.cards, newCard(draft.cards)] })}
      >
        {text('office.goods.addCard')}
      </Button>
    </section>
  );
}
