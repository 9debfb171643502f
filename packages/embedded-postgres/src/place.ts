import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { type Account, canEnter, serverAccount } from './account.ts';
import { unavailable } from './problems.ts';

const pointerName = 'postgres.location';
const ownerName = 'belongs-to';

/** The folder inside a home that is PostgreSQL's own data directory. */
export const clusterIn = (home: string): string => join(home, 'cluster');

/**
 * The folder that holds the database of a DATA_DIR, made when missing: `postgres` inside it. Root
 * must use another account for it, so when that account can not get there (a DATA_DIR below a
 * closed folder) it is a new folder elsewhere, which a file in DATA_DIR names.
 * The choice is made once: a folder that is opened or closed later must not seem to lose the data.
 */
export function findHome(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(resolve(dataDir));
  const inside = join(folder, 'postgres');
  const pointer = join(folder, pointerName);
  if (existsSync(pointer)) return follow(pointer, folder);
  mkdirSync(inside, { recursive: true, mode: 0o700 });
  const account = serverAccount(clusterIn(inside));
  if (!account) return inside;
  if (lstatSync(inside).uid === 0) chmodSync(inside, 0o711);
  if (canEnter(account, inside)) return inside;
  if (existsSync(clusterIn(inside))) {
    throw unavailable(
      `its account (number ${account.uid}) can not get into ${inside}: ` +
        'a folder above it was closed. Open it again with chmod o+x.',
    );
  }
  rmdirSync(inside);
  return settleElsewhere(account, folder, pointer);
}

/** A folder of root's that every account can enter, for data and programs of any DATA_DIR. */
export function commonFolder(account: Account): string {
  const candidates = ['/var/lib/giftlane', '/var/tmp/giftlane'];
  const usable = candidates.find((folder) => prepare(folder) && canEnter(account, folder));
  if (usable) return usable;
  throw unavailable(
    `DATA_DIR or the program lies below a folder that is closed to other accounts, and none of ` +
      `${candidates.join(', ')} can be used. Put both into an open folder, such as below /srv.`,
  );
}

function prepare(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(folder, 0o755);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
  }
  // Anybody could have made a folder of this name in /var/tmp before root did.
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}

function settleElsewhere(account: Account, folder: string, pointer: string): string {
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const name = `data-${mark}-${randomBytes(3).toString('hex')}`;
  const home = join(commonFolder(account), name);
  mkdirSync(home, { mode: 0o711 });
  chmodSync(home, 0o711);
  writeFileSync(join(home, ownerName), `${folder}\n`);
  const draft = `${pointer}.${process.pid}`;
  writeFileSync(
    draft,
    `${home}\n\nThe database is in that folder, because the account that runs PostgreSQL for root\n` +
      'can not enter this one. Keep and back up both together. Deleting this file starts anew.\n',
  );
  try {
    linkSync(draft, pointer); // Fails when another start was first, unlike rename.
    return home;
  } catch (error) {
    rmSync(home, { recursive: true });
    if (existsSync(pointer)) return follow(pointer, folder);
    throw error;
  } finally {
    rmSync(draft);
  }
}

function follow(pointer: string, folder: string): string {
  const [home = ''] = readFileSync(pointer, 'utf8').split('\n');
  if (!existsSync(home)) {
    throw unavailable(
      `${pointer} says that the database is in ${home}, which is missing. ` +
        'Bring it back, or delete that file to start with an empty database.',
    );
  }
  const owner = readFileSync(join(home, ownerName), 'utf8').trim();
  if (owner === folder) return home;
  const theirs = join(owner, pointerName);
  if (existsSync(theirs) && readFileSync(theirs, 'utf8').split('\n')[0] === home) {
    throw unavailable(
      `${folder} is a copy of ${owner}, and both name the same database ${home}. ` +
        `Delete ${pointer} to start with an empty one.`,
    );
  }
  writeFileSync(join(home, ownerName), `${folder}\n`); // The folder was moved.
  return home;
}
