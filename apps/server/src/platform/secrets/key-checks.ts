/** Checks that this process has the keys that the database was written with. */

import { type Queryable, sql } from '../db/db.ts';
import { ConfigError } from '../process/env.ts';
import { digestOfKey, type KeyRing } from './secrets.ts';

/** The keys of a process; `wishKey` is empty where there are no coins. */
export interface OwnKeys {
  readonly keys?: KeyRing;
  readonly wishKey: Buffer;
}

const ringName = 'ENCRYPTION_KEYS';

/** The digests of keys, by the names they are stored under: `ENCRYPTION_KEYS 1`, `COIN_WISH_KEY`. */
function digestsOf({ keys, wishKey }: OwnKeys): Map<string, Buffer> {
  const digests = new Map<string, Buffer>();
  for (const { number, digest } of keys?.digests ?? [])
    digests.set(`${ringName} ${number}`, digest);
  if (wishKey.length > 0) digests.set('COIN_WISH_KEY', digestOfKey(wishKey));
  return digests;
}

/**
 * The problems of these keys, in words. The key with the lowest number makes the fingerprints:
 * below another one, a code that is there already would be taken for a new one.
 */
export async function keyProblems(db: Queryable, own: OwnKeys): Promise<string[]> {
  const digests = digestsOf(own);
  const known = await db.rows(sql<{ name: string; digest: Buffer }>`
    select name, digest from key_checks order by name`);
  const problems: string[] = [];
  const numbers: number[] = [];
  for (const { name, digest } of known) {
    const [variable, number] = name.split(' ');
    const [it, key] = number ? [`key ${number}`, `key ${number}`] : ['it', 'key'];
    if (number) numbers.push(Number(number));
    const found = digests.get(name);
    if (found && !found.equals(digest))
      problems.push(`${variable}: ${it} is not the ${key} this database was written with`);
    if (!found && number && own.keys)
      problems.push(`${variable}: ${it}, which this database was written with, is not among them`);
  }
  const below = own.keys?.digests.find(({ number }) => number < Math.min(...numbers));
  if (below && numbers.length > 0)
    problems.push(
      `${ringName}: a new key needs a higher number than those before, and ${below.number} is not`,
    );
  return problems;
}

/**
 * Throws a `ConfigError` that names each key which is not the database's; `note` writes down those it has not seen
 * yet. Of two processes that begin with different keys at once, one finds the digest of the other.
 */
export async function requireKeys(
  db: Queryable,
  own: OwnKeys,
  { note }: { readonly note: boolean },
): Promise<void> {
  const refuse = async () => {
    const problems = await keyProblems(db, own);
    if (problems.length > 0) throw new ConfigError(problems);
  };
  await refuse();
  if (!note) return;
  const digests = digestsOf(own);
  await db.run(sql`
    insert into key_checks (name, digest)
    select * from unnest(${[...digests.keys()]}::text[], ${[...digests.values()]}::bytea[])
    on conflict do nothing`);
  await refuse();
}
