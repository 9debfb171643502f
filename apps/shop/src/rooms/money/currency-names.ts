import type { RatedCode } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';

/** What currencies and coins are called. */
export const currencyNames: Readonly<Record<RatedCode, string>> = {
  aud: text('currency.aud'),
  cad: text('currency.cad'),
  gbp: text('currency.gbp'),
  usd: text('currency.usd'),
  eur: text('currency.eur'),
  btc: text('currency.btc'),
  ltc: text('currency.ltc'),
};
