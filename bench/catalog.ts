/**
 * The catalogue's calls compared with a bare node:http server that sends the same bytes, in alternating
 * rounds, at several sizes of the catalogue. `node bench/catalog.ts [--quick]` prints a table, and last the
 * figures and targets for `npm run bench`, as JSON.
 *
 * Requests per second are what clients see, but on two cores they also measure the load generator; the
 * server's CPU time per request does not. Both ratios are printed.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCatalog } from '../apps/server/src/features/catalog/catalog.ts';
import { type DemoBrand, inventBrands } from '../apps/server/src/seed/brands.ts';
import { randomOf } from '../apps/server/src/seed/random.ts';
import { importRows } from '../apps/server/src/seed/seed.ts';
import { type Asked, connections, type LoadPlan, sample } from './catalog-traffic.ts';
import { output, residentMb, startNode } from './processes.ts';
import type { Figure } from './section.ts';
import { openStage, type Stage } from './stage.ts';
import { asCount, asPercent, spreadOf } from './stats.ts';

const quick = process.argv.includes('--quick');
const sizes = quick ? [100, 10_000] : [100, 1_000, 10_000];
const rounds = quick ? 3 : 9;
const roundMs = quick ? 400 : 1_000;
/** More searches than all rounds can send. */
const others = (rounds + 1) * 15 * roundMs;
const traffic = join(import.meta.dirname, 'catalog-traffic.ts');

interface Case {
  readonly name: string;
  /** Target: share of the bare server's requests per second. */
  readonly wanted: number;
  readonly asked: readonly Asked[];
}

const get = (path: string, accept = 'identity'): Asked =>
  `GET /api/v1${path} HTTP/1.1\r\nhost: shop\r\naccept-encoding: ${accept}\r\n\r\n`;

