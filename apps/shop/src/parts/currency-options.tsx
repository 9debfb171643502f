import { text } from '@giftlane/contract/messages.ts';
import { type Currency, currencies } from '@giftlane/contract/money.ts';

const names: Record<Currency, string> = {
  aud: text('currency.aud'),
  cad: text('currency.cad'),
  gbp: text('currency.gbp'),
  usd: text('currency.usd'),
  eur: text('currency.eur'),
};

/** The supported currencies as the options of a select. */
export function CurrencyOptions() {
  return currencies.map((currency) => (
    <option key={currency} value={currency}>
      {`${currency.toUpperCase()} · ${names[currency]}`}
    </option>
  ));
}
