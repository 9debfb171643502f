import type { Answer } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';

export type OfficeClaim = Answer<'GET /office/claims/{id}'>['data'];

export const reasonWords: Readonly<Record<OfficeClaim['eReason'], string>> = {
  used: text('claim.reason.used'),
  invalid: text('claim.reason.invalid'),
  value: text('claim.reason.value'),
  other: text('claim.reason.other'),
};

export const stateWords: Readonly<Record<OfficeClaim['eState'], string>> = {
  open: text('office.claim.state.open'),
  asked: text('office.claim.state.asked'),
  replaced: text('office.claim.state.replaced'),
  refunded: text('office.claim.state.refunded'),
  declined: text('office.claim.state.declined'),
};

export const stepWords: Readonly<Record<OfficeClaim['aSteps'][number]['eKind'], string>> = {
  opened: text('office.claim.step.opened'),
  asked: text('office.claim.step.asked'),
  answered: text('office.claim.step.answered'),
  replaced: text('office.claim.step.replaced'),
  refunded: text('office.claim.step.refunded'),
  declined: text('office.claim.step.declined'),
  lapsed: text('office.claim.step.lapsed'),
  charged: text('office.claim.step.charged'),
};

/** How a code was shown. */
export const revealWords: Readonly<Record<OfficeClaim['aReveals'][number]['eKind'], string>> = {
  view: text('office.claim.reveal.view'),
  download: text('office.claim.reveal.download'),
  staff: text('office.claim.reveal.staff'),
};
