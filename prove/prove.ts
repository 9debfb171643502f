/**
 * `npm run prove [-- --quick] [--only=name,name] [--fresh]`: runs every proof as often as it requires,
 * continuing where it was stopped, prints a table and writes it into prove/README.md. `--quick` runs each
 * once and stores no result. The last output of a failed run is kept in `<proof>-<run>.log` beside it.
 */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openKillable } from '../apps/server/src/testing/killable.ts';
import { startKillableDatabase } from '../apps/server/src/testing/killable-database.ts';
import { bank } from './bank.ts';
import { crashes } from './crashes.ts';
import { forged } from './forged.ts';
import { hoarding } from './hoarding.ts';
import { long } from './long.ts';
import type { Place, Proof } from './proof.ts';
import { races } from './races.ts';
import { keepResults, type Results, readResults, runsOf, withRun } from './results.ts';
import { unread } from './unread.ts';

const quick = process.argv.includes('--quick');
const fresh = process.argv.includes('--fresh');
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);

const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
const commit = stdout?.trim() || undefined;

const proofs = [...races, bank, hoarding, unread, forged, long, ...crashes];
const wanted = only?.split(',') ?? proofs.map(({ name }) => name);
const unknown = wanted.find((name) => !proofs.some((proof) => proof.name === name));
if (unknown !== undefined)
  throw new Error(`there is no proof ${unknown}: ${proofs.map(({ name }) => name).join(', ')}`);

/** Stores the last output of server and database after a failed run. */
async function keepLastWords(name: string, { world, database }: Place): Promise<void> {
  const said = world.lives.map((life) => `== server ${life.url}\n${life.saidLast()}`);
  const log = `== database\n${(await database.log()).slice(-100_000)}`;
  await writeFile(join(import.meta.dirname, `${name}.log`), [...said, log].join('\n\n'));
}

/** One run on a database and a sandbox of its own, so that runs are independent. */
async function runOnce(proof: Proof, number: number) {
  const began = performance.now();
  const database = await startKillableDatabase();
  const world = await openKillable(database.url);
  const outcome = await proof.run({ world, database }, number).then(
    (note) => ({ ok: true, note }),
    (error: unknown) => ({ ok: false, note: error instanceof Error ? error.message : `${error}` }),
  );
  if (!outcome.ok) await keepLastWords(`${proof.name}-${number + 1}`, { world, database });
  await world.close();
  await database.close();
  return { ...outcome, tookMs: performance.now() - began };
}

const wantedRuns = ({ runs }: Proof) => (quick ? 1 : runs);

async function prove(proof: Proof, results: Results): Promise<void> {
  for (let run = runsOf(results[proof.name]); run < wantedRuns(proof); run += 1) {
    const { ok, note, tookMs } = await runOnce(proof, run);
    const outcome = { note, at: new Date().toISOString(), commit };
    results[proof.name] = withRun(results[proof.name], ok, outcome);
    const word = ok ? 'good' : 'BAD';
    const took = (tookMs / 1000).toFixed(1);
    console.log(`${proof.name} ${run + 1}/${wantedRuns(proof)}: ${word} (${took} s) ${note}`);
    if (!quick) await keepResults(results, table(results));
    await sleep(100);
  }
}

function table(results: Results): string {
  const rows = proofs.flatMap((proof) => {
    const proven = results[proof.name];
    if (!proven) return [];
    const { bad, last } = proven;
    const runs = `${runsOf(proven)} of ${wantedRuns(proof)}`;
    const when = [last.at.slice(0, 10), ...(last.commit ? [last.commit] : [])].join(' at ');
    const note = last.note.replace(/[|\s]+/g, ' ');
    return [`| ${proof.title} | ${runs} | ${bad.length} | ${when}: ${note} |`];
  });
  return ['| proof | runs | bad | the last one |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const results = quick ? {} : await readResults();
if (fresh) for (const name of wanted) delete results[name];
for (const proof of proofs) if (wanted.includes(proof.name)) await prove(proof, results);
console.log(`\n${table(results)}`);
process.exit(Object.values(results).every(({ bad }) => bad.length === 0) ? 0 : 1);
