import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { type ContractForm, Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { type Currency, supportedCurrency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField, SelectField, TextField } from '@giftlane/ui/form/field.tsx';
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
import { secondStepOf, secondStepPath, signInWith } from './sign-in.ts';
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

/** The currency somebody chose in the shop is not asked for again. */
function keptCurrency(): { eCurrency?: Currency } {
  const kept = local.read(localKeys.currency);
  return kept === null ? {} : { eCurrency: supportedCurrency(kept) };
}

/** What somebody has typed, but their password, in this tab. */
const signupDrafts = draftsOf(
  sessionKeys.profile,
  objectOf({ sFirstName: isText, sLastName: isText, sEmail: isText, sMobileNumber: isText }),
);

const told = ['sFirstName', 'sLastName', 'sEmail'] as const;

/** The form, filled in with what Google told, also when that comes while it stands there. */
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
  // What was told comes from outside of the form; what the person typed elsewhere stays.
  useEffect(() => {
    for (const name of told) if (person?.[name]) form.setValue(name, person[name]);
  }, [person, form]);
  return state;
}

/** The dial code follows the country until somebody types another one. */
function setDialCode({ form }: ContractForm<Values>, country: Country | undefined) {
  const [code, before] = form.getValues(['sCountryCode', 'oCountry']);
  if (code && code !== dialCodeOf(before?.value ?? '')) return;
  form.setValue('sCountryCode', dialCodeOf(country?.value ?? ''), { shouldValidate: true });
}

/** Fields that belong together. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-5 not-first:mt-5">
      <legend className="mb-3 font-display text-17 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

/** What one agrees to by pressing the button; it opens beside the form, which stays as it is. */
function Agreement() {
  const link = (to: string, name: string) => (
    <Link to={to} target="_blank" className={authLinkClass}>
      {name}
    </Link>
  );
  return (
    <p className="mt-4 text-13 text-soft">
      {text('auth.signUp.agree')} {link('/tnc', text('nav.terms'))} {text('auth.signUp.and')}{' '}
      {link('/privacy-policy', text('nav.privacy'))}.
    </p>
  );
}

/** A new account (AUTH-05 to AUTH-15, AUTH-21, OPEN-13 to OPEN-15). */
export function SignupForm({ person }: { person: GooglePerson | null }) {
  const navigate = useNavigate();
  const [linking, setLinking] = useState<GooglePerson>();
  const state = useSignupForm(person, async (values) => {
    let said = '';
    try {
      said = await registerWith(values, person);
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
      await navigate(await signInWith({ sEmail, sPassword }, { isNew: true }), { replace: true });
    } catch (error) {
      // The address may have had an account, which registering does not tell.
      const step = secondStepOf(error);
      if (step) return navigate(secondStepPath, { state: step });
      toast.success(said);
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
            // Beside a new password it is what the account is called.
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
