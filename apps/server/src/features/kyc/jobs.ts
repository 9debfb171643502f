/** Mails about a member's verification. They contain nothing of the submitted data. */
import { text } from '@giftlane/texts/text.ts';
import { defineJob, type Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { findMember } from '../accounts/accounts.ts';
import { compose, dispatch, type Letter, type PostParts } from '../mails/mails.ts';
import { isAccepted, keptDays, type PaperVerdict } from './papers.ts';
import { findStep, verdictsOf, type WrittenStep } from './queries.ts';
import { paperWords } from './words.ts';

type Told = { readonly stepId: string };

/** Mails a member about a step. */
export const kycMailJob = defineJob<Told>('kyc.mail', { attempts: 12 });

export interface KycJobParts extends PostParts {
  readonly db: Db;
}

/** Why the documents were rejected, and what the member may do. */
function rejected(reason: string, verdicts: readonly PaperVerdict[]): string[] {
  const keepsSome = verdicts.some(isAccepted);
  return [
    keepsSome ? text('mail.kyc.rejected.some') : text('mail.kyc.rejected.text'),
    ...(verdicts.length > 0
      ? paperWords(verdicts)
      : [text('mail.kyc.rejected.reason', { reason })]),
    keepsSome
      ? text('mail.kyc.rejected.rest', { days: keptDays })
      : text('mail.kyc.rejected.again'),
  ];
}

function letterOf(
  { step, reason }: WrittenStep,
  verdicts: readonly PaperVerdict[],
  publicUrl: string,
): Letter | undefined {
  const action = { label: text('mail.kyc.action'), url: `${publicUrl}/account/kyc` };
  switch (step) {
    case 'submitted':
      return compose({
        heading: text('mail.kyc.submitted.heading'),
        paragraphs: [text('mail.kyc.submitted.text'), text('mail.kyc.notYou')],
        action,
      });
    case 'verified':
      return compose({
        heading: text('mail.kyc.verified.heading'),
        paragraphs: [text('mail.kyc.verified.text')],
        action,
      });
    case 'rejected':
      return compose({
        heading: text('mail.kyc.rejected.heading'),
        paragraphs: rejected(reason, verdicts),
        action,
      });
    case 'renamed':
      return compose({
        heading: text('mail.kyc.renamed.heading'),
        paragraphs: [text('mail.kyc.renamed.text'), text('mail.kyc.renamed.notYou')],
        action,
      });
    case 'shown':
      return undefined;
  }
}

/** Handler of the mail job. Safe to run twice: a repeat sends the same Message-ID. */
export function kycJobs(parts: KycJobParts): Handlers {
  return {
    [kycMailJob.task]: async ({ stepId }: Told) => {
      const step = await findStep(parts.db, stepId);
      const member = step && (await findMember(parts.db, step.memberId));
      const verdicts = step ? await verdictsOf(parts.db, stepId) : [];
      const letter = step && letterOf(step, verdicts, parts.config.publicUrl);
      if (!member || !letter) return;
      await dispatch(parts, { mailId: `kyc.${stepId}`, to: member.email, letter });
    },
  };
}
