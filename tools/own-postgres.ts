/** The PostgreSQL of a shop that has no DATABASE_URL. Imported when it is needed only: in production it never is. */
import {
  DatabaseUnavailable,
  type Embedded,
  startEmbedded,
} from '@giftlane/embedded-postgres/embedded-postgres.ts';
import { StartRefused } from '@giftlane/server/platform/process/ending.ts';

/** Starts it on the data in `dataDir`, or shares the one that runs there. Throws `StartRefused`. */
export async function startOwnPostgres(dataDir: string): Promise<Embedded> {
  try {
    return await startEmbedded({ dataDir });
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? new StartRefused(error.message) : error;
  }
}
