/** Hearing PostgreSQL's NOTIFY over a connection of its own. */
import pg from 'pg';
import type { Log } from './log.ts';

export interface Listening {
  stop(): Promise<void>;
}

interface ListenOptions {
  url: string;
  channel: string;
  onNotice: (payload: string) => void;
  onConnect: () => void;
  log: Log;
}

const reconnectAfterMs = 500;

/** Begins to listen; a lost connection is opened again. */
export function listenOn({ url, channel, onNotice, onConnect, log }: ListenOptions): Listening {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const open = async () => {
    timer = undefined;
    const fresh = new pg.Client({ connectionString: url, application_name: 'giftlane listen' });
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
      if (!stopped) onConnect();
    } catch (error) {
      if (!stopped) log.warn({ err: error, channel }, 'can not listen, trying again');
      again();
      await fresh.end();
    }
  };
  const opening = open();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await opening;
      await client?.end();
    },
  };
}
