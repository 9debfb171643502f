/** `npm run shop -- <command>`: the operators' command line, on a running or stopped shop. */
import { keepCompiled } from '@giftlane/server/platform/render/compiled.ts';

keepCompiled();
const { ofProcess, runCli } = await import('@giftlane/server/cli/run.ts');

// A reader such as `head` may close the pipe early.
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
