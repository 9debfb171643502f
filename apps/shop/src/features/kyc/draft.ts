import { draftsOf } from '../../lib/drafts.ts';
import { sessionKeys } from '../../lib/storage.ts';

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
};
export type KycForm = typeof emptyForm;

const isForm = (value: unknown): value is KycForm =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(emptyForm).every((name) => typeof Reflect.get(value, name) === 'string');

export const kycDrafts = draftsOf(sessionKeys.kyc, isForm);
