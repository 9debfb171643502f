/** Search for other members: their names, and masked addresses, enough to recognise somebody (OPEN-79). */

import type { SearchedUser } from '@giftlane/contract/members/people.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db } from '../../../platform/db/db.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { type Throttle, throttleKey } from '../../../platform/limits/throttle.ts';
import { days, hours, minutes } from '../../../platform/process/durations.ts';
import type { Options } from '../../content/content.ts';
import { emailKey, mobileOf, searchWords } from '../names-and-phones.ts';
import { findMember } from '../queries.ts';
import { findPeople, type Person } from './people-queries.ts';

export interface PeopleParts {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly options: Options;
}

/** Masks an e-mail so that it is recognisable but no mail can be sent to it: `a•••@e•••.com`. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  const dot = host.lastIndexOf('.');
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${dot > 0 ? host.slice(dot) : ''}`;
}

/**
 * A member's name for mails to others: letters, digits and what joins them, so that nobody sends links or
 * addresses to strangers in the shop's name.
 */
export function plainName(fullName: string): string {
  const plain = fullName.replace(/[^\p{L}\p{M}\p{N}' -]+/gu, ' ').replace(/\s+/g, ' ');
  return plain.trim().slice(0, 60) || text('wallet.someone');
}

/** Masks all but the last two digits; empty without a number. */
export const maskedMobile = (mobile: string): string =>
  mobile === '' ? '' : `••• ${mobile.slice(-2)}`;

const toWire = (person: Person): SearchedUser => ({
  _id: person.id,
  sEmail: maskedEmail(person.email),
  sMobileNumber: maskedMobile(person.mobile),
  sFullName: person.fullName,
  sProfilePicture: person.picture,
  eCurrency: person.currency,
});

/**
 * A page of the other members who match `search`, and their number. Rate limits per member (minute and day) and
 * per network (hour) keep anybody from copying the list of names.
 */
export async function searchPeople(
  { db, throttle, options }: PeopleParts,
  { memberId, address }: { memberId: string; address: string },
  { search, limit, start }: { search: string; limit: number; start: number },
): Promise<{ people: SearchedUser[]; total: number }> {
  const most = await options.whole('throttle_search_member');
  await throttle.hit(`search people ${memberId}`, most, minutes(1));
  const perDay = await options.whole('throttle_search_day');
  await throttle.hit(`search people, a day ${memberId}`, perDay, days(1));
  const perAddress = await options.whole('throttle_search_address');
  await throttle.hit(throttleKey('search address', networkOf(address)), perAddress, hours(1));
  const country = (await findMember(db, memberId))?.countryCode ?? '';
  const number = mobileOf(search, '', country);
  const wish = {
    words: searchWords(search),
    id: search,
    emailKey: emailKey(search),
    mobile: number?.mobile ? number.dialCode + number.mobile : undefined,
    limit,
    start,
  };
  const { people, total } = await findPeople(db, memberId, wish);
  return { people: people.map(toWire), total };
}
