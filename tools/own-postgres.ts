/** The PostgreSQL of a shop without DATABASE_URL. Imported only on demand, so never in production. */
import {
  DatabaseUnavailable,
  type Embedded,
  startEmbedded,
} from '@giftlane/embedded-postgres/embedded-postgres.ts';
import { StartRefused } from '@giftlane/server/platform/process/ending.ts';

/** Starts it on `dataDir`, or shares the one running there. Throws `StartRefused`. */
export async function startOwnPostgres(dataDir: string): Promise<Embedded> {
  try {
    return await startEmbedded({ dataDir });
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? new StartRefused(error.message) : error;
  }
}
