import { Form } from '@giftlane/client/form/form.tsx';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { againShape, type Paper, sendAgain } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { AddressProofFields, IdFields, SelfieField } from './documents.tsx';
import { emptyForm } from './draft.ts';
import { PersonalFields } from './fields.tsx';
import { paperNames } from './reason.tsx';
import { useBusy, useKycForm } from './use-kyc-form.ts';
import { useSendAgain } from './use-submit-kyc.ts';

const fieldNames = Object.keys(emptyForm) as (keyof typeof emptyForm)[];

/** All fields of the form, of which those of the declined papers are needed, and sent. */
const schemaOf = (declined: readonly Paper[]) =>
  z
    .record(z.enum(fieldNames), z.string())
    .transform((values): Record<string, unknown> => values)
    .pipe(z.object(againShape(declined)))
    .pipe(sendAgain.body);

interface AgainFormProps {
  member: User;
  declined: readonly { readonly ePaper: Paper; readonly sReason: string }[];
}

/** Only what was declined, each with the reason beside it. */
export function AgainForm({ member, declined }: AgainFormProps) {
  const [busy, onBusy] = useBusy();
  const send = useSendAgain(member);
  const papers = declined.map(({ ePaper }) => ePaper);
  const state = useKycForm(member, schemaOf(papers), send);
  const part = { state, onBusy, onPicture: () => undefined };
  const section = (name: string, of: readonly Paper[], fields: ReactNode) => {
    const reasons = declined.filter(({ ePaper }) => of.includes(ePaper));
    if (reasons.length === 0) return null;
    return (
      <section
        aria-label={name}
        className="grid gap-4 border-line not-first:border-t not-first:pt-6"
      >
        <div>
          <h2 className="text-21">{name}</h2>
          {reasons.map(({ ePaper, sReason }) => (
            <p key={ePaper} className="mt-1 max-w-prose wrap-anywhere">
              {text('ui.labelled', { label: paperNames[ePaper], value: sReason })}
            </p>
          ))}
        </div>
        {fields}
      </section>
    );
  };
  return (
    <div className="max-w-prose md:rounded-panel md:border md:border-line md:bg-surface md:p-6">
      <Form state={state} action={text('kyc.again.send')} waiting={busy}>
        {section(text('kyc.personal'), ['data'], <PersonalFields state={state} />)}
        {section(text('kyc.tips.id'), ['front', 'back'], <IdFields {...part} papers={papers} />)}
        {section(text('kyc.doc.address'), ['address'], <AddressProofFields {...part} />)}
        {section(text('kyc.tips.selfie'), ['selfie'], <SelfieField {...part} />)}
      </Form>
    </div>
  );
}
