/**
 * `npm test`: static checks, then all tests. The last line sums up both.
 * `npm test -- PATTERN` runs what matches (a path, `-t TITLE`, any argument of vitest), without the checks.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.ts';

interface Tally {
  passed: number;
  failed: number;
}

const saySomethingEveryMs = 30_000;

/** Runs a command with its output shown, and prints a line every 30 seconds. */
function run(label: string, command: readonly string[]): Promise<boolean> {
  const [program = '', ...args] = command;
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  console.log(`\n== ${label}`);
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const timer = setInterval(
    () => console.log(`   … ${label} still runs (${seconds()} s)`),
    saySomethingEveryMs,
  );
  return new Promise((resolve) => {
    const end = (problem: string | undefined) => {
      clearInterval(timer);
      console.log(`== ${label}: ${problem ? `FAILED, ${problem}` : 'good'} (${seconds()} s)`);
      resolve(problem === undefined);
    };
    child.on('error', (error) => end(error.message));
    // A signal comes from outside and says nothing about the shop.
    child.on('exit', (code, signal) =>
      end(code === 0 ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`),
    );
  });
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
}

/**
 * Runs all tests in one run: separate runs per project would leave cores idle at their ends. A run without a
 * report counts as one failure.
 */
async function runTests(folder: string, wanted: readonly string[]): Promise<Tally> {
  const file = join(folder, 'report.json');
  const ok = await run('tests', [
    'vitest',
    'run',
    ...wanted,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Report)
    .catch(() => undefined);
  if (!report) return { passed: 0, failed: 1 };
  const broken = !ok && report.numFailedTests === 0 ? 1 : 0;
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken };
}

async function main(): Promise<void> {
  const total: Tally = { passed: 0, failed: 0 };
  const add = ({ passed, failed }: Tally) => {
    total.passed += passed;
    total.failed += failed;
  };
  const wanted = process.argv.slice(2);
  if (wanted.length === 0) add(await runChecks());
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-report-'));
  add(await runTests(folder, wanted));
  await rm(folder, { recursive: true, force: true });
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}

await main();