function post(path: string, body: object): Asked {
  const text = JSON.stringify(body);
  return `POST /api/v1${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/**
 * Typical searches: titles and words, whole, as prefixes, and with a missing letter. Fewer than `count` if a
 * small catalogue has no more.
 */
function queries(brands: readonly DemoBrand[], count: number): string[] {
  const random = randomOf('queries');
  const found = new Set<string>();
  for (let tries = 0; found.size < count && tries < count * 20; tries += 1) {
    const title = brands[random.whole(0, brands.length - 1)]?.title.toLowerCase() ?? '';
    const [word = ''] = title.split(' ');
    const text = random.pick([title, word]);
    const begun = text.slice(0, random.whole(3, text.length));
    const at = random.whole(1, begun.length - 1);
    const slip = begun.slice(0, at) + begun.slice(at + 1);
    found.add(random.pick([text, begun, slip]));
  }
  return [...found];
}

function casesOf(brands: readonly DemoBrand[], ids: readonly string[]): Case[] {
  const browser = 'gzip, deflate, br, zstd';
  const list = '/giftcards?currency=usd&sort_by=nViews&order_by=-1&page=1&limit=24';
  const search = (text: string) => get(`${list}&search=${encodeURIComponent(text)}`);
  const filterData = { currency: 'usd' };
  const body = { filterData, sort_by: 'nViews', order_by: -1, page: 1, limit: 24 };
  return [
    { name: 'list of 24', wanted: 0.75, asked: [get(list)] },
    { name: 'list of 24, as a browser asks', wanted: 0.75, asked: [get(list, browser)] },
    { name: 'list of 24, POST', wanted: 0.75, asked: [post('/giftcards', body)] },
    {
      name: 'brand page',
      wanted: 0.75,
      asked: ids.slice(0, 200).map((id) => get(`/giftcards/${id}`)),
    },
    {
      name: 'brand page, as a browser asks',
      wanted: 0.75,
      asked: ids.slice(0, 200).map((id) => get(`/giftcards/${id}`, browser)),
    },
    { name: 'search, known queries', wanted: 0.25, asked: queries(brands, 150).map(search) },
    { name: 'search, always another', wanted: 0.25, asked: queries(brands, others).map(search) },
  ];
}

/** CPU time of a process, in seconds. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Target {
  readonly port: number;
  readonly pid: number;
}

/**
 * One round of load on one of the two servers; `turn` shifts the start, so that rounds send different
 * requests.
 */
async function round({ port, pid }: Target, file: string, turn: number) {
  const before = cpuSeconds(pid);
  const plan: LoadPlan = { port, file, runMs: roundMs, share: turn / (rounds + 1) };
  const perSecond = Number(await output(process.execPath, [traffic, 'load', JSON.stringify(plan)]));
  const used = cpuSeconds(pid) - before;
  return { perSecond, cpuUs: (used * 1_000_000) / ((perSecond * roundMs) / 1_000) };
}

async function measure({ name, wanted, asked }: Case, shop: Target, folder: string) {
  const file = join(folder, 'asked.json');
  await writeFile(file, JSON.stringify(asked));
  const replies = await sample(shop.port, asked);
  const stored = replies.map(({ head, body }) => ({ head, body: body.toString('base64') }));
  await writeFile(join(folder, 'replies.json'), JSON.stringify(stored));
  const raw = await startNode({
    args: [traffic, 'bare', join(folder, 'replies.json')],
    outputFile: join(folder, 'bare.log'),
    ready: /"port":(\d+)/,
  });
  const other = { port: Number(raw.said[1]), pid: raw.pid };
  await round(other, file, 0);
  await round(shop, file, 0);
  const all: { bare: number; shop: number; ratio: number; cpu: number }[] = [];
  for (let turn = 1; turn <= rounds; turn += 1) {
    const first = await round(other, file, turn);
    const second = await round(shop, file, turn);
    all.push({
      bare: first.perSecond,
      shop: second.perSecond,
      ratio: second.perSecond / first.perSecond,
      cpu: first.cpuUs / second.cpuUs,
    });
  }
  await raw.stop();
  const bytes = replies.reduce((sum, { body }) => sum + body.length, 0) / replies.length;
  const spread = (pick: (one: (typeof all)[number]) => number) => spreadOf(all.map(pick));
  console.log(
    `| ${name} | ${(bytes / 1024).toFixed(1)} | ${asCount(spread((r) => r.bare))} | ${asCount(spread((r) => r.shop))} | ${asPercent(spread((r) => r.ratio))} | ${asPercent(spread((r) => r.cpu))} |`,
  );
  return { ratio: spread((r) => r.ratio), wanted, name };
}

const wantedMb = 300;
const figures: Figure[] = [];

function keepFigures(
  size: number,
  mb: number,
  all: readonly Awaited<ReturnType<typeof measure>>[],
) {
  for (const { name, ratio, wanted } of all)
    figures.push({
      name: `${size} brands: ${name}, of a bare server`,
      value: asPercent(ratio),
      wanted: `at least ${wanted * 100} %`,
      met: ratio.median >= wanted,
    });
  figures.push({
    name: `${size} brands: memory after load`,
    value: `${mb.toFixed(0)} MB`,
    wanted: `under ${wantedMb} MB`,
    met: mb < wantedMb,
  });
}

async function atSize(stage: Stage, size: number, folder: string): Promise<void> {
  const database = await stage.database(`catalog_${size}`);
  const brands = inventBrands(size);
  const text = JSON.stringify(importRows(brands, new Map()));
  const { cards } = await importCatalog(database.db, { text, format: 'json' });
  const began = performance.now();
  const shop = await stage.shop(database);
  const startMs = performance.now() - began;
  console.log(`\n${size} brands, ${cards.created} cards; started in ${startMs.toFixed(0)} ms\n`);
  console.log('| | KB | bare, requests/s | shop, requests/s | ratio | ratio by CPU time |');
  console.log('|---|---|---|---|---|---|');
  const names = await fetch(`http://127.0.0.1:${shop.port}/api/v1/brands/usd`);
  const { data } = (await names.json()) as { data: { _id: string }[] };
  const cases = casesOf(
    brands,
    data.map(({ _id }) => _id),
  );
  const idleMb = residentMb(shop.pid);
  const all: Awaited<ReturnType<typeof measure>>[] = [];
  for (const one of cases) all.push(await measure(one, shop, folder));
  const mb = residentMb(shop.pid);
  keepFigures(size, mb, all);
  console.log(
    `\nResident memory of the server: ${idleMb.toFixed(0)} MB at first, ${mb.toFixed(0)} MB after load.`,
  );
  await shop.stop();
  await database.close();
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-catalog-'));
  const stage = await openStage();
  try {
    console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version},`);
    console.log(`${cpus().length} cores (${cpus()[0]?.model}), ${stage.postgres}`);
    console.log(`${connections} connections, ${rounds} rounds of ${roundMs} ms each, in turns`);
    for (const size of sizes) await atSize(stage, size, folder);
    console.log(`\nfigures: ${JSON.stringify(figures)}`);
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
