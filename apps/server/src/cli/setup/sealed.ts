/** Whether what is encrypted can be opened: a sample of each kind, by each key. */
import type { Tools } from '../command.ts';
import { someSealed } from '../queries.ts';

/** What of the sample these keys do not open, in words. */
export async function sealedProblems({
  db,
  keys,
  files,
}: Pick<Tools, 'db' | 'keys' | 'files'>): Promise<string[]> {
  const problems: string[] = [];
  for (const { what, id, identity, sealed } of await db.survey(someSealed)) {
    const bytes = sealed ?? (await files.closed.get(id));
    try {
      if (bytes) keys.openBytes(bytes, identity);
      else problems.push(`${what} ${id} is not in DATA_DIR`);
    } catch {
      problems.push(`${what} ${id} can not be opened with key ${bytes?.[0]}`);
    }
  }
  return problems;
}
