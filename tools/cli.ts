/** `npm run shop -- <command>`: the operators' command line, on the running or the stopped shop. */
import { keepCompiled } from '@giftlane/server/platform/render/compiled.ts';

keepCompiled();
const { ofProcess, runCli } = await import('@giftlane/server/cli/run.ts');

// Who reads on may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  ...ofProcess,
  async startDatabase(dataDir) {
    const { startOwnPostgres } = await import('./own-postgres.ts');
    return startOwnPostgres(dataDir);
  },
});
