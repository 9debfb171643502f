/** What the page shows: it lives in the address. */
import {
  coins,
  type RatedCode,
  type RateSpan,
  ratedCodes,
  rateSpans,
} from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { CurrencyPair } from './rates.ts';

export interface RatesView extends CurrencyPair {
  /** As it was typed. */
  amount: string;
  span: RateSpan;
}

/** What is typed at most. */
export const longestAmount = 24;

const firstAmount = '100';
const firstSpan: RateSpan = 'month';

export const readCode = (text: string | null): RatedCode | undefined =>
  ratedCodes.find((code) => code === text);

export const isCoin = (code: RatedCode): boolean => coins.some((coin) => coin === code);

/** Something to convert into that is not `from` itself. */
const otherThan = (from: RatedCode): RatedCode => (from === 'usd' ? 'eur' : 'usd');

/** Reads the address; what is not said there, or makes no sense, is about the visitor's currency. */
export function readView(params: URLSearchParams, home: Currency): RatesView {
  const from = readCode(params.get('from')) ?? home;
  const to = readCode(params.get('to'));
  const span = rateSpans.find((known) => known === params.get('span'));
  return {
    amount: (params.get('amount') ?? firstAmount).slice(0, longestAmount),
    from,
    to: to && to !== from ? to : otherThan(from),
    span: span ?? firstSpan,
  };
}

/** Writes the view as an address; a pair is written whole, so that it is the same for everybody. */
export function writeView({ amount, from, to, span }: RatesView): URLSearchParams {
  const params = new URLSearchParams({ from, to });
  if (amount !== firstAmount) params.set('amount', amount);
  if (span !== firstSpan) params.set('span', span);
  return params;
}

/** The pair after one side was chosen anew; choosing the other side's code swaps them. */
export function choose(pair: CurrencyPair, side: 'from' | 'to', code: RatedCode): CurrencyPair {
  const other = side === 'from' ? 'to' : 'from';
  if (pair[other] === code) return { from: pair.to, to: pair.from };
  return { ...pair, [side]: code };
}

/** The view with only what has a rate; a shop may have none of coins. */
export function knownView(view: RatesView, known: readonly RatedCode[]): RatesView {
  const from = known.includes(view.from) ? view.from : 'usd';
  const to = known.includes(view.to) && view.to !== from ? view.to : otherThan(from);
  return { ...view, from, to };
}

/** Reference rates of currencies come once a day: a day of them is nothing to look at. */
export function spansOf({ from, to }: CurrencyPair): readonly RateSpan[] {
  return isCoin(from) || isCoin(to) ? rateSpans : rateSpans.filter((span) => span !== 'day');
}
