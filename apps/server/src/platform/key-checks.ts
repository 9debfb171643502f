/** Whether the keys of this process are those that the database was written with. */
import { ConfigError } from './config.ts';
import { type Queryable, sql } from './db.ts';
import { digestOfKey, type KeyRing } from './secrets.ts';

/** The keys of a process; `wishKey` is empty where there are no coins. */
export interface OwnKeys {
  readonly keys?: KeyRing;
  readonly wishKey: Buffer;
}

interface Check {
  readonly digest: Buffer;
  readonly problem: string;
}

const ringName = 'ENCRYPTION_KEYS';
const wishName = 'COIN_WISH_KEY';

function checksOf({ keys, wishKey }: OwnKeys): ReadonlyMap<string, Check> {
  const checks = new Map<string, Check>();
  for (const { number, digest } of keys?.digests ?? [])
    checks.set(`${ringName} ${number}`, {
      digest,
      problem: `${ringName}: key ${number} is not the key ${number} this database was written with`,
    });
  if (wishKey.length > 0)
    checks.set(wishName, {
      digest: digestOfKey(wishKey),
      problem: `${wishName}: it is not the key this database was written with`,
    });
  return checks;
}

const numberIn = (name: string) => Number(name.slice(ringName.length));

/**
 * What is wrong with these keys, in words; empty when nothing is. The key with the lowest number makes the fingerprints:
 * below another one, a code that is there already would be taken for a new one.
 */
export async function keyProblems(db: Queryable, own: OwnKeys): Promise<string[]> {
  const checks = checksOf(own);
  const known = await db.rows(sql<{ name: string; digest: Buffer }>`
    select name, digest from key_checks order by name`);
  const numbers = known.map(({ name }) => numberIn(name)).filter((number) => number >= 0);
  const below = own.keys?.digests.find(({ number }) => number < Math.min(...numbers));
  return [
    ...known.flatMap(({ name, digest }) => {
      const check = checks.get(name);
      if (check) return check.digest.equals(digest) ? [] : [check.problem];
      if (!own.keys || !name.startsWith(ringName)) return [];
      return [
        `${ringName}: key ${numberIn(name)}, which this database was written with, is not among them`,
      ];
    }),
    ...(below && numbers.length > 0
      ? [
          `${ringName}: a new key needs a higher number than those before, and ${below.number} is not`,
        ]
      : []),
  ];
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
  const checks = [...checksOf(own)];
  await db.run(sql`
    insert into key_checks (name, digest)
    select * from unnest(${checks.map(([name]) => name)}::text[],
      ${checks.map(([, { digest }]) => digest)}::bytea[])
    on conflict do nothing`);
  await refuse();
}
