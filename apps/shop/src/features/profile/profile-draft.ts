/** The draft of unsaved profile changes. */

import { isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { countryOf } from '../../rooms/people/countries.ts';
import { draftsOf } from '../../session/drafts.ts';
import { sessionKeys } from '../../session/storage.ts';

const names = ['sFirstName', 'sLastName', 'sEmail', 'sCountryCode', 'sMobileNumber'] as const;

/** The fields of the form. */
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

/** The draft of a profile without changes. */
export const unchanged = (member: User): ProfileDraft => ({
  profile: profileOf(member),
  picture: member.sProfilePicture,
});

export const isSame = (one: ProfileDraft, other: ProfileDraft): boolean =>
  one.picture === other.picture &&
  one.profile.oCountry?.value === other.profile.oCountry?.value &&
  names.every((name) => one.profile[name] === other.profile[name]);

const isDraft = objectOf<ProfileDraft>({
  profile: objectOf<Profile>({
    sFirstName: isText,
    sLastName: isText,
    sEmail: isText,
    sCountryCode: isText,
    sMobileNumber: isText,
    oCountry: objectOf<Profile['oCountry']>({ value: isText, label: isText }),
  }),
  picture: isText,
});

export const profileDrafts = draftsOf(sessionKeys.profile, isDraft);
