/** Whether what is encrypted can be opened: a sample of each kind, by each key. */
import { type Files, pictureProblems } from '../features/uploads/uploads.ts';
import type { Db } from '../platform/db.ts';
import type { KeyRing } from '../platform/secrets.ts';
import { someSealed } from './queries.ts';

interface Parts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly files: Files;
}

/** What of the sample these keys do not open, in words. */
export async function sealedProblems(parts: Parts): Promise<string[]> {
  const problems: string[] = [];
  for (const { what, id, identity, sealed } of await parts.db.survey(someSealed))
    try {
      parts.keys.openBytes(sealed, identity);
    } catch {
      problems.push(`${what} ${id} can not be opened with key ${sealed[0]}`);
    }
  return [...problems, ...(await pictureProblems(parts))];
}
