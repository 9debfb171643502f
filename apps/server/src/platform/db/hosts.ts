/** The hosts of a database, and which of them takes writes. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from '../process/durations.ts';
import { readOnlyCode } from './errors.ts';
import { remember } from './remember.ts';

export interface Hosts {
  /** How many hosts the address names. */
  readonly count: number;
  /** The address with the host that took writes when it was last asked. */
  readonly url: string;
  /**
   * Finds the host that answers, and takes writes where there are several. Throws when none does within `answersWithinMs`.
   * Concurrent callers share one search.
   */
  search(): Promise<void>;
}

/** Whether a host has no free connection. */
const isFull = (error: unknown) => error instanceof pg.DatabaseError && error.code === '53300';

/** Longer than a busy database takes for a new connection. */
const answersWithinMs = seconds(6);

/** How long the host in use may answer after another one. */
const stayMs = 500;

/** One address per host of `postgres://user:password@a:5432,b:5433/name`. */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Throws unless the database answers over a connection of its own, and takes writes if it must. */
async function mustAnswer(url: string, mustWrite: boolean): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'giftlane look',
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ off: string }>(
      `select current_setting('transaction_read_only') as off`,
    );
    if (mustWrite && rows[0]?.off === 'on')
      throw Object.assign(new Error('the database takes no writes'), { code: readOnlyCode });
    void client.end().catch(() => undefined);
  } catch (error) {
    // A silent host would never answer a good-bye.
    client.connection.stream.destroy();
    throw error;
  }
}

interface HostsWish {
  readonly reading?: boolean;
  /** The database itself behind a pooler of one host: that has no connection to spare when all of its own wait. */
  readonly directUrl?: string | undefined;
}

/** The hosts that an address names; the first is taken until another is found to take writes, or to answer if only `reading`. */
export function openHosts(url: string, { reading = false, directUrl }: HostsWish = {}): Hosts {
  const urls = hostUrls(url);
  const asked = directUrl && urls.length === 1 ? hostUrls(directUrl) : urls;
  let current = urls[0] ?? url;
  return {
    count: urls.length,
    get url() {
      return current;
    },
    search: remember(seconds(1), async () => {
      const answers = asked.map(async (one) => {
        await mustAnswer(one, asked.length > 1 && !reading);
        return one;
      });
      try {
        const found = await Promise.any(answers);
        // Of two that would do, the one in use: the connections to it go on.
        const own = answers[asked.indexOf(current)]?.then(Boolean, () => false);
        const stays = found !== current && (await Promise.race([own, sleep(stayMs, false)]));
        if (asked === urls && !stays) current = found;
      } catch (error) {
        const errors = error instanceof AggregateError ? error.errors : [error];
        // One without a free connection is there. Whether it is the primary it can not say: it is if it was.
        if (asked === urls ? isFull(errors[urls.indexOf(current)]) : errors.some(isFull)) return;
        const [first] = errors;
        if (first instanceof Error && 'code' in first) throw first;
        throw Object.assign(new Error(`no host of the database answers: ${first}`), {
          code: 'ETIMEDOUT',
        });
      }
    }),
  };
}
