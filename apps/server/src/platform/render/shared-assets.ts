/**
 * The hash-named files of releases, below `DATA_DIR/assets`, a folder for each: while one release follows another, a
 * page of either is served by servers of both.
 */
import { randomBytes } from 'node:crypto';
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { remember } from '../db/remember.ts';
import { seconds } from '../process/durations.ts';
import type { Log } from '../process/log.ts';
import { sha256 } from '../secrets/secrets.ts';

/** The one that starts, the one before, and one more for a step back. */
const releasesKept = 3;
/** The folder of what was fetched from other machines' releases. */
const fetched = 'fetched';

export const sharedAssets = (dataDir: string) => join(dataDir, 'assets');

/** Where machines without a common disk leave the assets of their releases to each other. */
export interface AssetStore {
  put(name: string, bytes: Buffer): Promise<unknown>;
  get(name: string): Promise<Buffer | undefined>;
}

/** Leaves assets in the store; its list comes last, so that a release that has one is there as a whole. */
async function leaveAssets(assets: string, release: string, store: AssetStore): Promise<void> {
  const list = `${release}.txt`;
  if (await store.get(list)) return;
  const names = (await readdir(assets)).filter((name) => !/[.](br|gz)$/.test(name));
  for (const name of names) await store.put(name, await readFile(join(assets, name)));
  await store.put(list, Buffer.from(names.join('\n')));
}

/** The folders of releases, the one that started last first. */
async function releasesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const started = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  return started.sort((a, b) => b.at - a.at).map(({ name }) => name);
}

/** Puts the assets of the storefront built in `built` beside those of other releases, and drops the oldest of these. */
export async function shareAssets(
  built: string,
  { dataDir, log, store }: { dataDir: string; log: Log; store?: AssetStore | undefined },
): Promise<void> {
  const folder = sharedAssets(dataDir);
  try {
    const assets = join(built, 'assets');
    const release = sha256((await readdir(assets)).sort().join())
      .toString('hex')
      .slice(0, 16);
    const draft = join(folder, `.${randomBytes(6).toString('hex')}`);
    await mkdir(folder, { recursive: true });
    if (!(await readdir(folder)).includes(release)) {
      await cp(assets, draft, { recursive: true });
      // Another server of this release may have been faster.
      await rename(draft, join(folder, release)).catch(() => rm(draft, { recursive: true }));
    }
    if (store) await leaveAssets(assets, release, store);
    await utimes(join(folder, release), new Date(), new Date());
    // Renamed first: deleting its files would make a release look like the one that started last.
    const releases = (await releasesIn(folder)).filter((name) => name !== fetched);
    for (const old of releases.slice(releasesKept)) {
      const dropped = join(folder, `.${randomBytes(6).toString('hex')}`);
      const mine = await rename(join(folder, old), dropped).then(
        () => true,
        () => false,
      );
      if (mine) await rm(dropped, { recursive: true });
    }
  } catch (error) {
    log.warn({ err: error, folder }, 'assets could not be shared with other releases');
  }
}

/** Fetches an asset of another machine's release into a folder beside those of releases. */
async function fetchAsset(folder: string, name: string, store: AssetStore | undefined) {
  const bytes = await store?.get(name);
  if (!bytes) return undefined;
  const place = join(folder, fetched);
  await mkdir(place, { recursive: true });
  const draft = join(place, `.${randomBytes(6).toString('hex')}`);
  await writeFile(draft, bytes);
  await rename(draft, join(place, name));
  return place;
}

/** Finds the folder of a release that has a file; the newest one is looked at first, the store last. */
export function assetFinder(
  folder: string,
  store: AssetStore | undefined,
): (name: string) => Promise<string | undefined> {
  const list = remember(seconds(1), async () => {
    const releases = await releasesIn(folder).catch(() => []);
    return Promise.all(
      releases.map(async (release) => {
        const place = join(folder, release);
        return { place, files: new Set(await readdir(place).catch(() => [])) };
      }),
    );
  });
  return async (name) =>
    (await list()).find(({ files }) => files.has(name))?.place ?? fetchAsset(folder, name, store);
}
