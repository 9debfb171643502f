import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { addressTypes, idTypes, type KycSubmission } from '@giftlane/contract/members/kyc.ts';
import { formatDay } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { firstPress } from '@giftlane/ui/controls/first-press.ts';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Dialog, DialogClose, DialogEnd } from '@giftlane/ui/overlay/dialog.tsx';
import { type ReactNode, useState } from 'react';
import { addressLines } from './address-lines.ts';
import { Choices } from './choices.tsx';
import { documentTypeName } from './document-types.ts';
import { focusElement } from './focus-element.ts';
import { type PhotoName, type PhotoPreviews, Photos } from './photos.tsx';
import { type SectionId, steps } from './steps.ts';

interface WizardProps {
  /** Kept by the form, so that closing the wizard loses nothing. */
  values: KycSubmission;
  pictures: PhotoPreviews;
  onChoose: (choice: Partial<Pick<KycSubmission, 'typeOfId' | 'typeOfAddress'>>) => void;
  onSubmit: () => void;
  /** Closes the wizard and goes to a section of the form. */
  onEdit: (section: SectionId) => void;
  sending: boolean;
  problem: Error | null;
  onClose: () => void;
}

interface PartProps {
  of: SectionId;
  /** Undefined while it can not be edited. */
  onEdit: WizardProps['onEdit'] | undefined;
  children: ReactNode;
}

/** The values of one step of the form. */
function Part({ of, onEdit, children }: PartProps) {
  const name = steps.find(({ id }) => id === of)?.name ?? '';
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-3 last:border-b-0">
      <dt className="text-13 text-soft">{name}</dt>
      <dd className="col-start-1 min-w-0 space-y-2 font-medium break-words">{children}</dd>
      {onEdit && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <Button
            size="small"
            look="quiet"
            className="-my-1 -me-3"
            aria-label={text('ui.labelled', { label: text('kyc.wizard.edit'), value: name })}
            onClick={() => onEdit(of)}
          >
            {text('kyc.wizard.edit')}
          </Button>
        </dd>
      )}
    </div>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <p>
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text, never moved.
      <span key={index} className="block">
        {line}
      </span>
    ))}
  </p>
);

type ReviewProps = Pick<WizardProps, 'values' | 'pictures'> & Pick<PartProps, 'onEdit'>;

/** All values, by step. */
function Review({ values, pictures, onEdit }: ReviewProps) {
  const photos = (...of: PhotoName[]) => <Photos small of={of} pictures={pictures} />;
  return (
    <>
      <p tabIndex={-1} ref={focusElement} className="font-semibold outline-none">
        {text('kyc.wizard.verify')}
      </p>
      <dl className="mt-1">
        <Part of="kyc-personal" onEdit={onEdit}>
          <Lines lines={[`${values.firstName} ${values.lastName}`, formatDay(values.dob)]} />
          <Lines lines={addressLines(values)} />
        </Part>
        <Part of="kyc-id" onEdit={onEdit}>
          <p>{documentTypeName(values.typeOfId)}</p>
          {photos('docFront', 'docBack')}
        </Part>
        <Part of="kyc-address" onEdit={onEdit}>
          <p>{documentTypeName(values.typeOfAddress)}</p>
          {photos('docAddress')}
        </Part>
        <Part of="kyc-selfie" onEdit={onEdit}>
          {photos('docSelffie')}
        </Part>
      </dl>
    </>
  );
}

/** Confirms the document types, then all values, then submits (KYC-28 to KYC-31). */
export function Wizard(props: WizardProps) {
  const { values, pictures, onChoose, onSubmit, onEdit, sending, problem, onClose } = props;
  const [step, setStep] = useState<1 | 2 | 3>(1);
  // Another tab has submitted: this form can only be closed.
  const over = isRefusal(problem, 'kyc.not_open');
  return (
    <Dialog title={text('kyc.wizard.step', { step })} onClose={onClose}>
      <div className="mb-6">
        {step === 1 && (
          <Choices
            focused
            name="typeOfId"
            question={text('kyc.wizard.id.check')}
            help={text('kyc.wizard.chosen')}
            before={<Photos of={['docFront', 'docBack']} pictures={pictures} />}
            options={idTypes}
            chosen={values.typeOfId}
            onChoose={(typeOfId) => onChoose({ typeOfId })}
          />
        )}
        {step === 2 && (
          <Choices
            focused
            name="typeOfAddress"
            question={text('kyc.wizard.address.check')}
            help={text('kyc.wizard.chosen')}
            before={<Photos of={['docAddress']} pictures={pictures} />}
            options={addressTypes}
            chosen={values.typeOfAddress}
            onChoose={(typeOfAddress) => onChoose({ typeOfAddress })}
          />
        )}
        {step === 3 && (
          <Review
            values={values}
            pictures={pictures}
            onEdit={over || sending ? undefined : onEdit}
          />
        )}
        {problem && step === 3 && (
          <div className="mt-4">
            <Notice tone={over ? 'waiting' : 'failure'} title={messageOf(problem)} />
          </div>
        )}
      </div>
      <DialogEnd>
        <div className="flex flex-wrap justify-between gap-3">
          {/* Aligns its text with the content above. */}
          <div className="-ms-3 *:px-3">
            <DialogClose disabled={sending}>{text('kyc.wizard.close')}</DialogClose>
          </div>
          <div className="flex gap-3">
            {step > 1 && !over && (
              <Button onClick={() => setStep(step === 3 ? 2 : 1)} disabled={sending}>
                {text('kyc.wizard.back')}
              </Button>
            )}
            {over ? (
              <ButtonLink to="/account/kyc" replace look="primary">
                {text('profile.kyc.link')}
              </ButtonLink>
            ) : step < 3 ? (
              <Button look="primary" onClick={firstPress(() => setStep(step === 1 ? 2 : 3))}>
                {text('kyc.wizard.next')}
              </Button>
            ) : (
              // It replaces Next: the second click of a double click must not submit.
              <Button look="primary" busy={sending} onClick={firstPress(onSubmit)}>
                {text('kyc.wizard.submit')}
              </Button>
            )}
          </div>
        </div>
      </DialogEnd>
    </Dialog>
  );
}
