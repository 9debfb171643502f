/**
 * The draft of the verification form, in the tab's session storage. It survives a reload and a refusal, after which
 * the server has deleted its data. Closing the tab, signing out and a verified identity delete it: a longer life
 * would leave personal data on shared computers.
 */

import { isText } from '@giftlane/client/storage/shapes.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { draftsOf } from '../../session/drafts.ts';
import { sessionKeys } from '../../session/storage.ts';

export const emptyForm = {
  firstName: '',
  lastName: '',
  dob: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zipcode: '',
  country: '',
  terms: '',
  docFront: '',
  docBack: '',
  docAddress: '',
  docSelffie: '',
  typeOfId: '',
  typeOfAddress: '',
};
export type KycFields = typeof emptyForm;

const isForm = (value: unknown): value is KycFields =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(emptyForm).every((name) => isText(Reflect.get(value, name)));

export const kycDrafts = draftsOf(sessionKeys.kyc, isForm);

/** Initial values of the form: the draft, else the member's profile. */
export const formOf = ({ _id, sFirstName, sLastName, oCountry }: User): KycFields =>
  kycDrafts.read(_id) ?? {
    ...emptyForm,
    firstName: sFirstName,
    lastName: sLastName,
    country: oCountry.value,
  };

/** Keeps what was submitted but for pictures and consent, which are given anew after a refusal. */
export function keepSubmitted(owner: string, sent: KycFields): void {
  const { docFront: _f, docBack: _b, docAddress: _a, docSelffie: _s, terms: _t, ...typed } = sent;
  const kept = Object.entries(typed).filter(([name]) => name in emptyForm);
  kycDrafts.keep(owner, { ...emptyForm, ...Object.fromEntries(kept) });
}
