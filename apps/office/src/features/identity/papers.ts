/** The papers of a submission, their names, and the reasons for which one is declined. */
import { type Paper, papers } from '@giftlane/contract/members/kyc.ts';
import { locale } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';

export const paperNames: Readonly<Record<Paper, string>> = {
  data: text('kyc.personal'),
  front: text('kyc.doc.front'),
  back: text('kyc.doc.back'),
  address: text('kyc.doc.address'),
  selfie: text('kyc.doc.selfie'),
};

const unreadable = [
  text('office.identity.reason.blurred'),
  text('office.identity.reason.cut'),
  text('office.identity.reason.glare'),
];
const card = [
  ...unreadable,
  text('office.identity.reason.expired'),
  text('office.identity.reason.otherType'),
];

/** Prepared reasons, which members read. */
export const reasonsOf: Readonly<Record<Paper, readonly string[]>> = {
  data: [
    text('office.identity.reason.name'),
    text('office.identity.reason.dob'),
    text('office.identity.reason.address'),
  ],
  front: card,
  back: card,
  address: [
    ...unreadable,
    text('office.identity.reason.old'),
    text('office.identity.reason.noAddress'),
    text('office.identity.reason.otherType'),
  ],
  selfie: [
    text('office.identity.reason.covered'),
    text('office.identity.reason.dark'),
    text('office.identity.reason.blurred'),
    text('office.identity.reason.otherFace'),
  ],
};

/** By paper: why it is declined; empty: accepted; absent: not judged yet. */
export type Verdicts = Readonly<Partial<Record<Paper, string>>>;

/** The first paper behind one that is not judged yet. */
export function nextOf(verdicts: Verdicts, behind: Paper): Paper {
  const at = papers.indexOf(behind);
  const order = [...papers.slice(at + 1), ...papers.slice(0, at)];
  return order.find((paper) => verdicts[paper] === undefined) ?? behind;
}

const regions = new Intl.DisplayNames(locale, { type: 'region' });

/** A country by its code. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
