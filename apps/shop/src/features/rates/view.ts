/** The state of the page, stored in its URL. */
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

/** Maximum length of the typed amount. */
export const longestAmount = 24;

const firstAmount = '100';
const firstSpan: RateSpan = 'month';

export const readCode = (text: string | null): RatedCode | undefined =>
  ratedCodes.find((code) => code === text);

export const isCoin = (code: RatedCode): boolean => coins.some((coin) => coin === code);

/** The default target for `from`. */
const otherThan = (from: RatedCode): RatedCode => (from === 'usd' ? 'eur' : 'usd');

/** Reads the URL; missing or invalid parts get defaults, the source `home`. */
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

/** Writes the URL. It always names both currencies, so that a shared link shows the same pair to everybody. */
export function writeView({ amount, from, to, span }: RatesView): URLSearchParams {
  const params = new URLSearchParams({ from, to });
  if (amount !== firstAmount) params.set('amount', amount);
  if (span !== firstSpan) params.set('span', span);
  return params;
}

/** The pair with one side replaced; choosing the other side's code swaps them. */
export function choose(pair: CurrencyPair, side: 'from' | 'to', code: RatedCode): CurrencyPair {
  const other = side === 'from' ? 'to' : 'from';
  if (pair[other] === code) return { from: pair.to, to: pair.from };
  return { ...pair, [side]: code };
}

/** The view with codes without a rate replaced, as a shop may have no coin prices. */
export function knownView(view: RatesView, known: readonly RatedCode[]): RatesView {
  const from = known.includes(view.from) ? view.from : 'usd';
  const to = known.includes(view.to) && view.to !== from ? view.to : otherThan(from);
  return { ...view, from, to };
}

/** No span of one day without a coin: reference rates change once a day. */
export function spansOf({ from, to }: CurrencyPair): readonly RateSpan[] {
  return isCoin(from) || isCoin(to) ? rateSpans : rateSpans.filter((span) => span !== 'day');
}
