/**
 * The member's name and a few answers for reading offline, in local storage, until sign-out, a rejected token or another
 * member's sign-in. Callers remove secrets from an answer before they keep it.
 */
import { type IsShape, isText, isTime, listOf, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { local, localKeys } from './storage.ts';
import { readToken } from './token.ts';

/** An answer and when it was stored. */
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

const maxAnswers = 4;
/** Characters of JSON: storage is small, and synchronous. */
const maxLength = 200_000;

/** Stores the member's name; another member's record is dropped. */
export function keepMember({ _id: owner, sFullName: name }: User): void {
  const record = store.read();
  if (record?.owner === owner && record.name === name) return;
  store.write({ owner, name, answers: record?.owner === owner ? record.answers : [] });
}

/** Stores an answer of the stored member, in place of an older one; the oldest answers are dropped. */
export function keepAnswer(owner: string, key: string, value: unknown): void {
  const record = store.read();
  if (record?.owner !== owner) return;
  const others = record.answers.filter((one) => one.key !== key);
  const answers = [{ key, at: new Date().toISOString(), value }, ...others].slice(0, maxAnswers);
  const length = () => JSON.stringify(answers).length;
  while (answers.length > 0 && length() > maxLength) answers.pop();
  store.write({ ...record, answers });
}

/** The stored answer of a key if it has that shape and there is a token. */
export function keptAnswer<T>(
  key: string,
  isShape: IsShape<T>,
): { at: string; value: T } | undefined {
  const answer = readToken() ? store.read()?.answers.find((one) => one.key === key) : undefined;
  return answer && isShape(answer.value) ? { at: answer.at, value: answer.value } : undefined;
}

/** All stored answers of that shape, if there is a token. */
export function keptAnswers<T>(isShape: IsShape<T>): readonly { at: string; value: T }[] {
  const answers = readToken() ? (store.read()?.answers ?? []) : [];
  return answers.flatMap(({ at, value }) => (isShape(value) ? [{ at, value }] : []));
}

/** True when there is a token and a stored answer. */
export const anythingKept = (): boolean => Boolean(readToken() && store.read()?.answers[0]);

/** The id of the stored member, who has the token. */
export const keptOwner = (): string | undefined => store.read()?.owner;

/** The stored member's name, if there is a token. */
export const keptName = (): string | undefined => (readToken() ? store.read()?.name : undefined);

/** Removes the record. */
export const forgetKept = store.forget;
