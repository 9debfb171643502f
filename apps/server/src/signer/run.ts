/** The signer from its configuration to its end. */
import { connect } from '../platform/db.ts';
import { startProblem, stopOnSignals } from '../platform/ending.ts';
import { makeLog } from '../platform/log.ts';
import { readSignerConfig } from './config.ts';
import { makeSigner } from './signer.ts';

const connections = 2;

/** The argument of a signer that belongs to the process which started it and holds the other end of its stdin. */
export const untilStdinEnds = '--until-stdin-ends';

/** Runs until a signal comes. */
export async function runSigner(): Promise<void> {
  try {
    const config = readSignerConfig(process.env);
    const log = makeLog(config.logLevel);
    const db = connect(config.databaseUrl, { max: connections, log });
    const signer = makeSigner({ db, log, config });
    stopOnSignals({
      waitsFor: () => 'wishes under way',
      async stop() {
        await signer.stop();
        await db.close();
      },
    });
    if (process.argv.includes(untilStdinEnds))
      process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
    signer.start();
    log.info({ networks: config.networks }, 'the signer started');
  } catch (error) {
    console.error(startProblem(error));
    process.exit(1);
  }
}
