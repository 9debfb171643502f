import { addressTypes, idTypes } from '@giftlane/contract/kyc.ts';
import { text } from '@giftlane/contract/messages.ts';
import { type ReactNode, useState } from 'react';
import { isRefusal, messageOf } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/dates.ts';
import { countryOf } from '../../parts/countries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog, DialogClose, DialogEnd } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { beginHere } from './begin-here.ts';
import { Choices } from './choices.tsx';
import type { KycForm } from './draft.ts';
import type { SectionId } from './steps.ts';

interface WizardProps {
  /** What was filled in; kept outside, so that closing the wizard loses nothing. */
  values: KycForm;
  onChoose: (name: 'typeOfId' | 'typeOfAddress', type: string) => void;
  onSubmit: () => void;
  /** Leaves for a section of the form. */
  onEdit: (section: SectionId) => void;
  sending: boolean;
  problem: Error | null;
  onClose: () => void;
}

interface RowProps {
  label: string;
  /** Leads to where it is mended; undefined when it can not be any more. */
  edit: (() => void) | undefined;
  children: ReactNode;
}

function Row({ label, edit, children }: RowProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2 last:border-b-0 sm:grid-cols-[9rem_1fr_auto]">
      <dt className="text-13 text-soft max-sm:col-start-1 sm:text-15">{label}</dt>
      <dd className="min-w-0 font-medium break-words max-sm:col-start-1">{children}</dd>
      {edit && (
        <dd className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
          <Button
            size="small"
            look="quiet"
            className="-my-1 -mr-3"
            aria-label={`${text('kyc.wizard.edit')}: ${label}`}
            onClick={edit}
          >
            {text('kyc.wizard.edit')}
          </Button>
        </dd>
      )}
    </div>
  );
}

type ReviewProps = Pick<WizardProps, 'values'> & { onEdit: WizardProps['onEdit'] | undefined };

function Review({ values, onEdit }: ReviewProps) {
  const leadTo = (section: SectionId) => onEdit && (() => onEdit(section));
  const lines = [
    values.address1,
    values.address2,
    [values.zipcode, values.city].join(' '),
    values.state,
    countryOf(values.country)?.label ?? values.country,
  ];
  return (
    <>
      <p tabIndex={-1} ref={beginHere} className="font-semibold outline-none">
        {text('kyc.wizard.verify')}
      </p>
      <dl className="mt-2">
        <Row label={text('kyc.wizard.name')} edit={leadTo('kyc-personal')}>
          {values.firstName} {values.lastName}
        </Row>
        <Row label={text('kyc.dob')} edit={leadTo('kyc-personal')}>
          {formatDay(values.dob)}
        </Row>
        <Row label={text('kyc.wizard.addressLines')} edit={leadTo('kyc-personal')}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one address, never moved.
            <span key={index} className="block">
              {line}
            </span>
          ))}
        </Row>
        <Row label={text('kyc.tips.id')} edit={leadTo('kyc-id')}>
          {values.typeOfId}
        </Row>
        <Row label={text('kyc.doc.address')} edit={leadTo('kyc-address')}>
          {values.typeOfAddress}
        </Row>
        <Row label={text('kyc.wizard.photos')} edit={leadTo('kyc-id')}>
          {text('kyc.wizard.photos.four')}
        </Row>
      </dl>
    </>
  );
}

/** The last look before sending, each part with a way back (KYC-28 to KYC-31). */
export function Wizard(props: WizardProps) {
  const { values, onChoose, onSubmit, onEdit, sending, problem, onClose } = props;
  const [step, setStep] = useState<1 | 2 | 3>(1);
  // Documents of this member are with the shop already: these can only be left.
  const over = isRefusal(problem, 'kyc.not_open');
  return (
    <Dialog title={text('kyc.wizard.step', { step })} onClose={onClose}>
      <div className="mb-6">
        {step === 1 && (
          <Choices
            begins
            name="typeOfId"
            question={text('kyc.wizard.id.check')}
            help={text('kyc.wizard.chosen')}
            options={idTypes}
            chosen={values.typeOfId}
            onChoose={(type) => onChoose('typeOfId', type)}
          />
        )}
        {step === 2 && (
          <Choices
            begins
            name="typeOfAddress"
            question={text('kyc.wizard.address.check')}
            help={text('kyc.wizard.chosen')}
            options={addressTypes}
            chosen={values.typeOfAddress}
            onChoose={(type) => onChoose('typeOfAddress', type)}
          />
        )}
        {step === 3 && <Review values={values} onEdit={over || sending ? undefined : onEdit} />}
        {problem && step === 3 && (
          <div className="mt-4">
            <Notice tone={over ? 'waiting' : 'failure'} title={messageOf(problem)} />
          </div>
        )}
      </div>
      <DialogEnd>
        <div className="flex flex-wrap justify-between gap-3">
          {/* Its words stand where the others begin. */}
          <div className="-ml-3 *:px-3">
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
              <Button
                look="primary"
                onClick={({ detail }) => detail < 2 && setStep(step === 1 ? 2 : 3)}
              >
                {text('kyc.wizard.next')}
              </Button>
            ) : (
              // It comes to where Next was: the second of two quick presses sends nothing unread.
              <Button
                look="primary"
                busy={sending}
                onClick={({ detail }) => detail < 2 && onSubmit()}
              >
                {text('kyc.wizard.submit')}
              </Button>
            )}
          </div>
        </div>
      </DialogEnd>
    </Dialog>
  );
}
