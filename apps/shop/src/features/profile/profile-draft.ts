/** What was changed of the profile and not saved. */
import type { User } from '@giftlane/contract/accounts.ts';
import { draftsOf } from '../../lib/drafts.ts';
import { sessionKeys } from '../../lib/storage.ts';
import { countryOf } from '../../parts/countries.ts';

const names = ['sFirstName', 'sLastName', 'sEmail', 'sCountryCode', 'sMobileNumber'] as const;

/** What the form is about; the full name is made of two of them. */
const profileOf = (member: User) => ({
  sFirstName: member.sFirstName,
  sLastName: member.sLastName,
  sEmail: member.sEmail,
  sCountryCode: member.sCountryCode,
  sMobileNumber: member.sMobileNumber,
  oCountry: countryOf(member.oCountry.value) ?? member.oCountry,
});
export type Profile = ReturnType<typeof profileOf>;

export interface ProfileDraft {
  readonly profile: Profile;
  /** The path of the picture; empty without one. */
  readonly picture: string;
}

/** The profile as it is, to begin with and to compare with. */
export const unchanged = (member: User): ProfileDraft => ({
  profile: profileOf(member),
  picture: member.sProfilePicture,
});

/** Whether two say the same. */
export const isSame = (one: ProfileDraft, other: ProfileDraft): boolean =>
  one.picture === other.picture &&
  one.profile.oCountry?.value === other.profile.oCountry?.value &&
  names.every((name) => one.profile[name] === other.profile[name]);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isDraft = (value: unknown): value is ProfileDraft => {
  if (!isObject(value) || typeof value.picture !== 'string') return false;
  const { profile } = value;
  return (
    isObject(profile) &&
    names.every((name) => typeof profile[name] === 'string') &&
    isObject(profile.oCountry) &&
    ['value', 'label'].every(
      (name) => typeof Reflect.get(Object(profile.oCountry), name) === 'string',
    )
  );
};

export const profileDrafts = draftsOf(sessionKeys.profile, isDraft);
