/** A brand's tile and page as the shop shows them, while they are edited. */
import {
  formatFace,
  formatMoney,
  fromWire,
  lineAmounts,
  percentFromWire,
} from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { BrandHead } from '@giftlane/ui/cards/brand-head.tsx';
import { CardFace } from '@giftlane/ui/cards/card-face.tsx';
import { TileWords } from '@giftlane/ui/cards/tile-words.tsx';
import { Prose } from '@giftlane/ui/layout/prose.tsx';
import type { CardDraft, Draft } from './draft.ts';
import { mediaAddress } from './media.ts';

const amount = (typed: string) => {
  const value = Number(typed);
  return Number.isFinite(value) && value > 0 ? value : 0;
};

/** What a buyer pays for one card. */
function priceOf(card: CardDraft): string {
  const { linePriceMinor } = lineAmounts({
    quantity: 1,
    priceMinor: fromWire(amount(card.nPrice)),
    discountBp: percentFromWire(amount(card.nDiscount)),
    cashbackBp: 0,
    serviceChargeBp: 0,
  });
  return formatMoney(linePriceMinor, card.eCurrency);
}

const highest = (cards: readonly CardDraft[], field: 'nCashBack' | 'nDiscount') =>
  cards.reduce((most, card) => Math.max(most, amount(card[field])), 0);

const faceOf = ({ nValue, eCurrency }: CardDraft) =>
  formatFace(fromWire(amount(nValue)), eCurrency);

function Values({ cards }: { cards: readonly CardDraft[] }) {
  return (
    <ul className="rounded-panel border border-line bg-surface">
      {cards.map((card) => (
        <li
          key={card.key}
          className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-2.5 tabular-nums last:border-b-0"
        >
          <span className="font-display text-21 font-semibold">{faceOf(card)}</span>
          <span className="text-13 text-leaf">
            {amount(card.nCashBack) > 0 &&
              text('tile.cashback', { percent: amount(card.nCashBack) })}
          </span>
          <span className="font-semibold">{priceOf(card)}</span>
        </li>
      ))}
    </ul>
  );
}

export function BrandPreview({ draft }: { draft: Draft }) {
  const [first] = draft.cards;
  const onSale = draft.cards.filter(
    ({ bRetired, eCurrency, nValue }) =>
      !bRetired && eCurrency === first?.eCurrency && amount(nValue) > 0,
  );
  const cashback = highest(onSale, 'nCashBack');
  const art = (
    <CardFace
      address={mediaAddress(draft.sBanner)}
      blank={!draft.sBanner}
      title={draft.sTitle}
      eager
    />
  );
  return (
    <section aria-label={text('office.goods.preview')} className="min-w-0 space-y-8">
      <h2 className="text-17 font-semibold">{text('office.goods.preview')}</h2>
      <div className="w-56">
        {art}
        <TileWords
          title={draft.sTitle}
          values={onSale.map(faceOf)}
          cashback={cashback}
          discount={highest(onSale, 'nDiscount')}
        />
      </div>
      <div className="space-y-6 rounded-panel border border-line p-5">
        <BrandHead
          title={draft.sTitle || text('office.goods.newBrand')}
          shortDesc={draft.sShortDesc}
          cashback={cashback}
          wide={false}
          picture={art}
          heading="h2"
        >
          {null}
        </BrandHead>
        <Values cards={onSale} />
        <Prose>{draft.sDescription}</Prose>
        <Prose>{draft.sRedeem}</Prose>
      </div>
    </section>
  );
}
