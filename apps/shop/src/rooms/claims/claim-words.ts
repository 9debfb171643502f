import type { Claim, ClaimReason } from '@giftlane/contract/shop/claims.ts';
import { text } from '@giftlane/texts/text.ts';

export const reasonWords: Readonly<Record<ClaimReason, string>> = {
  used: text('claim.reason.used'),
  invalid: text('claim.reason.invalid'),
  value: text('claim.reason.value'),
  other: text('claim.reason.other'),
};

export const stateWords: Readonly<Record<Claim['eState'], string>> = {
  open: text('claim.state.open'),
  asked: text('claim.state.asked'),
  replaced: text('claim.state.replaced'),
  refunded: text('claim.state.refunded'),
  declined: text('claim.state.declined'),
};

export const stepWords: Readonly<Record<Claim['aSteps'][number]['eKind'], string>> = {
  opened: text('claim.step.opened'),
  asked: text('claim.step.asked'),
  answered: text('claim.step.answered'),
  replaced: text('claim.step.replaced'),
  refunded: text('claim.step.refunded'),
  declined: text('claim.step.declined'),
  lapsed: text('claim.step.lapsed'),
  charged: text('claim.step.charged'),
};
