/** Fingerprints of the ends of codes that were loaded before the shop kept them. */
import { type Db, type Queryable, sql } from '../../platform/db/db.ts';
import type { Log } from '../../platform/process/log.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { codeIdentity, tailPrint } from './rules.ts';

interface TailParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly log: Log;
}

const atOnce = 500;
const toldEvery = 50_000;

const without = (db: Queryable) =>
  db.rows(sql<{ id: bigint; cardId: string; content: Buffer }>`
    select id, card_id as "cardId", content from codes where tail is null order by id limit ${atOnce}`);

/** Fills in all of them, in batches; it goes on where it was stopped. A code that can not be read gets an empty one. */
export async function fillTails(
  { db, keys, log }: TailParts,
  stopping?: AbortSignal,
): Promise<void> {
  let [filled, unread] = [0, 0];
  for (let codes = await without(db); codes.length > 0; codes = await without(db)) {
    if (stopping?.aborted) return;
    const tails = codes.map((code) => {
      try {
        return tailPrint(keys, keys.open(code.content, codeIdentity(code)));
      } catch {
        unread += 1;
        return Buffer.alloc(0);
      }
    });
    await db.run(sql`
      update codes set tail = n.tail
      from unnest(${codes.map(({ id }) => id)}::bigint[], ${tails}::bytea[]) as n (id, tail)
      where codes.id = n.id`);
    filled += codes.length;
    if (filled % toldEvery === 0) log.info({ filled }, 'ends of codes are being noted');
  }
  if (filled > 0) log.info({ filled, unread }, 'ends of codes are noted');
}

/** Codes that are not found by their end yet, counted up to `most`. */
export async function codesWithoutTail(db: Queryable, most: number): Promise<number> {
  const { codes } = await db.one(sql<{ codes: number }>`
    select count(*)::int as codes from (select 1 from codes where tail is null limit ${most}) waiting`);
  return codes;
}
