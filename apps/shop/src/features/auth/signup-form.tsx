import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { type ContractForm, Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { type Currency, supportedCurrency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField, SelectField, TextField } from '@giftlane/ui/form/field.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type * as z from 'zod';
import { CurrencyOptions } from '../../rooms/money/currency-options.tsx';
import { type Country, dialCodeOf } from '../../rooms/people/countries.ts';
import { CountryField } from '../../rooms/people/country-field.tsx';
import { MobileFields } from '../../rooms/people/mobile-fields.tsx';
import { NameFields } from '../../rooms/people/name-fields.tsx';
import { draftsOf } from '../../session/drafts.ts';
import { forgetGooglePerson, type GooglePerson, keepGooglePerson } from '../../session/google.ts';
import { local, localKeys, sessionKeys } from '../../session/storage.ts';
import { authLinkClass } from './auth-page.tsx';
import { signInWith, useSignIn } from './sign-in.ts';
import { signupSchema } from './signup-schema.ts';

const LinkDialog = lazyPart(() => import('./google/link-dialog.tsx'));

type Values = z.input<typeof signupSchema>;
type Part = { state: ContractForm<Values> };

function CurrencyField({ state }: Part) {
  return (
    <SelectField
      {...state.field('eCurrency')}
      label={text('auth.currency')}
      help={text('auth.currency.help')}
    >
      {/* Not closed: the browser would choose the first that is open, in the person's place. */}
      <option value="">{text('auth.currency.choose')}</option>
      <CurrencyOptions />
    </SelectField>
  );
}

function PasswordFields({ state }: Part) {
  return (
    <>
      <PasswordField
        {...state.field('sPassword', { deps: ['sRetypedPassword'] })}
        label={text('auth.password')}
        help={text('auth.password.help')}
        autoComplete="new-password"
      />
      <PasswordField
        {...state.field('sRetypedPassword')}
        label={text('auth.retype')}
        autoComplete="new-password"
      />
    </>
  );
}

async function registerWith(
  values: z.output<typeof signupSchema>,
  person: GooglePerson | null,
): Promise<string> {
  const { sRetypedPassword: _typedTwice, ...body } = values;
  const google = person?.sGoogleToken
    ? { sGoogleId: person.sGoogleId, sGoogleToken: person.sGoogleToken }
    : {};
  const answer = await send('POST /registration', { body: { ...body, ...google } });
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

/** The currency chosen in the shop, as the default. */
function keptCurrency(): { eCurrency?: Currency } {
  const kept = local.read(localKeys.currency);
  return kept === null ? {} : { eCurrency: supportedCurrency(kept) };
}

/** Drafts of the form without passwords. */
const signupDrafts = draftsOf(
  sessionKeys.profile,
  objectOf({ sFirstName: isText, sLastName: isText, sEmail: isText, sMobileNumber: isText }),
);

const googleFields = ['sFirstName', 'sLastName', 'sEmail'] as const;

/** The form, filled in by the draft and by Google, also when Google answers later. */
function useSignupForm(
  person: GooglePerson | null,
  act: (values: z.output<typeof signupSchema>) => Promise<void>,
) {
  const [defaults] = useState(() => ({ ...empty, ...keptCurrency(), ...signupDrafts.read('') }));
  const state = useContractForm(signupSchema, defaults, act, {
    'account.guessable_password': 'sPassword',
  });
  const { form } = state;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({
          values: { sFirstName = '', sLastName = '', sEmail = '', sMobileNumber = '' },
        }) => signupDrafts.keep('', { sFirstName, sLastName, sEmail, sMobileNumber }),
      }),
    [form],
  );
  useEffect(() => {
    for (const name of googleFields) if (person?.[name]) form.setValue(name, person[name]);
  }, [person, form]);
  return state;
}

/** Sets the dial code of a country unless another one was typed. */
function setDialCode({ form }: ContractForm<Values>, country: Country | undefined) {
  const [code, before] = form.getValues(['sCountryCode', 'oCountry']);
  if (code && code !== dialCodeOf(before?.value ?? '')) return;
  form.setValue('sCountryCode', dialCodeOf(country?.value ?? ''), { shouldValidate: true });
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-5 not-first:mt-5">
      <legend className="mb-3 font-display text-17 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

/** The terms and the privacy policy, which open in another tab to keep the form. */
function Agreement() {
  const link = (to: string, name: string) => (
    <Link to={to} target="_blank" className={authLinkClass}>
      {name}
    </Link>
  );
  return (
    <p className="mt-4 text-13 text-soft">
      {textParts('auth.signUp.agree', {
        terms: link('/tnc', text('nav.terms')),
        privacy: link('/privacy-policy', text('nav.privacy')),
      })}
    </p>
  );
}

/** A new account (AUTH-05 to AUTH-15, AUTH-21, OPEN-13 to OPEN-15). */
export function SignupForm({ person }: { person: GooglePerson | null }) {
  const navigate = useNavigate();
  const signIn = useSignIn();
  const [linking, setLinking] = useState<GooglePerson>();
  const state = useSignupForm(person, async (values) => {
    let message = '';
    try {
      message = await registerWith(values, person);
    } catch (error) {
      if (person && isRefusal(error, 'google.invalid'))
        keepGooglePerson({ ...person, sGoogleToken: '' });
      if (!person || !isRefusal(error, 'google.not_linked')) throw error;
      setLinking(person);
      return;
    }
    forgetGooglePerson();
    signupDrafts.forget();
    const { sEmail, sPassword } = values;
    try {
      // Registration does not tell whether the e-mail had an account, perhaps with a second step.
      await signIn(() => signInWith({ sEmail, sPassword }, { isNew: true }));
    } catch {
      toast.success(message);
      await navigate('/auth/login', { state: { email: sEmail } });
    }
  });
  const { form, errorOf } = state;
  return (
    <>
      <Form state={state} action={text('auth.signUp.action')}>
        <Group title={text('auth.signUp.you')}>
          <NameFields first={state.field('sFirstName')} last={state.field('sLastName')} />
          <TextField
            {...state.field('sEmail')}
            label={text('auth.email')}
            type="email"
            // Password managers save it with the new password.
            autoComplete="username"
          />
          <PasswordFields state={state} />
        </Group>
        <Group title={text('auth.signUp.place')}>
          <Controller
            control={form.control}
            name="oCountry"
            render={({ field }) => (
              <CountryField
                field={{
                  ...field,
                  onChange: (country) => {
                    setDialCode(state, country);
                    field.onChange(country);
                  },
                }}
                error={errorOf('oCountry')}
              />
            )}
          />
          <CurrencyField state={state} />
          <MobileFields code={state.field('sCountryCode')} number={state.field('sMobileNumber')} />
        </Group>
      </Form>
      <Agreement />
      {linking && <LinkDialog person={linking} onClose={() => setLinking(undefined)} />}
    </>
  );
}
