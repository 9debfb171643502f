import { searchUser } from '@giftlane/contract/members/people.ts';
import {
  provePassword,
  setProfilePicture,
  updateProfile,
} from '@giftlane/contract/members/profile.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Http } from '../../../platform/http/http.ts';
import { proveByPassword } from '../sessions/proof.ts';
import { type PeopleParts, searchPeople } from './people.ts';
import { changePicture, changeProfile, type ProfileParts } from './profile.ts';
import { showUser, type UserParts } from './show-user.ts';

/** The routes of the own profile and of the search for members. */
export function profileRoutes(http: Http, parts: ProfileParts & PeopleParts & UserParts): void {
  const { db } = parts;

  http.route(updateProfile, async ({ body }, { caller }) => {
    const until = await changeProfile(parts, caller, {
      firstName: body.sFirstName,
      lastName: body.sLastName,
      fullName: body.sFullName,
      email: body.sEmail,
      mobile: body.sMobileNumber,
      dialCode: body.sCountryCode,
      country: { code: body.oCountry.value, name: body.oCountry.label },
    });
    const message = until
      ? text('notice.emailAsked', { email: body.sEmail, until })
      : text('notice.profileSaved');
    return { data: await showUser(parts, caller.memberId), message };
  });

  http.route(setProfilePicture, async ({ body }, { caller }) => {
    await changePicture(db, caller.memberId, body.sProfilePicture);
    return { data: await showUser(parts, caller.memberId), message: text('notice.profileSaved') };
  });

  http.route(searchUser, async ({ body }, { caller, address }) => {
    const by = { memberId: caller.memberId, address };
    const { people, total } = await searchPeople(parts, by, body);
    return { data: people, extras: { items: people, totalCount: total } };
  });

  http.route(provePassword, async ({ body }, { caller }) => {
    await proveByPassword(parts, caller, body.sPassword);
    return { data: null };
  });
}
