/** `npm run check`: the static checks alone; the first that fails ends it. */
import { spawnSync } from 'node:child_process';
import { checks } from './checks.ts';

for (const [label, [program = '', ...args]] of checks) {
  console.log(`== ${label}`);
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
