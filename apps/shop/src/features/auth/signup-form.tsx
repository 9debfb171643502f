import type { register } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { Controller } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { send } from '../../lib/api.ts';
import { CurrencyOptions } from '../../parts/currency-options.tsx';
import { PasswordField, SelectField, TextField } from '../../ui/field.tsx';
import { type ContractForm, Form, useContractForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { countries, countryOf } from './countries.ts';
import { signupSchema } from './signup-schema.ts';

type Values = z.input<typeof signupSchema>;
type Part = { state: ContractForm<Values> };

function NameFields({ state: { form, errorOf } }: Part) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <TextField
        {...form.register('sFirstName')}
        label={text('auth.firstName')}
        autoComplete="given-name"
        error={errorOf('sFirstName')}
      />
      <TextField
        {...form.register('sLastName')}
        label={text('auth.lastName')}
        autoComplete="family-name"
        error={errorOf('sLastName')}
      />
    </div>
  );
}

function MobileFields({ state: { form, errorOf } }: Part) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-4">
      <TextField
        {...form.register('sCountryCode')}
        label={text('auth.dialCode')}
        type="tel"
        autoComplete="tel-country-code"
        placeholder="+1"
        error={errorOf('sCountryCode')}
      />
      <TextField
        {...form.register('sMobileNumber')}
        label={text('auth.mobile')}
        optional
        type="tel"
        autoComplete="tel-national"
        error={errorOf('sMobileNumber')}
      />
    </div>
  );
}

function CountryField({ state: { form, errorOf } }: Part) {
  return (
    <Controller
      control={form.control}
      name="oCountry"
      render={({ field }) => (
        <SelectField
          ref={field.ref}
          name={field.name}
          onBlur={field.onBlur}
          value={field.value?.value ?? ''}
          onChange={(event) => field.onChange(countryOf(event.target.value))}
          label={text('auth.country')}
          autoComplete="country"
          error={errorOf('oCountry')}
        >
          <option value="">{text('auth.country.choose')}</option>
          {countries.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    />
  );
}

function CurrencyField({ state: { form, errorOf } }: Part) {
  return (
    <SelectField
      {...form.register('eCurrency')}
      label={text('auth.currency')}
      help={text('auth.currency.help')}
      error={errorOf('eCurrency')}
    >
      <option value="">{text('auth.currency.choose')}</option>
      <CurrencyOptions />
    </SelectField>
  );
}

function PasswordFields({ state: { form, errorOf } }: Part) {
  return (
    <>
      <PasswordField
        {...form.register('sPassword', { deps: ['sRetypedPassword'] })}
        label={text('auth.password')}
        help={text('auth.password.help')}
        autoComplete="new-password"
        error={errorOf('sPassword')}
      />
      <PasswordField
        {...form.register('sRetypedPassword')}
        label={text('auth.retype')}
        autoComplete="new-password"
        error={errorOf('sRetypedPassword')}
      />
    </>
  );
}

async function registerWith(values: z.output<typeof signupSchema>): Promise<string> {
  const { sRetypedPassword: _typedTwice, ...body } = values;
  const answer = await send<typeof register>('POST /registration', {
    body: { ...body, sFullName: `${body.sFirstName} ${body.sLastName}` },
  });
  return answer.message;
}

const empty = {
  sFirstName: '',
  sLastName: '',
  sEmail: '',
  sCountryCode: '',
  sMobileNumber: '',
  sPassword: '',
  sRetypedPassword: '',
};

/** A new account (AUTH-05 to AUTH-15, decisions 13 and 14). */
export function SignupForm() {
  const navigate = useNavigate();
  const state = useContractForm(signupSchema, empty, async (values) => {
    toast.success(await registerWith(values));
    await navigate('/auth/login');
  });
  const { form, errorOf } = state;
  return (
    <Form state={state} action={text('auth.signUp.action')}>
      <NameFields state={state} />
      <TextField
        {...form.register('sEmail')}
        label={text('auth.email')}
        type="email"
        autoComplete="email"
        error={errorOf('sEmail')}
      />
      <CountryField state={state} />
      <MobileFields state={state} />
      <CurrencyField state={state} />
      <PasswordFields state={state} />
    </Form>
  );
}
