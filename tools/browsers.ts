/**
 * `npm run test:browsers`: the journeys in Firefox and WebKit, which come from Debian's packages. Installs what is
 * missing where it may, else says what it lacks and makes the journeys in what there is.
 */
import { spawnSync } from 'node:child_process';
import { missingPackages } from '../browsers/browsers.ts';

const run = (program: string, ...args: string[]): number =>
  spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;

const mayInstall = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/** Fetches what is missing; says what is missing still. */
function install(): readonly string[] {
  const missing = missingPackages();
  if (missing.length === 0 || !mayInstall()) return missing;
  console.log(`Installing ${missing.join(', ')} …`);
  if (run('apt-get', 'update', '-qq') === 0)
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing);
  return missingPackages();
}

const lacking = install();
for (const name of lacking)
  console.log(`${name} is not here: as root on Debian, apt-get install ${name}`);
const failed = run('vitest', 'run', '--config', 'browsers/vitest.config.ts');
process.exit(failed || lacking.length > 0 ? 1 : 0);
