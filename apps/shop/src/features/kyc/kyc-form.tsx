import type { User } from '@giftlane/contract/accounts.ts';
import { kycFormSchema } from '@giftlane/contract/kyc.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { Form, placeErrors, useContractForm } from '../../ui/form.tsx';
import { emptyForm, type KycForm as Fields, kycDrafts } from './draft.ts';
import { DocumentFields, PersonalFields, TermsField } from './fields.tsx';
import { useSubmitKyc } from './use-submit-kyc.ts';
import { type Types, Wizard } from './wizard.tsx';

const known = ({ sFirstName, sLastName, oCountry }: User): Fields => ({
  ...emptyForm,
  firstName: sFirstName,
  lastName: sLastName,
  country: oCountry.value,
});

/** The form with what was typed before a reload; the wizard opens with what it made of the fields. */
function useKycForm(member: User, open: (values: Fields) => void) {
  const [defaults] = useState(() => kycDrafts.read(member._id) ?? known(member));
  const state = useContractForm(kycFormSchema, defaults, async (values) => open(values));
  const { form } = state;
  // The form lives outside of React's drawing, and what is typed has to outlive the page.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => kycDrafts.keep(member._id, { ...emptyForm, ...values }),
      }),
    [form, member._id],
  );
  return state;
}

/** Which pictures are on their way: the form waits for them. */
function useBusy() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const tell = (name: string, on: boolean) =>
    setBusy((before) => {
      const after = new Set(before);
      if (on) after.add(name);
      else after.delete(name);
      return after;
    });
  return [busy.size > 0, tell] as const;
}

/** Personal information, documents, then the wizard (KYC-11 to KYC-34). */
export function KycForm({ member }: { member: User }) {
  const [values, setValues] = useState<Fields>();
  const [types, setTypes] = useState<Types>({ typeOfId: '', typeOfAddress: '' });
  const [busy, tellBusy] = useBusy();
  const submission = useSubmitKyc();
  const state = useKycForm(member, (filled) => {
    submission.reset();
    setValues(filled);
  });
  const { form } = state;
  const submit = () => {
    if (!values || submission.isPending) return;
    submission.mutate(
      { ...values, ...types },
      {
        onError: (error) => {
          // What is wrong with a field is mended there: the wizard makes way.
          // What is said of another field, or of none, is said in the wizard.
          if (!(error instanceof ApiError) || !error.fields.some(({ field }) => field in emptyForm))
            return;
          setValues(undefined);
          for (const { field } of error.fields)
            if (field.startsWith('doc') && field in emptyForm)
              form.setValue(field as keyof Fields, '');
          placeErrors(form, error);
        },
      },
    );
  };
  return (
    <>
      <Form state={{ ...state, sending: state.sending || busy }} action={text('kyc.continue')}>
        <PersonalFields state={state} />
        <DocumentFields state={state} onBusy={tellBusy} />
        <TermsField state={state} />
      </Form>
      {values && (
        <Wizard
          values={values}
          types={types}
          onTypes={setTypes}
          onSubmit={submit}
          sending={submission.isPending}
          problem={submission.error}
          onClose={() => setValues(undefined)}
        />
      )}
    </>
  );
}
