/**
 * `npm run prove [-- --quick] [--only=name,name] [--fresh]`: runs every proof as often as it wants, going
 * on where it was stopped, prints a table and writes it into prove/README.md. `--quick` runs each once and
 * keeps nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openKillable } from '../apps/server/src/testing/killable.ts';
import { startKillableDatabase } from '../apps/server/src/testing/killable-database.ts';
import { crashes } from './crashes.ts';
import type { Proof } from './proof.ts';
import { races } from './races.ts';
import { keepResults, keepTable, type Results, type Run, readResults } from './results.ts';

const quick = process.argv.includes('--quick');
const fresh = process.argv.includes('--fresh');
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);

const proofs = [...races, ...crashes];
const wanted = only?.split(',') ?? proofs.map(({ name }) => name);
const unknown = wanted.find((name) => !proofs.some((proof) => proof.name === name));
if (unknown !== undefined)
  throw new Error(`there is no proof ${unknown}: ${proofs.map(({ name }) => name).join(', ')}`);

/** One run on a database and a world of its own, so that no run profits from another. */
async function runOnce(proof: Proof, number: number): Promise<Run> {
  const began = performance.now();
  const database = await startKillableDatabase();
  const world = await openKillable(database.url);
  const outcome = await proof.run({ world, database }, number).then(
    (note) => ({ ok: true, note }),
    (error: unknown) => ({ ok: false, note: error instanceof Error ? error.message : `${error}` }),
  );
  await world.close();
  await database.close();
  return { ...outcome, at: new Date().toISOString(), tookMs: performance.now() - began };
}

async function prove(proof: Proof, results: Results): Promise<void> {
  const done = results[proof.name] ?? [];
  results[proof.name] = done;
  const runs = quick ? 1 : proof.runs;
  for (let run = done.length; run < runs; run += 1) {
    const outcome = await runOnce(proof, run);
    done.push(outcome);
    const word = outcome.ok ? 'good' : 'BAD';
    const took = (outcome.tookMs / 1000).toFixed(1);
    console.log(`${proof.name} ${run + 1}/${runs}: ${word} (${took} s) ${outcome.note}`);
    if (!quick) await keepResults(results);
    await sleep(100);
  }
}

function table(results: Results): string {
  const rows = proofs
    .filter(({ name }) => results[name]?.length)
    .map(({ name, title, runs }) => {
      const done = results[name] ?? [];
      const bad = done.filter(({ ok }) => !ok).length;
      const last = done.at(-1);
      return `| ${title} | ${done.length} of ${quick ? 1 : runs} | ${bad} | ${last?.at.slice(0, 10)}: ${last?.note} |`;
    });
  return ['| proof | runs | bad | the last one |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const results = quick || fresh ? {} : await readResults();
for (const proof of proofs) if (wanted.includes(proof.name)) await prove(proof, results);
console.log(`\n${table(results)}`);
if (!quick) await keepTable(table(results));
process.exit(
  Object.values(results)
    .flat()
    .every(({ ok }) => ok)
    ? 0
    : 1,
);
