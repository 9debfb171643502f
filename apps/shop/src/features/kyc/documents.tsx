/** The documents of the form: the type of each, then its pictures (KYC-23 to KYC-29). */

import type { ContractForm } from '@giftlane/client/form/form.tsx';
import {
  addressTypes,
  papers as allPapers,
  idTypes,
  type Paper,
} from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { FieldError } from '@giftlane/ui/form/field-error.tsx';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { BackGlare, BackGood, BillCut, BillGood } from '../../rooms/uploads/paper-drawings.tsx';
import { Examples } from '../../rooms/uploads/picture-examples.tsx';
import { PictureField } from '../../rooms/uploads/picture-field.tsx';
import { Choices } from './choices.tsx';
import type { DocumentType } from './document-types.ts';
import type { KycFields } from './draft.ts';
import { IdCut, IdGood, SelfieCovered, SelfieGood } from './drawings.tsx';
import type { PhotoName } from './photos.tsx';

interface Part {
  state: ContractForm<KycFields>;
  /** Called with a data URL of the picture; empty where the browser can not draw it. */
  onPicture: (name: PhotoName, preview: string) => void;
  onBusy: (name: string, busy: boolean) => void;
}

interface TypeFieldProps extends Pick<Part, 'state'> {
  name: 'typeOfId' | 'typeOfAddress';
  question: string;
  options: readonly DocumentType[];
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

/** The place of a picture field whose document type is not chosen yet. */
function LaterPicture({ label, error }: { label: string; error: string | undefined }) {
  return (
    <div className="h-full rounded-control border border-dashed border-edge px-3 py-2.5">
      <p className="text-15 font-medium">{label}</p>
      <div aria-live="polite" className="text-13">
        {error ? (
          <FieldError>{error}</FieldError>
        ) : (
          <p className="text-soft">{text('kyc.doc.typeFirst')}</p>
        )}
      </div>
    </div>
  );
}

interface DocumentProps extends Part {
  name: PhotoName;
  label: string;
  /** A shorter label while the type is not chosen. */
  short?: string;
  help?: string;
  /** The document type is not chosen yet. */
  later?: boolean;
  examples: ReactNode;
}

function DocumentField(props: DocumentProps) {
  const {
    state,
    onPicture,
    onBusy,
    name,
    label,
    short = label,
    help,
    later = false,
    examples,
  } = props;
  const { form, errorOf } = state;
  const selfie = name === 'docSelffie';
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        // Focused by the form when the picture is missing.
        <div ref={field.ref} tabIndex={-1} className="min-w-0 rounded-control">
          {later ? (
            <LaterPicture label={short} error={errorOf(name)} />
          ) : (
            <PictureField
              kind="kycDocs"
              label={label}
              hidesLabel={selfie}
              path={field.value || null}
              onChange={(path, preview) => {
                field.onChange(path ?? '');
                onPicture(name, preview);
              }}
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

const passport: (typeof idTypes)[number] = 'Passport';

/** The type of the identity card, then its two pictures (KYC-24, KYC-25, KYC-28). */
export function IdFields({
  papers = allPapers,
  ...part
}: Part & {
  /** Those that are asked for. */
  papers?: readonly Paper[];
}) {
  const type = useWatch({ control: part.state.form.control, name: 'typeOfId' });
  const isPassport = type === passport;
  const later = type === '';
  return (
    <>
      <TypeField
        state={part.state}
        name="typeOfId"
        question={text('kyc.wizard.id')}
        options={idTypes}
      />
      {/* Two columns until the type is chosen. */}
      <div className={cx('grid gap-x-2 gap-y-5', later && 'fit-columns')}>
        {papers.includes('front') && (
          <DocumentField
            {...part}
            name="docFront"
            label={text('kyc.doc.front')}
            short={text('kyc.doc.front.short')}
            help={isPassport ? text('kyc.doc.front.passport') : text('kyc.doc.front.help')}
            later={later}
            examples={
              <Examples good={text('upload.good.corners')} bad={text('upload.bad.corners')}>
                <IdGood />
                <IdCut />
              </Examples>
            }
          />
        )}
        {papers.includes('back') && (
          <DocumentField
            {...part}
            name="docBack"
            label={text('kyc.doc.back')}
            short={text('kyc.doc.back.short')}
            help={isPassport ? text('kyc.doc.back.passport') : text('kyc.doc.back.help')}
            later={later}
            examples={
              <Examples good={text('upload.good.text')} bad={text('upload.bad.text')}>
                <BackGood />
                <BackGlare />
              </Examples>
            }
          />
        )}
      </div>
    </>
  );
}

/** The type of the proof of address, then its picture (KYC-26, KYC-29). */
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
          <Examples good={text('upload.good.page')} bad={text('upload.bad.page')}>
            <BillGood />
            <BillCut />
          </Examples>
        }
      />
    </>
  );
}

/** The selfie (KYC-27). */
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
