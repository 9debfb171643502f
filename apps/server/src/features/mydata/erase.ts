/** Erases closed accounts as the register defines, a thousand rows at a time; an interrupted erasure is resumed. */
import type { Db } from '../../platform/db/db.ts';
import { sweepAll } from '../../platform/db/sweep.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Options } from '../content/content.ts';
import { eraseIdentity, verifiedOf, withdrawKyc } from '../kyc/kyc.ts';
import { boughtOf } from '../selling/selling.ts';
import { dropAllOf } from '../uploads/uploads.ts';
import {
  beforeAll,
  beginErasing,
  closingsDue,
  type Due,
  endErasing,
  endIdentity,
  identitiesDue,
} from './closing-queries.ts';
import { personal } from './register.ts';
import { eraseRows } from './register-queries.ts';

export interface EraseParts {
  readonly db: Db;
  readonly options: Options;
  readonly log: Log;
}

/** Erases one account after its grace period. The files of its pictures are deleted later (`uploads.sweep`). */
async function eraseAccount(
  { db, options, log }: EraseParts,
  memberId: string,
  stopping?: AbortSignal,
): Promise<void> {
  if (!(await db.tx((tx) => beginErasing(tx, memberId)))) return;
  await db.tx((tx) => withdrawKyc(tx, memberId));
  const verified = await verifiedOf(db, memberId);
  const bought = await boughtOf(db, memberId);
  const tables = personal.filter(({ name }) => name !== 'members');
  await sweepAll(
    stopping,
    (most) => dropAllOf(db, { memberId, kept: [...verified, ...bought], most }),
    ...tables.map((table) => (most: number) => eraseRows(db, table, { memberId, most })),
  );
  if (stopping?.aborted) return;
  const identityYears = await options.whole('identity_kept_years');
  await db.tx(async (tx) => {
    for (const table of personal)
      if (table.name === 'members') await eraseRows(tx, table, { memberId, most: 1 });
    await endErasing(tx, memberId, verified.length > 0 ? identityYears : null);
  });
  log.info({ memberId }, 'a closed account was erased');
}

const atOnce = 50;

/** Finds a page of due accounts after the given one. */
type Find = (db: Db, behind: Due, most: number) => Promise<Due[]>;

/** Does `work` for each due account; a failure is logged and retried at the next sweep. */
async function each(
  { db, log }: Pick<EraseParts, 'db' | 'log'>,
  { find, stopping }: { find: Find; stopping: AbortSignal | undefined },
  work: (memberId: string) => Promise<void>,
): Promise<void> {
  for (let behind: Due | undefined = beforeAll; behind; ) {
    const found: Due[] = await find(db, behind, atOnce);
    for (const { memberId } of found) {
      if (stopping?.aborted) return;
      await work(memberId).catch((error: unknown) =>
        log.error({ err: error, memberId }, 'a closed account could not be erased'),
      );
    }
    behind = found.length === atOnce ? found.at(-1) : undefined;
  }
}

/** Erases accounts after their grace period, and identity data after its legal retention period. */
export async function eraseDue(parts: EraseParts, stopping?: AbortSignal): Promise<void> {
  const { db } = parts;
  await each(parts, { find: closingsDue, stopping }, (memberId) =>
    eraseAccount(parts, memberId, stopping),
  );
  await each(parts, { find: identitiesDue, stopping }, (memberId) =>
    db.tx(async (tx) => {
      await eraseIdentity(tx, memberId);
      await endIdentity(tx, memberId);
    }),
  );
}
