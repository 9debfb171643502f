/**
 * The few answers that can be read without a network, of one member, in local storage. Nothing secret is
 * kept: whoever keeps an answer takes out what must not lie about. It is gone when the member signs out,
 * when the server no longer knows the token, and when somebody else signs in.
 */
import { readToken } from './api.ts';
import { local, localKeys, parseStored } from './storage.ts';

/** An answer and when it was given. */
export interface KeptAnswer {
  readonly key: string;
  readonly at: string;
  readonly value: unknown;
}

interface KeptRecord {
  readonly owner: string;
  readonly answers: readonly KeptAnswer[];
}

const isAnswer = (value: unknown): value is KeptAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'at' in value &&
  typeof value.at === 'string' &&
  'value' in value;

const isRecord = (value: unknown): value is KeptRecord =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  typeof value.owner === 'string' &&
  'answers' in value &&
  Array.isArray(value.answers) &&
  value.answers.every(isAnswer);

const read = (): KeptRecord | null => parseStored(local.read(localKeys.kept), isRecord);

const mostAnswers = 4;
/** Storage is small, and it is read and written while the page waits. */
const mostLetters = 200_000;

/** Keeps an answer to `owner`, in place of an older one; the longest unused goes first. */
export function keepAnswer(owner: string, key: string, value: unknown): void {
  const record = read();
  const others = record?.owner === owner ? record.answers.filter((one) => one.key !== key) : [];
  const answers = [{ key, at: new Date().toISOString(), value }, ...others].slice(0, mostAnswers);
  while (answers.length > 0) {
    const written = JSON.stringify({ owner, answers });
    if (written.length <= mostLetters) {
      local.write(localKeys.kept, written);
      return;
    }
    answers.pop();
  }
  forgetKept();
}

/** An answer that was kept for whoever holds the token now. */
export function keptAnswer(key: string): KeptAnswer | undefined {
  return readToken() ? read()?.answers.find((one) => one.key === key) : undefined;
}

/** Whether anything is kept for whoever holds the token now. */
export const anythingKept = (): boolean => Boolean(readToken() && read());

/** Forgets all of it. */
export function forgetKept(): void {
  local.remove(localKeys.kept);
}

/** Forgets what belongs to anybody but `owner`. */
export function keepOnlyFor(owner: string): void {
  const record = read();
  if (record && record.owner !== owner) forgetKept();
}
