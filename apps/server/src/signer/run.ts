/** The signer's process. */
import { startProblem, stopOnSignals } from '../platform/process/ending.ts';
import { makeLog } from '../platform/process/log.ts';
import { readSignerConfig } from './config.ts';
import { makeSigner } from './signer.ts';

/** With this argument the signer stops when its stdin ends, and so with the process that started it. */
export const untilStdinEnds = '--until-stdin-ends';

function refuse(error: unknown): never {
  console.error(startProblem(error));
  process.exit(1);
}

/** Runs until a signal, or until the signer may not sign. */
export async function runSigner(): Promise<void> {
  try {
    const config = readSignerConfig(process.env);
    const log = makeLog(config.logLevel);
    const signer = makeSigner({ log, config, onRefused: refuse });
    stopOnSignals({
      waitsFor: () => 'wishes under way',
      stop: signer.stop,
    });
    if (process.argv.includes(untilStdinEnds))
      process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
    signer.start();
    log.info({ networks: config.networks }, 'the signer started');
  } catch (error) {
    refuse(error);
  }
}
