import { ApiError } from '@giftlane/client/api-error.ts';
import { type ContractForm, placeErrors } from '@giftlane/client/form/form.tsx';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { type KycSubmission, kycFormSchema } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { ShowWrong } from '@giftlane/ui/form/show-wrong.tsx';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { AddressProofFields, IdFields, SelfieField } from './documents.tsx';
import { emptyForm, type KycFields, kycDrafts } from './draft.ts';
import { PersonalFields, TermsField } from './fields.tsx';
import type { PhotoName, PhotoPreviews } from './photos.tsx';
import { ReachBar } from './reach-bar.tsx';
import { goToSection, StepList } from './step-list.tsx';
import { progressOf, steps, stepWords } from './steps.ts';
import { useBusy, useKycForm } from './use-kyc-form.ts';
import { useSubmitKyc } from './use-submit-kyc.ts';
import { Wizard } from './wizard.tsx';

interface SectionProps {
  step: number;
  intro?: string;
  children: ReactNode;
}

/** One step of the form, by its index. */
function Section({ step, intro, children }: SectionProps) {
  const { id = '', name } = steps[step] ?? {};
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-5 border-line not-first:border-t not-first:pt-8"
    >
      <div>
        <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-21 outline-none">
          {step + 1}. {name}
        </h2>
        {intro && <p className="mt-1 text-soft">{intro}</p>}
      </div>
      {children}
    </section>
  );
}

const useProgress = (state: ContractForm<KycFields>) =>
  progressOf({ ...emptyForm, ...useWatch({ control: state.form.control }) });

function Steps({ state }: { state: ContractForm<KycFields> }) {
  return <StepList progress={useProgress(state)} />;
}

interface BarProps {
  state: ContractForm<KycFields>;
  busy: boolean;
  /** The member's id. */
  owner: string;
}

function Bar({ state, busy, owner }: BarProps) {
  const { current, missing, left } = useProgress(state);
  const begun = state.closed || kycDrafts.read(owner) !== undefined;
  return (
    <ReachBar
      words={stepWords(current)}
      missing={begun ? missing : []}
      wrong={
        state.closed ? (
          <div className="-mx-3 -mb-1.5">
            <ShowWrong
              words={text('kyc.toComplete', { count: left })}
              onShow={() => void state.form.trigger(undefined, { shouldFocus: true })}
            />
          </div>
        ) : undefined
      }
    >
      <Button
        type="submit"
        look="primary"
        className="max-sm:px-4"
        disabled={state.closed}
        busy={state.sending || busy}
      >
        {text('kyc.continue')}
      </Button>
    </ReachBar>
  );
}

/** Personal information and documents, then the wizard (KYC-11 to KYC-34). */
export function KycForm({ member }: { member: User }) {
  const [values, setValues] = useState<KycSubmission>();
  const [busy, tellBusy] = useBusy();
  const [pictures, setPictures] = useState<PhotoPreviews>({});
  const submission = useSubmitKyc();
  const state = useKycForm(member, kycFormSchema, async (filled) => {
    submission.reset();
    setValues(filled);
  });
  const { form } = state;
  const documents = {
    state,
    onBusy: tellBusy,
    onPicture: (name: PhotoName, preview: string) =>
      setPictures((before) => ({ ...before, [name]: preview })),
  };
  const submit = () => {
    if (!values || submission.isPending) return;
    submission.mutate(values, {
      onError: (error) => {
        // The wizard shows a failure that is about no field; one about a field closes it.
        if (!(error instanceof ApiError) || !error.fields.some(({ field }) => field in emptyForm))
          return;
        setValues(undefined);
        for (const { field } of error.fields)
          if (field.startsWith('doc') && field in emptyForm)
            form.setValue(field as keyof KycFields, '');
        placeErrors(form, error);
      },
    });
  };
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_14rem] xl:items-start xl:gap-x-12">
      <div className="mb-6 xl:sticky-aside xl:order-last">
        <Steps state={state} />
      </div>
      <form noValidate onSubmit={state.submit} {...state.checks} className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 gap-8 border-line md:rounded-panel md:border md:bg-surface md:p-6">
          <Section step={0} intro={text('kyc.personal.intro')}>
            <PersonalFields state={state} />
          </Section>
          <Section step={1} intro={text('kyc.documents.intro')}>
            <IdFields {...documents} />
          </Section>
          <Section step={2}>
            <AddressProofFields {...documents} />
          </Section>
          <Section step={3}>
            <SelfieField {...documents} />
          </Section>
          <Section step={4} intro={text('kyc.overview.decision')}>
            <TermsField state={state} />
          </Section>
        </div>
        <Bar state={state} busy={busy} owner={member._id} />
      </form>
      {values && (
        <Wizard
          values={values}
          pictures={pictures}
          onChoose={(choice) => {
            const chosen = { ...values, ...choice };
            form.setValue('typeOfId', chosen.typeOfId);
            form.setValue('typeOfAddress', chosen.typeOfAddress);
            setValues(chosen);
          }}
          onSubmit={submit}
          onEdit={(section) => {
            setValues(undefined);
            // After the closing dialog has returned the focus.
            requestAnimationFrame(() => goToSection(section));
          }}
          sending={submission.isPending}
          problem={submission.error}
          onClose={() => setValues(undefined)}
        />
      )}
    </div>
  );
}
