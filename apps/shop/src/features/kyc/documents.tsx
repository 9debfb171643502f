/** The documents of the form: the kind of each, and then its pictures (KYC-23 to KYC-29). */
import { addressTypes, idTypes } from '@giftlane/contract/kyc.ts';
import { text } from '@giftlane/contract/messages.ts';
import { Check, CircleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { PictureField } from '../../parts/picture-field.tsx';
import { cx } from '../../ui/cx.ts';
import type { ContractForm } from '../../ui/form.tsx';
import { Choices } from './choices.tsx';
import type { KycForm } from './draft.ts';
import {
  BackGlare,
  BackGood,
  BillCut,
  BillGood,
  IdCut,
  IdGood,
  SelfieCovered,
  SelfieGood,
} from './drawings.tsx';

interface Part {
  state: ContractForm<KycForm>;
  onBusy: (name: string, busy: boolean) => void;
}

interface ExampleProps {
  good?: boolean;
  words: string;
  children: ReactNode;
}

function Example({ good = false, words, children }: ExampleProps) {
  const Mark = good ? Check : X;
  return (
    <li className="w-24">
      <div className="overflow-hidden rounded-small border border-line bg-sunken">{children}</div>
      <p className="mt-1 flex gap-1 text-13 leading-tight">
        <Mark
          aria-hidden="true"
          className={cx('size-4 shrink-0', good ? 'text-leaf' : 'text-fail')}
        />
        <span className="sr-only">
          {good ? text('kyc.good', { words }) : text('kyc.bad', { words })}
        </span>
        <span aria-hidden="true">{words}</span>
      </p>
    </li>
  );
}

interface ExamplesProps {
  good: string;
  bad: string;
  /** A good one and a bad one, drawn. */
  children: [ReactNode, ReactNode];
}

function Examples({ good, bad, children: [goodOne, badOne] }: ExamplesProps) {
  return (
    <ul className="flex flex-wrap gap-3 sm:shrink-0">
      <Example good words={good}>
        {goodOne}
      </Example>
      <Example words={bad}>{badOne}</Example>
    </ul>
  );
}

interface TypeFieldProps extends Omit<Part, 'onBusy'> {
  name: 'typeOfId' | 'typeOfAddress';
  question: string;
  options: readonly string[];
}

function TypeField({ state: { form, errorOf }, name, question, options }: TypeFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Choices
          wide
          name={name}
          question={question}
          options={options}
          chosen={field.value}
          onChoose={field.onChange}
          first={field.ref}
          error={errorOf(name)}
        />
      )}
    />
  );
}

/** Where a picture will be asked for, once it is known of what. */
function LaterPicture({ label, error }: { label: string; error: string | undefined }) {
  return (
    <div className="rounded-control border border-dashed border-edge px-3 py-2.5">
      <p className="text-15 font-medium">{label}</p>
      <div aria-live="polite" className="text-13">
        {error ? (
          <p className="flex gap-1.5 font-medium text-fail">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        ) : (
          <p className="text-soft">{text('kyc.doc.typeFirst')}</p>
        )}
      </div>
    </div>
  );
}

interface DocumentProps extends Part {
  name: 'docFront' | 'docBack' | 'docAddress' | 'docSelffie';
  label: string;
  help?: string;
  /** It is not known yet of what the picture will be. */
  later?: boolean;
  examples: ReactNode;
}

function DocumentField(props: DocumentProps) {
  const { state, onBusy, name, label, help, later = false, examples } = props;
  const { form, errorOf } = state;
  const selfie = name === 'docSelffie';
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        // Takes the focus when its picture is missing.
        <div ref={field.ref} tabIndex={-1} className="rounded-control">
          {later ? (
            <LaterPicture label={label} error={errorOf(name)} />
          ) : (
            <PictureField
              kind="kycDocs"
              label={label}
              named={selfie}
              path={field.value || null}
              onChange={(path) => field.onChange(path ?? '')}
              onBusy={(busy) => onBusy(name, busy)}
              error={errorOf(name)}
              help={help}
              shape={selfie ? 'face' : 'paper'}
              camera={selfie ? 'user' : 'environment'}
              examples={examples}
            />
          )}
        </div>
      )}
    />
  );
}

/** What kind of card it is, then both of its sides (KYC-24, KYC-25, KYC-28). */
export function IdFields(part: Part) {
  const type = useWatch({ control: part.state.form.control, name: 'typeOfId' });
  const passport = type === text('kyc.idType.passport');
  const later = type === '';
  return (
    <>
      <TypeField
        state={part.state}
        name="typeOfId"
        question={text('kyc.wizard.id')}
        options={idTypes}
      />
      <DocumentField
        {...part}
        name="docFront"
        label={text('kyc.doc.front')}
        help={passport ? text('kyc.doc.front.passport') : text('kyc.doc.front.help')}
        later={later}
        examples={
          <Examples good={text('kyc.good.front')} bad={text('kyc.bad.front')}>
            <IdGood />
            <IdCut />
          </Examples>
        }
      />
      <DocumentField
        {...part}
        name="docBack"
        label={text('kyc.doc.back')}
        help={passport ? text('kyc.doc.back.passport') : text('kyc.doc.back.help')}
        later={later}
        examples={
          <Examples good={text('kyc.good.back')} bad={text('kyc.bad.back')}>
            <BackGood />
            <BackGlare />
          </Examples>
        }
      />
    </>
  );
}

/** What proves the address, then its picture (KYC-26, KYC-29). */
export function AddressProofFields(part: Part) {
  const type = useWatch({ control: part.state.form.control, name: 'typeOfAddress' });
  return (
    <>
      <TypeField
        state={part.state}
        name="typeOfAddress"
        question={text('kyc.wizard.address')}
        options={addressTypes}
      />
      <DocumentField
        {...part}
        name="docAddress"
        label={text('kyc.doc.address')}
        help={text('kyc.doc.address.help')}
        later={type === ''}
        examples={
          <Examples good={text('kyc.good.address')} bad={text('kyc.bad.address')}>
            <BillGood />
            <BillCut />
          </Examples>
        }
      />
    </>
  );
}

/** KYC-27. */
export function SelfieField(part: Part) {
  return (
    <DocumentField
      {...part}
      name="docSelffie"
      label={text('kyc.doc.selfie')}
      examples={
        <Examples good={text('kyc.good.selfie')} bad={text('kyc.bad.selfie')}>
          <SelfieGood />
          <SelfieCovered />
        </Examples>
      }
    />
  );
}
