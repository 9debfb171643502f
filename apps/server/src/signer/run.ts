/** The signer from its configuration to its end. */
import { startProblem, stopOnSignals } from '../platform/process/ending.ts';
import { makeLog } from '../platform/process/log.ts';
import { readSignerConfig } from './config.ts';
import { makeSigner } from './signer.ts';

/** The argument of a signer that belongs to the process which started it and holds the other end of its stdin. */
export const untilStdinEnds = '--until-stdin-ends';

function refuse(error: unknown): never {
  console.error(startProblem(error));
  process.exit(1);
}

/** Runs until a signal comes, or it may not sign. */
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
