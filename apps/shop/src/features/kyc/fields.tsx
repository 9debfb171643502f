import type { ContractForm } from '@giftlane/client/form/form.tsx';
import { text } from '@giftlane/texts/text.ts';
import { SelectField, TextField } from '@giftlane/ui/form/field.tsx';
import { FieldError } from '@giftlane/ui/form/field-error.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router';
import { CountryOptions } from '../../rooms/people/country-field.tsx';
import type { KycFields } from './draft.ts';

interface Part {
  state: ContractForm<KycFields>;
}

/** Name, date of birth and address (KYC-13 to KYC-21). */
export function PersonalFields({ state }: Part) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3">
        <TextField
          {...state.field('firstName')}
          label={text('auth.firstName')}
          autoComplete="given-name"
        />
        <TextField
          {...state.field('lastName')}
          label={text('auth.lastName')}
          autoComplete="family-name"
        />
        <TextField
          {...state.field('dob')}
          type="date"
          label={text('kyc.dob')}
          autoComplete="bday"
        />
      </div>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          {...state.field('address1')}
          label={text('kyc.address1')}
          autoComplete="address-line1"
        />
        <TextField
          {...state.field('address2')}
          label={text('kyc.address2')}
          help={text('kyc.address2.help')}
          autoComplete="address-line2"
        />
      </div>
      {/* On a phone region and postal code share a row. */}
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 max-sm:*:first:col-span-full max-sm:*:last:col-span-full max-[18rem]:grid-cols-1">
        <TextField
          {...state.field('city')}
          label={text('kyc.city')}
          autoComplete="address-level2"
        />
        <TextField
          {...state.field('state')}
          label={text('kyc.state')}
          autoComplete="address-level1"
        />
        <TextField
          {...state.field('zipcode')}
          label={text('kyc.zipcode')}
          autoComplete="postal-code"
        />
        <SelectField
          {...state.field('country')}
          label={text('auth.country')}
          autoComplete="country"
        >
          <CountryOptions />
        </SelectField>
      </div>
    </div>
  );
}

/** Consent to the terms (KYC-22); the wire carries `accept`. */
export function TermsField({ state: { form, errorOf } }: Part) {
  const error = errorOf('terms');
  return (
    <Controller
      control={form.control}
      name="terms"
      render={({ field }) => (
        <div>
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              ref={field.ref}
              name={field.name}
              onBlur={field.onBlur}
              checked={field.value === 'accept'}
              onChange={(event) => field.onChange(event.target.checked ? 'accept' : '')}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? 'kyc-terms-note' : undefined}
              className="size-5 shrink-0 accent-leaf"
            />
            <span>
              {textParts('kyc.terms', {
                terms: (
                  <Link to="/tnc" target="_blank" className="font-semibold text-leaf underline">
                    {textParts('kyc.terms.opens', { terms: text('kyc.terms.link') }, 'sr-only')}
                  </Link>
                ),
              })}
            </span>
          </label>
          <div id="kyc-terms-note" aria-live="polite" className="text-13">
            {error && <FieldError>{error}</FieldError>}
          </div>
        </div>
      )}
    />
  );
}
