/** Checks that this process has the keys that the database was written with. */

import { type Queryable, sql } from '../db/db.ts';
import { ConfigError } from '../process/env.ts';
import { digestOfKey, type KeyRing } from './secrets.ts';
import { noteSealing } from './walk-queries.ts';

/** The keys of a process; `wishKey` is empty where there are no coins. */
export interface OwnKeys {
  readonly keys?: KeyRing;
  readonly wishKey: Buffer;
}

const ringName = 'ENCRYPTION_KEYS';

/** The digests of keys, by the names they are stored under: `ENCRYPTION_KEYS 1`, `FINGERPRINT_KEY`, `COIN_WISH_KEY`. */
function digestsOf({ keys, wishKey }: OwnKeys): Map<string, Buffer> {
  const digests = new Map<string, Buffer>();
  for (const { number, digest } of keys?.digests ?? [])
    digests.set(`${ringName} ${number}`, digest);
  if (keys) digests.set('FINGERPRINT_KEY', keys.fingerprints.digest);
  if (wishKey.length > 0) digests.set('COIN_WISH_KEY', digestOfKey(wishKey));
  return digests;
}

interface Known {
  readonly name: string;
  readonly digest: Buffer;
  /** Something was encrypted with it, and may be there. */
  readonly needed: boolean;
  readonly dropped: boolean;
}

const underived = `FINGERPRINT_KEY is not set, and the key it was derived from is not the lowest of ${ringName}`;

/** The problem of a known key with those of this process, if there is one. */
function problemOf({ name, digest, needed, dropped }: Known, { keys }: OwnKeys, found?: Buffer) {
  const [variable, number] = name.split(' ');
  if (number && dropped && keys?.newest === Number(number))
    return `${variable}: key ${number} was dropped, and can not be the first one`;
  if (!found)
    return number && needed && !dropped && keys
      ? `${variable}: key ${number}, which this database was written with, is not among them`
      : undefined;
  if (found.equals(digest)) return undefined;
  if (name === 'FINGERPRINT_KEY' && !keys?.fingerprints.given) return underived;
  const [it, key] = number ? [`key ${number}`, `key ${number}`] : ['it', 'key'];
  return `${variable}: ${it} is not the ${key} this database was written with`;
}

/**
 * The problems of these keys, in words. A key counts from when a process first had it in front: others may know it
 * before. Keys are replaced by those with higher numbers alone.
 */
export async function keyProblems(db: Queryable, own: OwnKeys): Promise<string[]> {
  const digests = digestsOf(own);
  const known = await db.rows(sql<Known>`
    select name, digest, sealed_at is not null as needed, dropped_at is not null as dropped from key_checks order by name`);
  const problems = known
    .map((one) => problemOf(one, own, digests.get(one.name)))
    .filter((words) => words !== undefined);
  // A release that could only derive the key has noted none.
  const isNoted = known.some(({ name }) => name === 'FINGERPRINT_KEY');
  const { fingerprints } = own.keys ?? {};
  if (
    fingerprints &&
    !fingerprints.digest.equals(fingerprints.derivedDigest) &&
    known.some(({ needed }) => needed) &&
    !isNoted
  )
    problems.push('FINGERPRINT_KEY: it is not the key this database was written with');
  const numbers = known.flatMap(({ name }) => Number(name.split(' ')[1] ?? []) || []);
  const below = own.keys?.digests.find(({ number }) => number < Math.min(...numbers));
  if (below && numbers.length > 0)
    problems.push(
      `${ringName}: a new key needs a higher number than those before, and ${below.number} is not`,
    );
  // What is derived from a wrong key is no problem of its own.
  return problems.length > 1 ? problems.filter((words) => words !== underived) : problems;
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
  if (own.keys) await noteSealing(db, own.keys.newest);
  await refuse();
}
