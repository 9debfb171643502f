import { type Currency, supportedCurrency } from '@giftlane/contract/money/money.ts';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import { CurrencyOptions } from './currency-options.tsx';

interface CurrencyChoiceProps {
  label: string;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
}

/** In which currency cards are shown. */
export function CurrencyChoice({ label, currency, onCurrency }: CurrencyChoiceProps) {
  return (
    <SelectField
      label={label}
      value={currency}
      onChange={(event) => onCurrency(supportedCurrency(event.target.value))}
    >
      <CurrencyOptions />
    </SelectField>
  );
}
