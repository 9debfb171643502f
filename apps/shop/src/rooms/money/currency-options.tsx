import type { RatedCode } from '@giftlane/contract/money/coins.ts';
import { currencies } from '@giftlane/contract/money/money.ts';
import { currencyNames } from './currency-names.ts';

/** The supported currencies, or other codes, as the options of a select. */
export function CurrencyOptions({ codes = currencies }: { codes?: readonly RatedCode[] }) {
  return codes.map((code) => (
    <option key={code} value={code}>
      {`${code.toUpperCase()} · ${currencyNames[code]}`}
    </option>
  ));
}
