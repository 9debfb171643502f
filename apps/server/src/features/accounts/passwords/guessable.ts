/** Passwords that somebody else would try first. Asked when one is set, never when somebody signs in. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { text } from '@giftlane/contract/messages.ts';
import * as z from 'zod';
import { Refusal } from '../../../platform/http/refusal.ts';
import { normal } from './passwords.ts';

const require = createRequire(import.meta.url);

/** How many of the list count as common: more would refuse what few people ever chose. */
const mostCommon = 1000;

/** On the list, and yet what checks of the API write for "any good password": they go on being taken. */
const spared: ReadonlySet<string> = new Set(['passw0rd', 'abcdefg1']);

/** The list is in lower case: whether another writing of an entry keeps the rule of passwords (AUTH-12, AUTH-13). */
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

/** The common passwords in lower case, read when somebody first chooses one. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  reading ??= readCommon();
  return reading;
}

/** Without capitals, and without the digits and signs that are put around a word to please a rule. */
const coreOf = (words: string) =>
  normal(words)
    .toLowerCase()
    .replace(/^\P{L}+/u, '')
    .replace(/(?<!\P{L})\P{L}+$/u, '');

/** Refuses `account.guessable_password` for a common one, the shop's name and the chooser's own e-mail. */
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
