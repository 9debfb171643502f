/** Pure functions for e-mails, names and phone numbers. */
import { wordsOf } from '@giftlane/contract/members/letters.ts';
import { plainEmail } from '@giftlane/contract/shapes.ts';
import { text } from '@giftlane/texts/text.ts';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod';

/** The key by which e-mails are compared: in lower case. */
export function emailKey(email: string): string {
  return plainEmail(email).toLowerCase();
}

const longestWord = 60;

/** The words of a search; each must be the beginning of one of `nameWords`. */
export const searchWords = (search: string): string[] =>
  wordsOf(search).map((word) => word.slice(0, longestWord));

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;

/** A word and, in scripts without spaces between words, its suffix from each character on. */
const beginnings = (word: string): string[] =>
  unspaced.test(word) ? Array.from(word, (_, at) => word.slice(at)) : [word];

/** The search index of a member's name; O’Brien is found by both halves and as one word. */
export function nameWords(name: string): string {
  const words = [...searchWords(name), ...searchWords(name.replace(/['’`´]/g, ' '))];
  return [...new Set(words.flatMap(beginnings))].join(' ');
}

export interface Mobile {
  readonly dialCode: string;
  readonly mobile: string;
}

/**
 * Parses a phone number, in national form for a country (ISO 3166-1) or dial code, or in international form,
 * into `+43` and `6601234567`; undefined when it can not be valid. Empty input is no number.
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

/** Like `mobileOf`, but an impossible number is an error at its field. */
export function requireMobile(typed: string, dialCode: string, country: string): Mobile {
  const mobile = mobileOf(typed, dialCode, country);
  if (mobile) return mobile;
  const message = text('auth.mobile.invalid');
  throw new z.ZodError([{ code: 'custom', path: ['sMobileNumber'], message, input: undefined }]);
}
