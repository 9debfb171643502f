/** What people are called: pasted signs are cleaned away, and nobody passes for the shop. */

import { text } from '@giftlane/texts/text.ts';
import { textSchema } from '../shapes.ts';
import { plain } from './letters.ts';

/** Removes invisible characters (but joiners, which some scripts need) and line breaks. */
const cleaned = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();

/** A web or mail address; St.John, Mary.Jo and J.R.R. are none. */
const addresses = [
  /:\/\/|\bwww\.|[.。]\p{L}{2,}\/|[\p{L}\p{N}-]{3}[.。](?:com|net|org|info|biz|app|dev|shop|store|site|online|xyz|top|club|live|link|click)(?![\p{L}\p{M}\p{N}])/iu,
  /[\p{L}\p{N}-]{3}[.。](?:\p{Ll}{2}|\p{Lu}{2})(?![\p{L}\p{M}\p{N}])/u,
];
const hasAddress = (name: string) => addresses.some((one) => one.test(name.normalize('NFKC')));

const named = (most: number, missing?: string) =>
  textSchema(most, missing)
    .overwrite(cleaned)
    .refine((name) => !hasAddress(name), text('auth.name.address'));

const isReadable = (name: string) => name === '' || /[\p{L}\p{N}]/u.test(name);
/** What people without a last name enter for it. */
const isNone = (name: string) => /^[\p{Pd}.]$/u.test(name);

/** A required name and the message where it is missing; a last name may be a dash. */
export const nameSchema = (missing: string, isRight = isReadable) =>
  named(80, missing).min(1, missing).refine(isRight, text('auth.name.unreadable'));
export const lastNameSchema = (missing: string) =>
  nameSchema(missing, (name) => isReadable(name) || isNone(name));

export const fullNameSchema = named(161).refine(isReadable, text('auth.name.unreadable'));

/** Letters of other scripts and digits that look like those of the shop's name. I and l count as one. */
const lookalikes: readonly (readonly [string, RegExp])[] = [
  ['a', /[аαɑᴀꭺꓮ4@]/g],
  ['e', /[еεєҽᴇꭼꓰ3]/g],
  ['f', /[ƒϝꜰꓝ]/g],
  ['g', /[ɡɢցԍꮐꓖ]/g],
  ['l', /[iіιӏɪɩʟꞁꭵꭲꮮꓲꓡ1|!]/g],
  ['n', /[пηνոռɴꓠ]/g],
  ['t', /[тτᴛꮏꓔ7]/g],
];

const lookOf = (name: string): string =>
  lookalikes
    .reduce((look, [letter, others]) => look.replace(others, letter), plain(name))
    .replace(/['’`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');

const shop = lookOf(text('shop.name'));
/** Within a word, or as words of its own, however it is spaced: Gift Laney is a person. */
const shops = new RegExp(`${shop}|(?:^| )${[...shop].join(' ?')}(?: |$)`);

interface Named {
  readonly sFirstName: string;
  readonly sLastName: string;
  readonly sFullName?: string | undefined;
}

/** Both names as one; of a single name that alone. */
export const fullNameOf = (first: string, last: string) =>
  isNone(last) ? first : `${first} ${last}`;

/** Whether a name can not be taken for the shop's; other members read it in what they are sent. */
export const isOwnName = ({ sFirstName, sLastName, sFullName = '' }: Named): boolean =>
  !shops.test(lookOf(`${sFirstName} ${sLastName}`)) && !shops.test(lookOf(sFullName));

/** Adds an issue to a name that could be taken for the shop's. */
export const notOwnName = { path: ['sFirstName'], message: text('auth.name.shops') };
