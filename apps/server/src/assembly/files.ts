/** Where files are kept. */
import { join } from 'node:path';
import { mediaDir } from '../features/media/media.ts';
import type { Files } from '../features/uploads/uploads.ts';
import { makeDisk } from '../providers/storage/disk/disk.ts';

/** Where members' pictures are kept: folders of `DATA_DIR`, the private ones apart and encrypted. */
export function openFiles(dataDir: string): Files {
  return { open: makeDisk(mediaDir(dataDir)), closed: makeDisk(join(dataDir, 'uploads')) };
}
