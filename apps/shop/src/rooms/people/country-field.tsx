import { text } from '@giftlane/texts/text.ts';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import type { Ref } from 'react';
import { type Country, countries, countryOf } from './countries.ts';

interface CountryFieldProps {
  /** What a form knows of the field. */
  field: {
    name: string;
    value: Country | undefined;
    ref: Ref<HTMLSelectElement>;
    onBlur: () => void;
    onChange: (country: Country | undefined) => void;
  };
  error: string | undefined;
}

/** The countries to choose from. */
export const CountryOptions = () => (
  <>
    {/* It says what to do, and is no country. */}
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

/** One country of all. */
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
