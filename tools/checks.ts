/**
 * The static checks: format and lint, types, boundaries, dead code, licences. Shared by `check` and `test`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Incremental type check by the native compiler, which takes a quarter of the time; TypeScript 6 stays for
 * the tools below, which are built on it.
 */
const typesOf = (project: string, name: string): readonly string[] => [
  ...['node', 'node_modules/typescript-native/bin/tsc'],
  ...['--noEmit', '-p', project, '--incremental'],
  ...['--tsBuildInfoFile', `node_modules/.cache/giftlane/${name}.tsbuildinfo`],
];

const checks: readonly (readonly [string, readonly string[]])[] = [
  ['types', typesOf('.', 'all')],
  ['types of the storefront', typesOf('apps/shop', 'shop')],
  ['types of the back office', typesOf('apps/office', 'office')],
  ['format and lint', ['biome', 'ci', '--error-on-warnings', '.']],
  ['types of the service worker', typesOf('apps/shop/src/worker', 'worker')],
  ['boundaries', ['depcruise', '--config', '.dependency-cruiser.mjs', 'apps', 'packages', 'tools']],
  ['dead code', ['knip']],
  ['licences', ['node', 'tools/licenses.ts', '--check']],
];

/** All but biome are single-threaded. */
const atOnce = 2;

/** Runs a check and prints its output at the end, so that outputs do not mix. */
async function run(label: string, [program = '', ...args]: readonly string[]): Promise<boolean> {
  const began = Date.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => said.push(chunk));
  }
  const [code] = await once(child, 'close').catch((error: Error) => [error.message]);
  const good = code === 0;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`== ${label}: ${good ? 'good' : `FAILED, ${code}`} (${seconds} s)`);
  const words = Buffer.concat(said).toString().trim();
  if (words) console.log(`${words}\n`);
  return good;
}

/** Runs all checks, two at a time, the longest first. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...checks];
  const total = { passed: 0, failed: 0 };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const good = await run(...next);
      if (good) total.passed += 1;
      else total.failed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return total;
}
