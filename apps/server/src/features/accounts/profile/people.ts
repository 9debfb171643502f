/** Searching for other members: their names, and only so much of their addresses that one is sure (OPEN-79). */

import type { SearchedUser } from '@giftlane/contract/members/people.ts';
import { text } from '@giftlane/contract/messages.ts';
import type { Db } from '../../../platform/db/db.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { type Throttle, throttleKey } from '../../../platform/limits/throttle.ts';
import { days, hours, minutes } from '../../../platform/process/durations.ts';
import type { Options } from '../../content/content.ts';
import { findMember } from '../queries.ts';
import { emailKey, mobileOf, searchWords } from '../rules.ts';
import { findPeople, type Person } from './people-queries.ts';

export interface PeopleParts {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly options: Options;
}

/** Enough to know somebody again by, too little to write to: `a•••@e•••.com`. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  const dot = host.lastIndexOf('.');
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${dot > 0 ? host.slice(dot) : ''}`;
}

/**
 * A member's name as mails to others say it: letters, figures and what joins them, so that nobody writes
 * addresses to strangers in the shop's name.
 */
export function plainName(fullName: string): string {
  const plain = fullName.replace(/[^\p{L}\p{M}\p{N}' -]+/gu, ' ').replace(/\s+/g, ' ');
  return plain.trim().slice(0, 60) || text('wallet.someone');
}

/** The last two figures; nothing of no number. */
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
 * Other members whom `search` means, a page of them, and how many there are. Few a minute and a day for a member,
 * and an hour for a network, so that nobody copies the list of names.
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
