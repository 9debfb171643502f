import { text } from '@giftlane/texts/text.ts';

const shownValues = 3;

interface TileWordsProps {
  title: string;
  /** Values of the brand's cards, such as $25. */
  values: readonly string[];
  /** The highest percentages of its cards. */
  cashback: number;
  discount: number;
}

/** The card values as one line of text: an element for each was a third of a tile's elements. */
function valuesLine(values: readonly string[]): string {
  const more = values.length - shownValues;
  return [
    ...values.slice(0, shownValues),
    ...(more > 0 ? [text('tile.moreValues', { count: more })] : []),
  ].join(' ');
}

/** What stands below a card in a list of brands. */
export const TileWords = ({ title, values, cashback, discount }: TileWordsProps) => (
  <>
    <span className="mt-3 block font-semibold leading-snug">{title}</span>
    <span className="block text-13 text-soft tabular-nums [word-spacing:0.3em]">
      {valuesLine(values)}
    </span>
    <span className="block text-13 font-medium">
      {cashback > 0 && (
        <span className="me-3 inline-block text-leaf">
          {text('tile.cashback', { percent: cashback })}
        </span>
      )}
      {discount > 0 && (
        <span className="inline-block">{text('tile.discount', { percent: discount })}</span>
      )}
    </span>
  </>
);
