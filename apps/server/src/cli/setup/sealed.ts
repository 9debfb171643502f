/** Decrypts a sample of each place. */
import { placesOf } from '../../assembly/sealed.ts';
import type { Tools } from '../command.ts';

const atEachEnd = 3;

/** Lines about the first and last rows of each place that these keys do not decrypt. */
export async function sealedProblems({
  db,
  keys,
  files,
}: Pick<Tools, 'db' | 'keys' | 'files'>): Promise<string[]> {
  const problems = new Set<string>();
  for (const place of placesOf(files))
    for (const at of [{ after: '' }, 'last'] as const)
      for (const { id, identity, sealed, passing } of await place.rows(db, atEachEnd, at))
        try {
          if (sealed) keys.openBytes(sealed, identity);
          else if (!passing) problems.add(`${place.name} ${id} is not where files are kept`);
        } catch {
          problems.add(`${place.name} ${id} can not be opened with key ${sealed?.[0]}`);
        }
  return [...problems];
}
