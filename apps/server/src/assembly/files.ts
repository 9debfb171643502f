/** Where files are kept. */
import { join } from 'node:path';
import { type FileStore, type Files, openPlace, withOld } from '../features/files/files.ts';
import { mediaDir } from '../features/media/media.ts';
import type { Db } from '../platform/db/db.ts';
import type { Config } from '../platform/process/config.ts';
import { minutes } from '../platform/process/durations.ts';
import type { FilePlace } from '../platform/process/files-config.ts';
import type { Log } from '../platform/process/log.ts';
import type { AssetStore } from '../platform/render/shared-assets.ts';
import { makeDisk } from '../providers/storage/disk/disk.ts';
import { isPlainKey } from '../providers/storage/port.ts';
import { makeS3 } from '../providers/storage/s3/s3.ts';
import { watched } from './watch-ports.ts';

interface Surroundings {
  readonly db: Db;
  readonly log: Log;
}

type Use = Parameters<typeof openPlace>[0]['use'];

const nameOf = (place: FilePlace) =>
  place === 'disk' ? place : `s3://${place.bucket}/${place.prefix}`;

function openAt(
  place: FilePlace,
  dataDir: string,
  { use, ...surroundings }: Surroundings & { use: Use },
): FileStore {
  const [name, around] = [nameOf(place), { ...surroundings, use }];
  if (place === 'disk')
    return openPlace({
      ...around,
      name,
      words: `DATA_DIR ${dataDir}`,
      open: watched('files', makeDisk(mediaDir(dataDir))),
      closed: watched('files', makeDisk(join(dataDir, 'uploads'))),
      lookMs: 0,
    });
  return openPlace({
    ...around,
    name,
    words: `${name} at ${place.endpoint}`,
    open: watched('files', makeS3(place, 'media/', surroundings)),
    closed: watched('files', makeS3(place, 'uploads/', surroundings)),
    lookMs: minutes(1),
  });
}

/** Opens the place of files that the configuration names; public and private files are in folders of their own. */
export function openFiles(
  { files, dataDir }: Pick<Config, 'files' | 'dataDir'>,
  around: Surroundings,
): Files {
  const beside = files.old && nameOf(files.old);
  const place = openAt(files.place, dataDir, { ...around, use: { beside } });
  const old = files.old && openAt(files.old, dataDir, { ...around, use: 'old' });
  const isCache = files.place !== 'disk' || old !== undefined;
  return {
    place,
    old,
    open: old ? withOld(place.open, old.open) : place.open,
    closed: old ? withOld(place.closed, old.closed) : place.closed,
    served: { folder: isCache ? join(dataDir, 'media-cache') : mediaDir(dataDir), isCache },
  };
}

/** The folder of a bucket for assets of releases; undefined on a disk, where they lie beside each other. */
export function assetStore({ place, open }: Pick<Files, 'place' | 'open'>): AssetStore | undefined {
  if (place.name === 'disk') return undefined;
  const keyOf = (name: string) => `assets/${name}`;
  return {
    put: async (name, bytes) => isPlainKey(keyOf(name)) && open.put(keyOf(name), bytes),
    get: async (name) => (isPlainKey(keyOf(name)) ? open.get(keyOf(name)) : undefined),
  };
}
