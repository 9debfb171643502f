/** A process of the shop from its configuration to its end: serving, working, or both. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openShop, type Shop } from './app.ts';
import { prepareDatabase } from './assembly/database.ts';
import { assetStore } from './assembly/files.ts';
import { openOffice } from './assembly/office.ts';
import type { Http } from './platform/http/http.ts';
import { type Config, readConfig } from './platform/process/config.ts';
import { minutes } from './platform/process/durations.ts';
import {
  type Ending,
  endsWithinMs,
  StartRefused,
  startProblem,
  stopOnSignals,
} from './platform/process/ending.ts';
import { makeLog, nameProcess } from './platform/process/log.ts';
import { stopTracing } from './platform/process/tracing.ts';
import { shareAssets } from './platform/render/shared-assets.ts';
import { builtShop } from './platform/render/site.ts';
import { noteSealing } from './platform/secrets/walk-queries.ts';

export interface Duties {
  readonly serving: boolean;
  readonly working: boolean;
}

export interface Running {
  readonly shop: Shop;
  /** Where it listens; empty when it does not serve. */
  readonly url: string;
  /** What a stop waits for at this moment. */
  readonly waitsFor: string;
  /** Finishes what was accepted, then ends. Safe to repeat. */
  stop(): Promise<void>;
}

/** A port and the variable that sets it. */
interface Address {
  readonly variable: 'PORT' | 'OFFICE_PORT';
  readonly port: number;
  readonly host: string;
}

/** Why it can not listen, by what the system says. */
const listenProblems: Readonly<Record<string, (at: Address) => string>> = {
  EADDRINUSE: ({ variable, port }) =>
    `${variable} ${port} is taken by another program: stop that one, or set ${variable} to a free one.`,
  EACCES: ({ variable, port }) =>
    `${variable} ${port} may not be used by this account: set ${variable} to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST: ${host} is no address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST: ${host} is no address of this machine.`,
};

async function listen({ app }: Http, address: Address): Promise<string> {
  const { port, host } = address;
  try {
    // For that name Fastify would open a second server, on ::1, without the bounds of the first.
    const at = host === 'localhost' ? '127.0.0.1' : host;
    return await app.listen({ port, host: at });
  } catch (error) {
    const problem = listenProblems[(error as NodeJS.ErrnoException).code ?? ''];
    throw problem ? new StartRefused(problem(address)) : error;
  }
}

async function beginDuties(shop: Shop, config: Config, { serving, working }: Duties) {
  const { port, host, office: at } = config;
  const office = serving && at ? openOffice(shop, at) : undefined;
  try {
    const url = serving ? await listen(shop.http, { variable: 'PORT', port, host }) : '';
    if (office && at) await listen(office, { variable: 'OFFICE_PORT', port: at.port, host });
    const worker = working ? shop.work({ serving }) : undefined;
    const watch =
      worker && config.watch && !serving ? await shop.watch(config.watch, worker) : undefined;
    return { url, office, worker, watch };
  } catch (error) {
    await office?.app.close();
    await shop.close();
    throw error;
  }
}

/** Refuses to run where files are not those of this shop. A store that is away may come back. */
async function requirePlaces(shop: Shop): Promise<void> {
  const { files, log } = shop;
  // The old one first: without a current one, files move from there.
  for (const place of [files.old, files.place])
    try {
      await place?.check();
    } catch (error) {
      if (!(error instanceof StartRefused)) {
        log.warn({ err: error, place: place?.name }, 'the place of files could not be checked');
        continue;
      }
      await shop.close();
      throw error;
    }
}

/** Brings the database up to date and starts the shop's duties. */
export async function start(config: Config, duties: Duties): Promise<Running> {
  const role = duties.serving ? 'server' : 'worker';
  nameProcess(role);
  if (config.traces) {
    const { startOtel } = await import('./platform/process/otel.ts');
    startOtel({ ...config.traces, role });
  }
  const log = makeLog(config.logLevel);
  const { keys, coins } = config;
  const database = {
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    ownerUrl: config.databaseOwnerUrl,
  };
  const applied = await prepareDatabase(database, log, { keys, wishKey: coins.wishKey });
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date');
  const shop = await openShop(config);
  await requirePlaces(shop);
  const warn = (err: unknown) => log.warn({ err }, 'the key in use could not be noted');
  const noting = setInterval(() => noteSealing(shop.db, keys.newest).catch(warn), minutes(1));
  // Before the first page of this release can be sent.
  if (duties.serving)
    await shareAssets(builtShop, { dataDir: config.dataDir, log, store: assetStore(shop.files) });
  const { url, office, worker, watch } = await beginDuties(shop, config, duties);
  const { serving } = duties;
  log.info(
    {
      url,
      ...(office && { office: config.office?.url }),
      ...(watch && { watch: watch.url }),
      ...duties,
    },
    'started',
  );
  let stopping: Promise<void> | undefined;
  let waitsFor = 'requests under way';
  return {
    shop,
    url,
    get waitsFor() {
      return waitsFor;
    },
    stop() {
      stopping ??= (async () => {
        shop.announceStop();
        waitsFor = 'balancers to see that it is not ready';
        if (serving) await sleep(config.shutdownDelayMs);
        waitsFor = 'requests under way';
        // Requests first: while they end, the jobs they wait for or leave behind still run.
        await Promise.all([shop.http.app.close(), office?.app.close()]);
        waitsFor = 'jobs and chores under way';
        await worker?.stop();
        await watch?.close();
        waitsFor = 'its connections to the database';
        clearInterval(noting);
        await shop.close();
        await stopTracing();
        log.info('stopped');
      })();
      return stopping;
    },
  };
}

/** Runs a whole process: reads the environment, starts, and waits for a signal. */
export async function runProcess(
  duties: Duties,
  ending: Pick<Ending, 'withinMs'> = {},
): Promise<void> {
  try {
    const config = readConfig(process.env);
    const starting = start(config, duties);
    let running: Running | undefined;
    // A signal that comes while it starts waits for that, so that nothing is left half open.
    stopOnSignals({
      withinMs: (ending.withinMs ?? endsWithinMs) + config.shutdownDelayMs,
      stop: async () => (await starting).stop(),
      waitsFor: () => running?.waitsFor ?? 'its start',
    });
    running = await starting;
  } catch (error) {
    console.error(startProblem(error));
    process.exit(1);
  }
}
