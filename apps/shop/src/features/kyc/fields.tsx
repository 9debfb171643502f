/** The fields of the form, by what they are about. */
import { text } from '@giftlane/contract/messages.ts';
import { CircleAlert } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router';
import { countries } from '../../parts/countries.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { ContractForm } from '../../ui/form.tsx';
import type { KycForm } from './draft.ts';

interface Part {
  state: ContractForm<KycForm>;
}

function NameFields({ state: { form, errorOf } }: Part) {
  return (
    <>
      <TextField
        {...form.register('firstName')}
        label={text('auth.firstName')}
        autoComplete="given-name"
        error={errorOf('firstName')}
      />
      <TextField
        {...form.register('lastName')}
        label={text('auth.lastName')}
        autoComplete="family-name"
        error={errorOf('lastName')}
      />
      <TextField
        {...form.register('dob')}
        type="date"
        label={text('kyc.dob')}
        autoComplete="bday"
        error={errorOf('dob')}
      />
    </>
  );
}

function AddressFields({ state: { form, errorOf } }: Part) {
  return (
    <>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          {...form.register('address1')}
          label={text('kyc.address1')}
          autoComplete="address-line1"
          error={errorOf('address1')}
        />
        <TextField
          {...form.register('address2')}
          label={text('kyc.address2')}
          help={text('kyc.address2.help')}
          autoComplete="address-line2"
          error={errorOf('address2')}
        />
      </div>
      {/* On a phone the two short ones share a row. */}
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 max-sm:*:first:col-span-full max-sm:*:last:col-span-full max-[18rem]:grid-cols-1">
        <TextField
          {...form.register('city')}
          label={text('kyc.city')}
          autoComplete="address-level2"
          error={errorOf('city')}
        />
        <TextField
          {...form.register('state')}
          label={text('kyc.state')}
          autoComplete="address-level1"
          error={errorOf('state')}
        />
        <TextField
          {...form.register('zipcode')}
          label={text('kyc.zipcode')}
          autoComplete="postal-code"
          error={errorOf('zipcode')}
        />
        <SelectField
          {...form.register('country')}
          label={text('auth.country')}
          autoComplete="country"
          error={errorOf('country')}
        >
          <option value="" disabled>
            {text('auth.country.choose')}
          </option>
          {countries.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  );
}

/** Who the member is and where they live (KYC-13 to KYC-21). */
export function PersonalFields({ state }: Part) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3">
        <NameFields state={state} />
      </div>
      <AddressFields state={state} />
    </div>
  );
}

/** KYC-22. The wire wants the word. */
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
              {text('kyc.terms')}{' '}
              <Link to="/tnc" target="_blank" className="font-semibold text-leaf underline">
                {text('kyc.terms.link')}
                <span className="sr-only"> {text('kyc.terms.opens')}</span>
              </Link>
            </span>
          </label>
          <div id="kyc-terms-note" aria-live="polite" className="text-13">
            {error && (
              <p className="flex gap-1.5 font-medium text-fail">
                <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                {error}
              </p>
            )}
          </div>
        </div>
      )}
    />
  );
}
