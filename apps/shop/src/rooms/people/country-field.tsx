import { text } from '@giftlane/texts/text.ts';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import type { Ref } from 'react';
import { type Country, countries, countryOf } from './countries.ts';

interface CountryFieldProps {
  /** The field of a React Hook Form `Controller`. */
  field: {
    name: string;
    value: Country | undefined;
    ref: Ref<HTMLSelectElement>;
    onBlur: () => void;
    onChange: (country: Country | undefined) => void;
  };
  error: string | undefined;
}

/** The options of a select of countries. */
export const CountryOptions = () => (
  <>
    <option value="" disabled>
      {text('auth.country.choose')}
    </option>
    {countries.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);

/** A select of countries. */
export function CountryField({ field, error }: CountryFieldProps) {
  return (
    <SelectField
      ref={field.ref}
      name={field.name}
      onBlur={field.onBlur}
      value={field.value?.value ?? ''}
      onChange={(event) => field.onChange(countryOf(event.target.value))}
      label={text('auth.country')}
      autoComplete="country"
      error={error}
    >
      <CountryOptions />
    </SelectField>
  );
}
