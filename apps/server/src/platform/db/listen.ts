/** LISTEN over a connection of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { tellOnce, tellOver } from '../limits/tell-once.ts';
import { seconds } from '../process/durations.ts';
import type { Log } from '../process/log.ts';
import type { Hosts } from './hosts.ts';
import { staysInTouch } from './pool.ts';

export interface Listening {
  stop(): Promise<void>;
}

interface ListenOptions {
  hosts: Hosts;
  channel: string;
  onNotice: (payload: string) => void;
  onConnect: () => void;
  log: Log;
}

const reconnectAfterMs = 500;
const answersWithinMs = seconds(5);
const askEveryMs = seconds(5);
/** A network failure does not close a connection. */
const goneWithinMs = seconds(5);

/** Starts listening and reconnects after a loss. */
export function listenOn({ hosts, channel, onNotice, onConnect, log }: ListenOptions): Listening {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const open = async () => {
    timer = undefined;
    if (hosts.count > 1) await hosts.search().catch(() => undefined);
    if (stopped) return;
    const fresh = new pg.Client({
      connectionString: hosts.url,
      application_name: 'giftlane listen',
      connectionTimeoutMillis: answersWithinMs,
      query_timeout: answersWithinMs,
      ...staysInTouch,
    });
    client = fresh;
    // A lost connection reports itself more than once; only the first time opens another.
    const again = () => {
      if (client !== fresh || stopped) return;
      client = undefined;
      timer = setTimeout(open, reconnectAfterMs);
    };
    fresh.on('notification', ({ payload }) => onNotice(payload ?? ''));
    fresh.on('error', again);
    fresh.on('end', again);
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      tellOver(log, `listening to ${channel}`, 'listens again');
      // A host that falls silent does not close the connection.
      const asking = setInterval(() => {
        fresh.query('SELECT 1').catch(() => fresh.connection.stream.destroy());
      }, askEveryMs).unref();
      fresh.on('end', () => clearInterval(asking));
      if (!stopped) onConnect();
    } catch (error) {
      if (!stopped)
        tellOnce(log, `listening to ${channel}`, 'can not listen, trying again', {
          err: error,
          channel,
          reason: String(error),
        });
      again();
      await fresh.end();
    }
  };
  const opening = open();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const leaving = opening.then(() => client?.end());
      await Promise.race([leaving, sleep(goneWithinMs, undefined, { ref: false })]);
      client?.connection.stream.destroy();
    },
  };
}
