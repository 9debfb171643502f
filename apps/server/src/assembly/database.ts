/** The database as the shop wants it. */
import { publishPages } from '../features/content/content.ts';
import { followCluster } from '../ledger/eras.ts';
import { connect } from '../platform/db.ts';
import { type OwnKeys, requireKeys } from '../platform/key-checks.ts';
import type { Log } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { usualPatience } from '../platform/table-locks.ts';

/**
 * Brings the database up to date: the shop's migrations, the ledger's era and the shop's own pages. Throws a
 * `ConfigError` where it was written with other keys than `own`.
 */
export async function prepareDatabase(
  databaseUrl: string,
  log: Log,
  own?: OwnKeys,
): Promise<string[]> {
  const db = connect(databaseUrl, { max: 2, log });
  try {
    const applied = await migrate(db, { ...usualPatience, log });
    if (own) await requireKeys(db, own, { note: true });
    const era = await followCluster(db);
    if (era) log.info(era, 'the database has moved to another cluster: the ledger begins an era');
    await publishPages(db);
    return applied;
  } finally {
    await db.close();
  }
}
