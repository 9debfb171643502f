/** `npm run shop -- <command>`: the operators' command line, on the running or the stopped shop. */
import { keepCompiled } from './platform/compiled.ts';

keepCompiled();
const { runCli } = await import('./cli/run.ts');

// Who reads on may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCli(process.argv.slice(2));
