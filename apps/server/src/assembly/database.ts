/** Migrations, rights and checks of the database at start. */
import { publishPages } from '../features/content/content.ts';
import { followCluster } from '../ledger/eras.ts';
import { connect, type Db } from '../platform/db/db.ts';
import { isBehind } from '../platform/db/errors.ts';
import { migrate, requireMigrated } from '../platform/db/migrate.ts';
import { keepWithRole, requireOwnSessions, requireSettings } from '../platform/db/pooler.ts';
import { type DatabaseRole, grantRights, readRole, roleProblem } from '../platform/db/rights.ts';
import { usualPatience } from '../platform/db/table-locks.ts';
import type { Log } from '../platform/process/log.ts';
import { type OwnKeys, requireKeys } from '../platform/secrets/key-checks.ts';

/** Where the database is, for the role that the shop runs as and for its owner. */
export interface Addresses {
  readonly url: string;
  /** Undefined if the shop's role is the owner, or migrations run elsewhere. */
  readonly ownerUrl: string | undefined;
  /** The database itself, where `url` leads to a pooler that gives each transaction another session. */
  readonly directUrl?: string | undefined;
}

/** Migrates as the owner, and gives the shop's role its rights; the connection is closed afterwards. */
async function migrateAsOwner(ownerUrl: string, role: DatabaseRole, log: Log): Promise<string[]> {
  const owner = connect(ownerUrl, { max: 2, log });
  try {
    const grant = async () => {
      if ((await readRole(owner)).name !== role.name) await grantRights(owner, role.name);
    };
    // Processes of the release before need the rights of new tables as soon as their triggers write there.
    const afterEach = () =>
      grant().catch((error: unknown) => {
        if (!isBehind(error)) throw error;
        // Rights on it come with the migration that makes it.
      });
    const applied = await migrate(owner, { ...usualPatience, log }, { afterEach });
    await grant();
    return applied;
  } finally {
    await owner.close();
  }
}

/** Migrates over the shop's own connection where its role may; requires that it was done where not. */
async function migrateAlone(db: Db, { migrates }: DatabaseRole, log: Log): Promise<string[]> {
  if (migrates) return migrate(db, { ...usualPatience, log });
  await requireMigrated(db);
  return [];
}

/** Makes a pooler's sessions like the shop's own; refuses one where they are not. */
async function setUpPooler(
  direct: Db,
  { url, directUrl, log }: { url: string; directUrl: string; log: Log },
): Promise<void> {
  await keepWithRole(direct);
  const pooled = connect(url, { max: 1, log, directUrl });
  try {
    await requireSettings(pooled);
  } finally {
    await pooled.close();
  }
}

/**
 * Brings the database up to date: the shop's migrations, the rights of its role, the ledger's era and the shop's own
 * pages. Throws a `ConfigError` where it was written with other keys than `own`.
 */
export async function prepareDatabase(
  { url, ownerUrl, directUrl }: Addresses,
  log: Log,
  own?: OwnKeys,
): Promise<string[]> {
  for (const one of [directUrl ?? url, ownerUrl]) if (one) await requireOwnSessions(one);
  const db = connect(directUrl ?? url, { max: 2, log });
  try {
    if (directUrl !== undefined) await setUpPooler(db, { url, directUrl, log });
    const role = await readRole(db);
    const applied = await (ownerUrl
      ? migrateAsOwner(ownerUrl, role, log)
      : migrateAlone(db, role, log));
    const problem = roleProblem(await readRole(db));
    if (problem) log.warn(problem);
    if (own) await requireKeys(db, own, { note: true });
    const era = await followCluster(db);
    if (era) log.info(era, 'the database has moved to another cluster: the ledger begins an era');
    await publishPages(db);
    return applied;
  } finally {
    await db.close();
  }
}
