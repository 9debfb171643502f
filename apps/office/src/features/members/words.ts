import { text } from '@giftlane/texts/text.ts';

/** Words for names of the wire; a name without a word stands as it is. */
const wordsOf = (words: Readonly<Record<string, string>>) => (name: string) => words[name] ?? name;

/** The state of an order or of an offer. */
export const dealState = wordsOf({
  pending: text('office.orderState.pending'),
  paid: text('office.orderState.paid'),
  accepted: text('office.orderState.accepted'),
  delivered: text('office.orderState.delivered'),
  failed: text('office.orderState.failed'),
  refunded: text('office.orderState.refunded'),
  declined: text('office.member.declined'),
});

/** By what somebody signs in, or proves who they are. */
export const way = wordsOf({
  password: text('office.password'),
  google: text('security.google'),
  passkey: text('office.member.passkey'),
  code: text('office.member.code'),
  totp: text('office.member.code'),
  recovery: text('office.member.recoveryCode'),
});

/** A step of somebody's papers. */
export const papersStep = wordsOf({
  submitted: text('office.member.step.submitted'),
  shown: text('office.member.step.shown'),
  verified: text('office.member.step.verified'),
  rejected: text('office.member.step.rejected'),
  renamed: text('office.member.step.renamed'),
});
