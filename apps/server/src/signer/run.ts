/** The signer from its configuration to its end. */
import { connect } from '../platform/db.ts';
import { startProblem, stopOnSignals } from '../platform/ending.ts';
import { makeLog } from '../platform/log.ts';
import { readSignerConfig } from './config.ts';
import { makeSigner } from './signer.ts';

const connections = 2;

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
    signer.start();
    log.info({ networks: config.networks }, 'the signer started');
  } catch (error) {
    console.error(startProblem(error));
    process.exit(1);
  }
}
