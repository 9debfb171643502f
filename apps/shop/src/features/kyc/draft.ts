/**
 * What was typed so far, for one member and one tab: it survives a reload and goes with the tab, with
 * signing out and with sending it. Pictures are not in it, only what they are called.
 */
import { parseStored, session, sessionKeys } from '../../lib/storage.ts';

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

interface Draft {
  readonly owner: string;
  readonly values: KycForm;
}

const isForm = (value: unknown): value is KycForm =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(emptyForm).every((name) => typeof Reflect.get(value, name) === 'string');

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  typeof value.owner === 'string' &&
  'values' in value &&
  isForm(value.values);

export function readDraft(owner: string): KycForm | undefined {
  const draft = parseStored(session.read(sessionKeys.kyc), isDraft);
  return draft?.owner === owner ? draft.values : undefined;
}

export function keepDraft(owner: string, values: Partial<KycForm>): void {
  const draft: Draft = { owner, values: { ...emptyForm, ...values } };
  session.write(sessionKeys.kyc, JSON.stringify(draft));
}

export function forgetDraft(): void {
  session.remove(sessionKeys.kyc);
}
