/** Pure decisions about accounts. */
import { wordsOf } from '@giftlane/contract/members/letters.ts';
import { text } from '@giftlane/contract/messages.ts';
import { plainEmail } from '@giftlane/contract/shapes.ts';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod';

/** How e-mail addresses are compared: in lower case. */
export function emailKey(email: string): string {
  return plainEmail(email).toLowerCase();
}

const longestWord = 60;

/** The words that a search is made of: each has to begin one of `nameWords`. */
export const searchWords = (search: string): string[] =>
  wordsOf(search).map((word) => word.slice(0, longestWord));

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;

/** A word, and from each of its signs on if such words are not divided by spaces. */
const beginnings = (word: string): string[] =>
  unspaced.test(word) ? Array.from(word, (_, at) => word.slice(at)) : [word];

/** The words that a member's name is found by; O’Brien is found by both halves, and as one. */
export function nameWords(name: string): string {
  const words = [...searchWords(name), ...searchWords(name.replace(/['’`´]/g, ' '))];
  return [...new Set(words.flatMap(beginnings))].join(' ');
}

export interface Mobile {
  readonly dialCode: string;
  readonly mobile: string;
}

/**
 * A number in one form, `+43` and `6601234567`, of one that is written as people do at home, in a country (ISO 3166-1)
 * or after a dial code; undefined of what can be none. Empty is no number.
 */
export function mobileOf(typed: string, dialCode: string, country: string): Mobile | undefined {
  const code = dialCode.replace(/\D/g, '').replace(/^00/, '');
  const number = typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^00/, '+');
  if (number === '') return { dialCode: code && `+${code}`, mobile: '' };
  const home = code
    ? { defaultCallingCode: code }
    : isSupportedCountry(country) && { defaultCountry: country };
  const found = parsePhoneNumberFromString(number, { ...home, extract: false });
  if (!found?.isPossible()) return undefined;
  return { dialCode: `+${found.countryCallingCode}`, mobile: found.nationalNumber };
}

/** As `mobileOf`; refuses what can be no number at its field. */
export function requireMobile(typed: string, dialCode: string, country: string): Mobile {
  const mobile = mobileOf(typed, dialCode, country);
  if (mobile) return mobile;
  const message = text('auth.mobile.invalid');
  throw new z.ZodError([{ code: 'custom', path: ['sMobileNumber'], message, input: undefined }]);
}
