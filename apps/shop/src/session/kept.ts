/**
 * What can be known without a network, of one member, in local storage: their name, and a few answers. Nothing
 * secret is kept: whoever keeps an answer takes out what must not lie about. It is gone when the member signs
 * out, when the server no longer knows the token, and when somebody else signs in.
 */

import { type Claim, isText, isTime, listOf, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { local, localKeys } from './storage.ts';
import { readToken } from './token.ts';

/** An answer and when it was given. */
interface KeptAnswer {
  readonly key: string;
  readonly at: string;
  readonly value: unknown;
}

interface KeptRecord {
  readonly owner: string;
  readonly name: string;
  readonly answers: readonly KeptAnswer[];
}

const isAnything = (_value: unknown): _value is unknown => true;

const store = shaped(
  local,
  localKeys.kept,
  objectOf<KeptRecord>({
    owner: isText,
    name: isText,
    answers: listOf(objectOf<KeptAnswer>({ key: isText, at: isTime, value: isAnything })),
  }),
);

const mostAnswers = 4;
/** Storage is small, and it is read and written while the page waits. */
const mostLetters = 200_000;

/** Keeps who is here; what is kept of anybody else is forgotten. */
export function keepMember({ _id: owner, sFullName: name }: User): void {
  const record = store.read();
  if (record?.owner === owner && record.name === name) return;
  store.write({ owner, name, answers: record?.owner === owner ? record.answers : [] });
}

/** Keeps an answer to the member who is here, in place of an older one; the longest unused goes first. */
export function keepAnswer(owner: string, key: string, value: unknown): void {
  const record = store.read();
  if (record?.owner !== owner) return;
  const others = record.answers.filter((one) => one.key !== key);
  const answers = [{ key, at: new Date().toISOString(), value }, ...others].slice(0, mostAnswers);
  const lettersOf = () => JSON.stringify(answers).length;
  while (answers.length > 0 && lettersOf() > mostLetters) answers.pop();
  store.write({ ...record, answers });
}

/** An answer of that shape that was kept for whoever holds the token now, and when it was given. */
export function keptAnswer<T>(
  key: string,
  isShape: Claim<T>,
): { at: string; value: T } | undefined {
  const answer = readToken() ? store.read()?.answers.find((one) => one.key === key) : undefined;
  return answer && isShape(answer.value) ? { at: answer.at, value: answer.value } : undefined;
}

/** All answers of that shape that are kept for whoever holds the token now. */
export function keptAnswers<T>(isShape: Claim<T>): readonly { at: string; value: T }[] {
  const answers = readToken() ? (store.read()?.answers ?? []) : [];
  return answers.flatMap(({ at, value }) => (isShape(value) ? [{ at, value }] : []));
}

/** Whether any answer is kept for whoever holds the token now. */
export const anythingKept = (): boolean => Boolean(readToken() && store.read()?.answers[0]);

/** Whose it is: who holds the token now. */
export const keptOwner = (): string | undefined => store.read()?.owner;

/** What whoever holds the token now is called. */
export const keptName = (): string | undefined => (readToken() ? store.read()?.name : undefined);

/** Forgets all of it. */
export const forgetKept = store.forget;
