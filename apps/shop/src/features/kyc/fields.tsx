/** The fields of the form, by what they are about. */
import { text } from '@giftlane/contract/messages.ts';
import { CircleAlert } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router';
import { countries } from '../../parts/countries.ts';
import { PictureField } from '../../parts/picture-field.tsx';
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
    </>
  );
}

/** Who the member is and where they live (KYC-13 to KYC-21). */
export function PersonalFields({ state }: Part) {
  return (
    <section aria-labelledby="kyc-personal">
      <h2 id="kyc-personal" className="mb-4 text-21">
        {text('kyc.personal')}
      </h2>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
        <NameFields state={state} />
        <AddressFields state={state} />
      </div>
    </section>
  );
}

const documents = [
  { name: 'docFront', label: text('kyc.doc.front'), selfie: false },
  { name: 'docBack', label: text('kyc.doc.back'), selfie: false },
  { name: 'docAddress', label: text('kyc.doc.address'), selfie: false },
  { name: 'docSelffie', label: text('kyc.doc.selfie'), selfie: true },
] as const;

/** The four pictures (KYC-23 to KYC-27). */
export function DocumentFields({
  state: { form, errorOf },
  onBusy,
}: Part & { onBusy: (name: string, busy: boolean) => void }) {
  return (
    <section aria-labelledby="kyc-documents" className="mt-5">
      <h2 id="kyc-documents" className="text-21">
        {text('kyc.documents')}
      </h2>
      <p className="mt-1 mb-4 text-soft">{text('kyc.documents.intro')}</p>
      <div className="grid gap-5">
        {documents.map(({ name, label, selfie }) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              // Takes the focus when its picture is missing.
              <div ref={field.ref} tabIndex={-1} className="rounded-control">
                <PictureField
                  kind="kycDocs"
                  label={label}
                  path={field.value || null}
                  onChange={(path) => field.onChange(path ?? '')}
                  onBusy={(busy) => onBusy(name, busy)}
                  error={errorOf(name)}
                  shape={selfie ? 'face' : 'paper'}
                  camera={selfie ? 'user' : 'environment'}
                />
              </div>
            )}
          />
        ))}
      </div>
    </section>
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
