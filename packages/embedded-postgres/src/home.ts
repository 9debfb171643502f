import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, canEnter, serverAccount } from './account.ts';
import { codeOf, unavailable } from './errors.ts';

/** What is in the folder of a database, its home. */
export const partsOf = (home: string) => ({
  /** PostgreSQL's own data directory. */
  cluster: join(home, 'cluster'),
  /** Of the owner, and of the role that the shop runs as. */
  password: join(home, 'password'),
  shopPassword: join(home, 'shop-password'),
  log: join(home, 'server.log'),
  /** The guard's, exclusive. */
  lock: join(home, 'lock'),
  /** Shared by all who use the database. */
  holders: join(home, 'holders'),
  /** There when somebody waits for the server to stop. */
  awaited: join(home, 'stop-is-awaited'),
});

const pointerIn = (dataDir: string) => join(dataDir, 'postgres.location');
const ownerOf = (home: string) => join(home, 'belongs-to');

/**
 * The home of the database of a DATA_DIR, made when missing: `postgres` inside it. Where the account that runs PostgreSQL
 * for root can not get there (a DATA_DIR below a closed folder) it is a new folder elsewhere, which a file in DATA_DIR
 * names: once chosen it stays, so that a folder that is opened or closed later does not seem to lose the data.
 */
export function findHome(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  if (existsSync(pointerIn(folder))) return follow(folder);
  const inside = join(folder, 'postgres');
  const { cluster } = partsOf(inside);
  mkdirSync(inside, { recursive: true, mode: 0o700 });
  const account = serverAccount(cluster);
  if (account && lstatSync(inside).uid === 0) chmodSync(inside, 0o711);
  if (canEnter(account, inside)) return inside;
  if (existsSync(cluster))
    throw unavailable(
      `its account (number ${account?.uid}) can not get into ${inside}: ` +
        'a folder above it was closed. Open it again with chmod o+x.',
    );
  rmdirSync(inside);
  return settleElsewhere(account, folder);
}

/** A folder of root's that every account can enter, for data and programs of any DATA_DIR. */
export function commonFolder(account: Account): string {
  const candidates = ['/var/lib/giftlane', '/var/tmp/giftlane'];
  const usable = candidates.find((folder) => isRoots(folder) && canEnter(account, folder));
  if (usable) return usable;
  throw unavailable(
    `DATA_DIR or the program lies below a folder that is closed to other accounts, and none of ` +
      `${candidates.join(', ')} can be used. Put both into an open folder, such as below /srv.`,
  );
}

/** Makes it; false where it can not be made, or somebody made it before root did, as anybody can in /var/tmp. */
function isRoots(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(folder, 0o755);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return false;
  }
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}

function settleElsewhere(account: Account, folder: string): string {
  const home = mkdtempSync(join(commonFolder(account), 'data-'));
  chmodSync(home, 0o711);
  writeFileSync(ownerOf(home), `${folder}\n`);
  const draft = `${pointerIn(folder)}.${process.pid}`;
  writeFileSync(
    draft,
    `${home}\n\nThe database is in that folder, because the account that runs PostgreSQL for root\n` +
      'can not enter this one. Keep and back up both together. Deleting this file starts anew.\n',
  );
  try {
    linkSync(draft, pointerIn(folder)); // Fails when another start was first, unlike rename.
    return home;
  } catch (error) {
    rmSync(home, { recursive: true });
    if (codeOf(error) === 'EEXIST') return follow(folder);
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** The home that a DATA_DIR names. */
function follow(folder: string): string {
  const pointer = pointerIn(folder);
  const home = firstLine(pointer) ?? '';
  if (!existsSync(home))
    throw unavailable(
      `${pointer} says that the database is in ${home}, which is missing. ` +
        'Bring it back, or delete that file to start with an empty database.',
    );
  const owner = firstLine(ownerOf(home)) ?? '';
  if (owner === folder) return home;
  if (firstLine(pointerIn(owner)) === home)
    throw unavailable(
      `${folder} is a copy of ${owner}, and both name the same database ${home}. ` +
        `Delete ${pointer} to start with an empty one.`,
    );
  writeFileSync(ownerOf(home), `${folder}\n`); // The folder was moved.
  return home;
}

const firstLine = (file: string) => readIfThere(file)?.split('\n')[0];

/** The text of a file; undefined when there is none. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
