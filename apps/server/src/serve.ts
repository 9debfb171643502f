/** A process of the shop from its configuration to its end: serving, working, or both. */
import { openShop, prepareDatabase, type Shop } from './app.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { makeLog } from './platform/log.ts';

export interface Duties {
  readonly serving: boolean;
  readonly working: boolean;
}

export interface Running {
  readonly shop: Shop;
  /** Where it listens; empty when it does not serve. */
  readonly url: string;
  /** Finishes what was accepted, then ends. Safe to repeat. */
  stop(): Promise<void>;
}

/** Brings the database up to date and starts the shop's duties. */
export async function start(config: Config, { serving, working }: Duties): Promise<Running> {
  const log = makeLog(config.logLevel);
  const applied = await prepareDatabase(config.databaseUrl, log);
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date');
  const shop = await openShop(config);
  const worker = working ? await shop.work() : undefined;
  const url = serving ? await shop.http.app.listen({ port: config.port, host: config.host }) : '';
  log.info({ url, serving, working }, 'started');
  let stopping: Promise<void> | undefined;
  return {
    shop,
    url,
    stop() {
      stopping ??= (async () => {
        shop.announceStop();
        await worker?.stop();
        await shop.close();
        log.info('stopped');
      })();
      return stopping;
    },
  };
}

/** Ends gracefully on the first signal and at once on the second. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let asked = false;
  const onSignal = () => {
    if (asked) process.exit(1);
    asked = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Runs a whole process: reads the environment, starts, and waits for a signal. */
export async function runProcess(duties: Duties): Promise<void> {
  try {
    const running = await start(readConfig(process.env), duties);
    stopOnSignals(() => running.stop());
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  }
}
