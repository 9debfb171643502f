/**
 * What was typed for the verification, in the tab's session storage, for its member alone. It is there after a
 * reload, and after a refusal, so that what was right is not typed again: the server deletes the data of what
 * it refused at once, and has to go on doing so. It goes with the tab, with signing out, and once the identity
 * is verified. What it costs: who comes back in another tab types it again. A copy that outlives the session
 * would lie on computers that are shared, and one on the server would be data kept of somebody who was refused.
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
export type KycForm = typeof emptyForm;

const isForm = (value: unknown): value is KycForm =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(emptyForm).every((name) => isText(Reflect.get(value, name)));

export const kycDrafts = draftsOf(sessionKeys.kyc, isForm);

/** What a form begins with: what was typed before, else what the shop knows of the member. */
export const formOf = ({ _id, sFirstName, sLastName, oCountry }: User): KycForm =>
  kycDrafts.read(_id) ?? {
    ...emptyForm,
    firstName: sFirstName,
    lastName: sLastName,
    country: oCountry.value,
  };

/** Keeps what was typed and sent. Pictures and consent are given anew each time. */
export function keepTyped(owner: string, sent: KycForm): void {
  const { docFront: _f, docBack: _b, docAddress: _a, docSelffie: _s, terms: _t, ...typed } = sent;
  const kept = Object.entries(typed).filter(([name]) => name in emptyForm);
  kycDrafts.keep(owner, { ...emptyForm, ...Object.fromEntries(kept) });
}
