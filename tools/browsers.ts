/**
 * `npm run test:browsers`: runs the journeys in Firefox and WebKit from Debian's packages. Installs missing
 * packages if allowed; otherwise reports them and uses the browsers that are there.
 */
import { spawnSync } from 'node:child_process';
import { missingPackages } from '../browsers/browsers.ts';

const run = (program: string, ...args: string[]): number =>
  spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;

const mayInstall = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/** Installs missing packages; returns those still missing. */
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
