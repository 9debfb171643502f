/** Small schemas several features share. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';

/** An id of ours: a prefix and letters or digits, e.g. `card_01hx…`. Unknown and foreign ids are 404. */
export const idSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, text('error.notAnId'));

/** RFC 5322's dot-atom, at a host whose end is no number. */
const emailForm =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9-]+$)[a-z0-9-]{0,61}[a-z0-9]$/i;

/**
 * An address as mail is sent to it: without signs that are not seen, its host in punycode where it has letters beyond
 * ASCII. What is no address stays as it is.
 */
export function plainEmail(typed: string): string {
  const email = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  if (at < 0 || /[/?#:\\]/.test(host) || /^\p{ASCII}*$/u.test(host)) return email;
  try {
    return email.slice(0, at + 1) + new URL(`http://${host}`).hostname;
  } catch {
    return email; // No host.
  }
}

/** An e-mail address, with the words for one that is missing and for one that is none. */
export const emailText = (required: string, invalid: string) =>
  z
    .string(required)
    .max(500, { error: invalid, abort: true })
    .overwrite(plainEmail)
    .min(1, required)
    .max(254, invalid)
    .refine((email) => emailForm.test(email), invalid);

/** A single-use token of a mail link. */
export const mailTokenSchema = z.string().min(1).max(200);

/**
 * Text without control characters, and without halves of characters, which JSON can say and a database can not keep;
 * `missing` is the message when there is none at all. What is too long is looked at no further, nor is what it is part
 * of: comparing letters of a long text can take seconds.
 */
export const textSchema = (max: number, missing?: string) =>
  z
    .string(missing)
    .max(max, { error: text('error.tooLong', { max }), abort: true })
    .regex(/^(?:[\t\n\r]|[^\p{Cc}\p{Cs}])*$/u, text('error.controlCharacters'));

/** Unicode has the digits of a script ten in a row, from zero to nine. */
function asciiDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let start = at;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return String((at - start) % 10);
}

/** A code or PIN that somebody typed, as it is compared: capital letters and digits alone, digits as 0 to 9. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** The same as a field, with the words for one that is missing. */
export const typedCode = (max: number, missing: string) =>
  textSchema(max, missing).transform(plainCode).pipe(z.string().min(1, missing));

/** `page` from 1 and `limit` of lists, at most 100 (OPEN-52). */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
};

/** ISO 8601 UTC. The year 0 is none to a database. */
export const timeSchema = z.iso
  .datetime({ precision: 3 })
  .refine((time) => time >= '0001', text('error.wrongForm'));

/** A day, `YYYY-MM-DD`, of a year that somebody may live to see. */
export const daySchema = z.iso
  .date()
  .refine((day) => day >= '1900' && day < '3000', text('error.wrongForm'));

/** A time zone by the name of the IANA's list, such as `Europe/Berlin`. */
export const zoneSchema = textSchema(64).refine((timeZone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}, text('error.wrongForm'));

/** A reply without data. */
export const nothing = z.null();

/** The envelope's count of a whole list, of which `data` is a page (OPEN-52). */
export const totalCount = { totalCount: z.number().int().min(0) };
