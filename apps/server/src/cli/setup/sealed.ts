/** Decrypts a sample of each kind and key. */
import { sealedTotps } from '../../features/operators/operators.ts';
import type { Tools } from '../command.ts';
import { someSealed } from '../queries.ts';

/** Lines about the rows of the sample that these keys do not decrypt. */
export async function sealedProblems({
  db,
  keys,
  files,
}: Pick<Tools, 'db' | 'keys' | 'files'>): Promise<string[]> {
  const problems: string[] = [];
  const sample = [...(await db.survey(someSealed)), ...(await sealedTotps(db))];
  for (const { what, id, identity, sealed } of sample) {
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
