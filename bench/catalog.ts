/**
 * The catalogue's calls against a bare node:http server that sends the same bytes, round by round in
 * turns, at several sizes of the catalogue. `node bench/catalog.ts [--quick]` prints a table, and
 * last of all what `npm run bench` compares with what is wanted, as JSON.
 *
 * Requests per second say what a client sees; on two cores they also measure the load generator. CPU time
 * of the server per request does not, so both ratios are printed.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCatalog } from '../apps/server/src/features/catalog/catalog.ts';
import { type DemoBrand, inventBrands } from '../apps/server/src/seed/brands.ts';
import { randomOf } from '../apps/server/src/seed/random.ts';
import { importRows } from '../apps/server/src/seed/seed.ts';
import { output, residentMb, startNode } from './processes.ts';
import type { Figure } from './section.ts';
import { openStage, type Stage } from './stage.ts';
import { asCount, asPercent, spreadOf } from './stats.ts';

const quick = process.argv.includes('--quick');
const sizes = quick ? [100, 10_000] : [100, 1_000, 10_000];
const rounds = quick ? 3 : 9;
const roundMs = quick ? 400 : 1_000;
const connections = 16;
const self = import.meta.filename;

/** One request as it is written to the socket. */
type Asked = string;

interface Case {
  readonly name: string;
  /** The share of the bare server's pace that is wanted. */
  readonly wanted: number;
  readonly asked: readonly Asked[];
}

const get = (path: string, accept = 'identity'): Asked =>
  `GET /api/v1${path} HTTP/1.1\r\nhost: shop\r\naccept-encoding: ${accept}\r\n\r\n`;

function post(path: string, body: object): Asked {
  const text = JSON.stringify(body);
  return `POST /api/v1${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** What people type: titles, words, beginnings, and those with a slip. */
function queries(brands: readonly DemoBrand[], count: number): string[] {
  const random = randomOf('queries');
  const found = new Set<string>();
  for (let tries = 0; found.size < count && tries < count * 20; tries += 1) {
    const title = brands[random.whole(0, brands.length - 1)]?.title.toLowerCase() ?? '';
    const [word = ''] = title.split(' ');
    const at = random.whole(1, word.length - 1);
    const slip = word.slice(0, at) + word.slice(at + 1);
    found.add(random.pick([title, word, word.slice(0, at + 2), slip, title.slice(0, -at)]));
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
    { name: 'search, always another', wanted: 0.25, asked: queries(brands, 20_000).map(search) },
  ];
}

interface Reply {
  readonly head: string;
  readonly body: Buffer;
}

/** A keep-alive connection with one request at a time; `onReply` is told how long its body was. */
function openConnection(port: number, onReply: (bytes: Buffer) => Asked | undefined) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let parts: Buffer[] = [];
  let missing = 0;
  socket.on('data', (part) => {
    if (parts.length === 0) {
      const end = part.indexOf('\r\n\r\n');
      const head = part.toString('latin1', 0, end);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (end < 0 || length === undefined || !head.startsWith('HTTP/1.1 200'))
        throw new Error(`unexpected reply: ${part.toString('utf8', 0, 500)}`);
      missing = end + 4 + Number(length);
    }
    parts.push(part);
    missing -= part.length;
    if (missing > 0) return;
    const whole = parts;
    parts = [];
    const next = onReply(whole.length === 1 ? (whole[0] ?? part) : Buffer.concat(whole));
    if (next === undefined) socket.destroy();
    else socket.write(next);
  });
  return socket;
}

/** Asks once for some of the requests, twice each: by the second time a reply is compressed. */
function sample(port: number, asked: readonly Asked[]): Promise<Reply[]> {
  const every = Math.ceil(asked.length / 100);
  const some = asked.filter((_, i) => i % every === 0);
  const replies: Reply[] = [];
  let at = 0;
  return new Promise((done, failed) => {
    const next = () => some[at >> 1];
    const socket = openConnection(port, (bytes) => {
      const end = bytes.indexOf('\r\n\r\n');
      if (at % 2 === 1)
        replies.push({ head: bytes.toString('latin1', 0, end), body: bytes.subarray(end + 4) });
      at += 1;
      return next();
    });
    socket.on('close', () => done(replies));
    socket.on('error', failed);
    socket.write(next() ?? '');
  });
}

/** The bare server: reads replies from a file and sends them in turn, whatever it is asked. */
function bare(file: string): void {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { head: string; body: string }[];
  const replies = stored.map(({ head, body }) => ({
    body: Buffer.from(body, 'base64'),
    headers: head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(/: /, 2))
      .filter(([name = '']) => !/^(date|connection|keep-alive)$/i.test(name))
      .flat(),
  }));
  let at = 0;
  const server = createServer((request, response) => {
    request.resume();
    const reply = replies[at++ % replies.length];
    response.writeHead(200, reply?.headers);
    response.end(reply?.body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`"port":${typeof address === 'object' ? address?.port : ''}`);
  });
  process.on('SIGTERM', () => process.exit());
}

interface LoadPlan {
  readonly port: number;
  readonly file: string;
  readonly runMs: number;
}

/** The load generator: prints how many requests were answered per second. */
async function load({ port, file, runMs }: LoadPlan): Promise<void> {
  const asked = JSON.parse(readFileSync(file, 'utf8')) as Asked[];
  let at = Math.floor(Math.random() * asked.length);
  let done = 0;
  const next = () => asked[at++ % asked.length];
  const began = performance.now();
  const sockets = Array.from({ length: connections }, () => {
    const socket = openConnection(port, () => {
      done += 1;
      return performance.now() - began < runMs ? next() : undefined;
    });
    socket.write(next() ?? '');
    return new Promise((closed) => socket.on('close', closed));
  });
  await Promise.all(sockets);
  console.log((done / (performance.now() - began)) * 1_000);
}

/** CPU seconds a process has used. */
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

async function round({ port, pid }: Target, file: string) {
  const before = cpuSeconds(pid);
  const plan: LoadPlan = { port, file, runMs: roundMs };
  const perSecond = Number(await output(process.execPath, [self, 'load', JSON.stringify(plan)]));
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
    args: [self, 'bare', join(folder, 'replies.json')],
    outputFile: join(folder, 'bare.log'),
    ready: /"port":(\d+)/,
  });
  const other = { port: Number(raw.said[1]), pid: raw.pid };
  await round(other, file);
  await round(shop, file);
  const all: { bare: number; shop: number; ratio: number; cpu: number }[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const first = await round(other, file);
    const second = await round(shop, file);
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

const [role, given = ''] = process.argv.slice(2);
if (role === 'bare') bare(given);
else if (role === 'load') await load(JSON.parse(given) as LoadPlan);
else await main();
