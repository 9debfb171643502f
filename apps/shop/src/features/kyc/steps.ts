/** The steps of the verification form, and its progress by the contract's rules. */
import { kycFormSchema } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import type { KycFields } from './draft.ts';

export type Field = keyof KycFields;

/** The `id` of a section of the form. */
export type SectionId = 'kyc-personal' | 'kyc-id' | 'kyc-address' | 'kyc-selfie' | 'kyc-send';

interface Step {
  readonly id: SectionId;
  readonly name: string;
  /** Its documents or data in a few words. */
  readonly about: string;
  readonly fields: readonly Field[];
}

export const steps: readonly Step[] = [
  {
    id: 'kyc-personal',
    name: text('kyc.personal'),
    about: text('kyc.overview.personal'),
    fields: [
      'firstName',
      'lastName',
      'dob',
      'address1',
      'address2',
      'city',
      'state',
      'zipcode',
      'country',
    ],
  },
  {
    id: 'kyc-id',
    name: text('kyc.tips.id'),
    about: text('kyc.overview.id'),
    fields: ['typeOfId', 'docFront', 'docBack'],
  },
  {
    id: 'kyc-address',
    name: text('kyc.doc.address'),
    about: text('kyc.overview.address'),
    fields: ['typeOfAddress', 'docAddress'],
  },
  {
    id: 'kyc-selfie',
    name: text('kyc.tips.selfie'),
    about: text('kyc.overview.selfie'),
    fields: ['docSelffie'],
  },
  {
    id: 'kyc-send',
    name: text('kyc.steps.send'),
    about: text('kyc.overview.send'),
    fields: ['terms'],
  },
];

const names: Readonly<Record<Field, string>> = {
  firstName: text('kyc.missing.firstName'),
  lastName: text('kyc.missing.lastName'),
  dob: text('kyc.missing.dob'),
  country: text('kyc.missing.country'),
  address1: text('kyc.missing.address1'),
  address2: text('kyc.missing.address2'),
  city: text('kyc.missing.city'),
  state: text('kyc.missing.state'),
  zipcode: text('kyc.missing.zipcode'),
  typeOfId: text('kyc.missing.typeOfId'),
  docFront: text('kyc.missing.docFront'),
  docBack: text('kyc.missing.docBack'),
  typeOfAddress: text('kyc.missing.typeOfAddress'),
  docAddress: text('kyc.missing.docAddress'),
  docSelffie: text('kyc.missing.docSelffie'),
  terms: text('kyc.missing.terms'),
};

export interface Progress {
  /** By index. The last step is never done here: submitting leaves the page. */
  readonly done: readonly boolean[];
  /** The index of the first unfinished step. */
  readonly current: number;
  /** Invalid fields of the current step, in the order of the form. */
  readonly missing: readonly Field[];
  /** The number of invalid fields of all steps. */
  readonly left: number;
}

/** How far a form is filled in. */
export function progressOf(values: KycFields): Progress {
  const { error } = kycFormSchema.safeParse(values);
  const wrong = new Set(error?.issues.map(({ path }) => path[0]));
  const last = steps.length - 1;
  const done = steps.map(
    ({ fields }, at) => at < last && !fields.some((field) => wrong.has(field)),
  );
  const current = done.indexOf(false);
  const missing = steps[current]?.fields.filter((field) => wrong.has(field)) ?? [];
  return { done, current, missing, left: wrong.size };
}

/** The number of missing fields that fit on a phone. */
const mostNamed = 3;

/** A sentence about missing fields; empty without any. */
export function missingWords(missing: readonly Field[]): string {
  if (missing.length === 0) return '';
  // A fourth name takes no more room than "and 1 more".
  const most = missing.length === mostNamed + 1 ? mostNamed + 1 : mostNamed;
  const named = missing.slice(0, most).map((field) => names[field]);
  const fields = named.join(', ');
  const count = missing.length - named.length;
  return text('kyc.missing', {
    fields: count > 0 ? text('kyc.missing.more', { fields, count }) : fields,
  });
}

/** The number and name of a step. */
export const stepWords = (current: number): string =>
  text('kyc.steps.now', {
    step: current + 1,
    count: steps.length,
    name: steps[current]?.name ?? '',
  });
