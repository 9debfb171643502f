/** Refuses easily guessed passwords when one is set, never at sign-in. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { Refusal } from '../../../platform/http/refusal.ts';
import { normal } from './passwords.ts';

const require = createRequire(import.meta.url);

/** Entries of the list that count as common: more would refuse passwords few people ever chose. */
const mostCommon = 1000;

/** Allowed although on the list: checks of the API use them as "any good password". */
const spared: ReadonlySet<string> = new Set(['passw0rd', 'abcdefg1']);

/**
 * Whether an entry, all in lower case, satisfies the password rule (AUTH-12, AUTH-13) once some of its letters
 * are capitals.
 */
const canBeChosen = (entry: string) => /^(?=.*[a-z].*[a-z])(?=.*\d).{8,}$/.test(entry);

async function readCommon(): Promise<ReadonlySet<string>> {
  const path = require.resolve('@zxcvbn-ts/language-common/src/passwords.json');
  const common = new Set<string>();
  for (const entry of z.array(z.string()).parse(JSON.parse(await readFile(path, 'utf8')))) {
    if (common.size === mostCommon) break;
    if (canBeChosen(entry) && !spared.has(entry)) common.add(entry);
  }
  return common;
}

let reading: Promise<ReadonlySet<string>> | undefined;

/** The common passwords in lower case, read on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  reading ??= readCommon();
  return reading;
}

/** The word in a password: in lower case, without the digits and signs put around it to satisfy a rule. */
const coreOf = (words: string) =>
  normal(words)
    .toLowerCase()
    .replace(/^\P{L}+/u, '')
    .replace(/(?<!\P{L})\P{L}+$/u, '');

/** Refuses `account.guessable_password` for a common password, the shop's name and the member's own e-mail. */
export async function requireUnguessable(
  password: string,
  emails: readonly string[],
): Promise<void> {
  const named = emails.flatMap((email) => [email, email.slice(0, email.lastIndexOf('@'))]);
  const cores = new Set([text('shop.name'), ...named].map(coreOf));
  const common = await commonPasswords();
  if (common.has(normal(password).toLowerCase()) || cores.has(coreOf(password)))
    throw new Refusal('account.guessable_password');
}
