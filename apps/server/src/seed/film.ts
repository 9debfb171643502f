/** The home page's video, made by `npm run film`. */
import { readFile } from 'node:fs/promises';
import { storeMedia } from '../features/media/media.ts';
import type { Db } from '../platform/db/db.ts';
import type { Storage } from '../providers/storage/port.ts';
import { startOption } from './queries.ts';

const film = { banner_video: 'banner.webm', banner_poster: 'banner.webp' } as const;

/** Sets the video unless the owner has chosen another. Idempotent. */
export async function seedFilm(db: Db, open: Storage): Promise<void> {
  for (const [option, file] of Object.entries(film)) {
    const bytes = await readFile(new URL(`./generated/${file}`, import.meta.url));
    const path = await storeMedia(open, bytes, file.split('.').at(-1) ?? '');
    await startOption(db, option, path);
  }
}
