/** The signer's process. */
import { requireOwnSessions } from '../platform/db/pooler.ts';
import { seconds } from '../platform/process/durations.ts';
import { StartRefused, startProblem, stopOnSignals } from '../platform/process/ending.ts';
import { type Log, makeLog, nameProcess } from '../platform/process/log.ts';
import type { WatchConfig } from '../platform/process/watch-config.ts';
import type { WatchPort } from '../platform/process/watch-port.ts';
import { readSignerConfig } from './config.ts';
import { makeSigner, type Signer } from './signer.ts';

/** With this argument the signer stops when its stdin ends, and so with the process that started it. */
export const untilStdinEnds = '--until-stdin-ends';

function refuse(error: unknown): never {
  console.error(startProblem(error));
  process.exit(1);
}

/** Twice the pause between its looks. */
const standsAfterMs = seconds(4);

/** Opens the signer's port. What it is made of is not loaded without one. */
async function watchSigner(at: WatchConfig, { turnedMs }: Signer, log: Log): Promise<WatchPort> {
  const { openWatchPort } = await import('../platform/process/watch-port.ts');
  const port = await openWatchPort(at, { log, figures: [], turnedMs, standsAfterMs });
  log.info({ watch: port.url }, 'listens');
  return port;
}

/** Runs until a signal, or until the signer may not sign. */
export async function runSigner(): Promise<void> {
  try {
    const config = readSignerConfig(process.env);
    nameProcess('signer');
    const log = makeLog(config.logLevel);
    await requireOwnSessions(config.databaseUrl).catch((error: unknown) => {
      if (error instanceof StartRefused) throw error;
      log.warn({ err: error }, 'the database could not be asked for its sessions');
    });
    const signer = makeSigner({ log, config, onRefused: refuse });
    let watch: WatchPort | undefined;
    stopOnSignals({
      waitsFor: () => 'wishes under way',
      stop: async () => {
        await signer.stop();
        await watch?.close();
      },
    });
    if (process.argv.includes(untilStdinEnds))
      process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
    signer.start();
    if (config.watch) watch = await watchSigner(config.watch, signer, log);
    log.info({ networks: config.networks }, 'the signer started');
  } catch (error) {
    refuse(error);
  }
}
