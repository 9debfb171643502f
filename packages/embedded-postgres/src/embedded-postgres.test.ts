import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { as, serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { smallSettings, startEmbedded } from './embedded-postgres.ts';
import { isLocked } from './lock.ts';
import { findPostmaster, processesIn } from './postmaster.ts';
import { runServer } from './server.ts';

const isLong = process.env.LONG_TESTS === '1';
const longTest = test.runIf(isLong);
const asRoot = process.getuid?.() === 0;
const often = { interval: 20 };

// Below /tmp, which every account can enter; os.tmpdir() may be closed to others.
const ground = realpathSync(mkdtempSync('/tmp/giftlane-test-'));
const cleanups: (() => unknown)[] = [];
const makeNotes = 'create table notes (words text); grant select, insert on notes to giftlane_shop';
const start = (dataDir: string) => startEmbedded({ dataDir, settings: smallSettings });

beforeAll(async () => {
  chmodSync(ground, 0o755);
  const database = await start(join(ground, 'template'));
  await query(database.ownerUrl, makeNotes);
  await database.stop();
  return () => rmSync(ground, { recursive: true, force: true });
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('a first start makes a durable UTF-8 database that only this machine reaches', async () => {
  const dataDir = emptyDataDir();
  const database = await start(dataDir);
  cleanups.push(database.stop);
  const [found] = await query(
    database.ownerUrl,
    `select current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages,
      current_setting('data_checksums') as checksums,
      current_setting('server_encoding') as encoding,
      current_setting('listen_addresses') as listens,
      (select datcollate from pg_database where datname = current_database()) as locale,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  );
  expect(found).toEqual({
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    listens: '127.0.0.1',
    locale: 'C',
    superuser: false,
  });
  for (const name of ['password', 'shop-password'])
    expect(statSync(join(dataDir, 'postgres', name)).mode & 0o777).toBe(0o600);
  const wrong = database.url.replace(/:[^:@]+@/, ':wrong@');
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
});

test('a later start keeps the address and the data', async () => {
  const dataDir = preparedDataDir();
  const first = await start(dataDir);
  await query(first.url, "insert into notes values ('kept')");
  await first.stop();
  const second = await start(dataDir);
  cleanups.push(second.stop);
  expect(second.url).toBe(first.url);
  expect(await notes(second.url)).toEqual(['kept']);
});

test('stop leaves no process behind', async () => {
  const dataDir = preparedDataDir();
  const database = await start(dataDir);
  const processes = processesOf(dataDir);
  await database.stop();
  await database.stop();
  await expect.poll(() => processes.filter(runs), often).toEqual([]);
});

test('kill -9 of the only holder ends the database', async () => {
  const dataDir = preparedDataDir();
  const holder = await hold(dataDir);
  const processes = processesOf(dataDir);
  expect(processes.length).toBeGreaterThan(4);
  holder.process.kill('SIGKILL');
  await expect.poll(() => processes.filter(runs), often).toEqual([]);
});

longTest('Ctrl-C lets the holder finish with its database, then nothing is left', async () => {
  const dataDir = preparedDataDir();
  const holder = await hold(dataDir);
  const processes = processesOf(dataDir);
  signal(-holder.pid, 'SIGINT'); // The whole group, as a terminal does.
  expect(await holder.nextLine()).toBe('stopped');
  await expect.poll(() => processes.filter(runs), often).toEqual([]);
  const database = await start(dataDir);
  cleanups.push(database.stop);
  expect(await notes(database.url)).toEqual(['finished']);
});

longTest('a database without its guard is adopted by the next start', async () => {
  const dataDir = preparedDataDir();
  const holder = await hold(dataDir);
  const server = postmasterOf(dataDir);
  const guard = guardOf(dataDir);
  // Stopped first: it would be quicker than the next line.
  signal(guard, 'SIGSTOP');
  holder.process.kill('SIGKILL');
  signal(guard, 'SIGKILL');
  await once(holder.process, 'exit');
  const processes = processesIn(join(dataDir, 'postgres/cluster'));
  const database = await start(dataDir);
  expect(database.url).toBe(holder.url);
  expect(postmasterOf(dataDir)).toBe(server);
  await database.stop();
  await expect.poll(() => processes.filter(runs), often).toEqual([]);
});

longTest('a holder whose guard was killed gets a new one, which guards as well', async () => {
  const dataDir = preparedDataDir();
  const holder = await hold(dataDir);
  const first = guardOf(dataDir);
  const server = postmasterOf(dataDir);
  signal(first, 'SIGKILL');
  await expect.poll(() => ![0, first].includes(guardOf(dataDir)), often).toBe(true);
  expect(postmasterOf(dataDir)).toBe(server);
  const processes = processesOf(dataDir);
  holder.process.kill('SIGKILL');
  await expect.poll(() => processes.filter(runs), often).toEqual([]);
});

test('a killed server comes back under the same address with all it had acknowledged', async () => {
  const dataDir = preparedDataDir();
  const database = await start(dataDir);
  cleanups.push(database.stop);
  await query(database.url, "insert into notes values ('acknowledged')");
  signal(postmasterOf(dataDir), 'SIGKILL');
  await expect.poll(() => notes(database.url).catch(() => 'down'), often).toEqual(['acknowledged']);
});

longTest('a server that can not be started again is, once it can, by a new guard too', async () => {
  const dataDir = preparedDataDir();
  const database = await start(dataDir);
  cleanups.push(database.stop);
  await query(database.url, "insert into notes values ('acknowledged')");
  const failures = () =>
    readFileSync(join(dataDir, 'postgres/server.log'), 'utf8').match(/DatabaseUnavailable/g)
      ?.length ?? 0;
  const [there, away] = ['global', 'global.away'].map((name) =>
    join(dataDir, 'postgres/cluster', name),
  );
  renameSync(there ?? '', away ?? '');
  signal(postmasterOf(dataDir), 'SIGKILL');
  await expect.poll(failures, often).toBeGreaterThan(1);
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
  cleanups.push(() => warn.mockRestore());
  signal(guardOf(dataDir), 'SIGKILL');
  const warning = expect.stringContaining('The embedded PostgreSQL is gone and asked for again.');
  await expect.poll(() => warn.mock.calls, often).toContainEqual([warning]);
  renameSync(away ?? '', there ?? '');
  await expect.poll(() => notes(database.url).catch(() => 'down'), often).toEqual(['acknowledged']);
});

longTest('leaving while the server is started again leaves no process behind', async () => {
  const dataDir = preparedDataDir();
  const database = await start(dataDir);
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  const [killed, guard] = [postmasterOf(dataDir), guardOf(dataDir)];
  signal(killed, 'SIGKILL');
  const next = () => (existsSync(pidFile) ? postmasterOf(dataDir) : killed);
  await expect.poll(next, { interval: 2 }).not.toBe(killed);
  await database.stop();
  const left = () => [guard, ...processesIn(join(dataDir, 'postgres/cluster'))].filter(runs);
  await expect.poll(left, often).toEqual([]);
});

longTest(
  'a server that is up again in the moment the last holder leaves is stopped as well',
  async () => {
    const home = join(preparedDataDir(), 'postgres');
    const pidFile = join(home, 'cluster/postmaster.pid');
    const leaving = new AbortController();
    const running = runServer({ home, settings: smallSettings }, leaving.signal);
    const ready = () => {
      const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
      return lines[7]?.trim() === 'ready' ? Number(lines[0]) : 0;
    };
    await expect.poll(ready, { interval: 1 }).toBeGreaterThan(0);
    const killed = ready();
    await sleep(200); // Until that was noticed.
    signal(killed, 'SIGKILL');
    await expect.poll(() => ![0, killed].includes(ready()), { interval: 1 }).toBe(true);
    leaving.abort();
    await running.catch(() => undefined);
    expect(processesIn(join(home, 'cluster'))).toEqual([]);
  },
);

longTest('a start recovers after server, guard and holder were killed together', async () => {
  const dataDir = preparedDataDir();
  const holder = await hold(dataDir);
  await query(holder.url, "insert into notes values ('acknowledged')");
  signal(guardOf(dataDir), 'SIGKILL');
  signal(postmasterOf(dataDir), 'SIGKILL');
  holder.process.kill('SIGKILL');
  const database = await start(dataDir);
  cleanups.push(database.stop);
  expect(await notes(database.url)).toEqual(['acknowledged']);
});

longTest('a start killed while it creates the database is done again', async () => {
  const dataDir = emptyDataDir();
  const holder = launch(dataDir);
  const home = join(dataDir, 'postgres');
  const drafts = () => existsSync(home) && readdirSync(home).some((name) => /\.new-/.test(name));
  await expect.poll(drafts, often).toBe(true);
  signal(guardOf(dataDir), 'SIGKILL');
  holder.process.kill('SIGKILL');
  const database = await start(dataDir);
  cleanups.push(database.stop);
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(drafts()).toBe(false);
});

longTest('a half-made cluster of another program is set aside and made again', async () => {
  const dataDir = emptyDataDir();
  mkdirSync(join(dataDir, 'postgres/cluster/base'), { recursive: true });
  giveToServer(join(dataDir, 'postgres/cluster'));
  const database = await start(dataDir);
  cleanups.push(database.stop);
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(readdirSync(join(dataDir, 'postgres')).join()).toMatch(/cluster\.unfinished-/);
});

test('a temporary database is deleted when its holder was killed', async () => {
  const dataDir = preparedDataDir();
  const holder = await hold(dataDir, 'temporary');
  holder.process.kill('SIGKILL');
  await expect.poll(() => readdirSync(dataDir), often).toEqual([]);
});

longTest(
  'a temporary database that can not be started is not deleted while it is held',
  async () => {
    const dataDir = preparedDataDir();
    writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '15\n');
    const starting = startEmbedded({ dataDir, temporary: true, settings: smallSettings });
    await expect(starting).rejects.toThrow(/made by PostgreSQL 15/);
    expect(existsSync(join(dataDir, 'postgres/cluster/PG_VERSION'))).toBe(true);
  },
);

longTest('two starts at once share one database, and the last to leave stops it', async () => {
  const dataDir = emptyDataDir();
  const [first, second] = await Promise.all([start(dataDir), start(dataDir)]);
  expect(second.url).toBe(first.url);
  const processes = processesOf(dataDir);
  await first.stop();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
  await expect.poll(() => processes.filter(runs), often).toEqual([]);
});

longTest('a guest that is killed leaves the database to the shop that started it', async () => {
  const dataDir = preparedDataDir();
  const shop = await start(dataDir);
  cleanups.push(shop.stop);
  const guest = await hold(dataDir);
  guest.process.kill('SIGKILL');
  await once(guest.process, 'exit');
  expect(await notes(shop.url)).toEqual([]);
  expect(guest.url).toBe(shop.url);
});

longTest('a start while the database is stopping waits for it and gets a new one', async () => {
  const dataDir = preparedDataDir();
  const first = await start(dataDir);
  const server = postmasterOf(dataDir);
  const stopping = first.stop();
  await expect.poll(() => isLocked(join(dataDir, 'postgres/holders')), { interval: 1 }).toBe(true);
  const second = await start(dataDir);
  cleanups.push(second.stop);
  await stopping;
  expect(await notes(second.url)).toEqual([]);
  expect(postmasterOf(dataDir)).not.toBe(server);
});

longTest('a copy of a folder whose database runs gets a database of its own', async () => {
  const dataDir = preparedDataDir();
  const original = await start(dataDir);
  cleanups.push(original.stop);
  const folder = emptyDataDir();
  execFileSync('cp', ['-pR', join(dataDir, 'postgres'), folder]);
  const copy = await start(folder);
  cleanups.push(copy.stop);
  await query(copy.url, "insert into notes values ('in the copy')");
  expect(await notes(original.url)).toEqual([]);
});

test('the shop reaches its database by a socket that only its account can, others by the port', async () => {
  const dataDir = preparedDataDir();
  const { url, stop } = await start(dataDir);
  cleanups.push(stop);
  const { hostname, port } = new URL(url);
  const folder = join(dataDir, 'postgres/cluster');
  expect(decodeURIComponent(hostname)).toBe(folder);
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(statSync(join(folder, `.s.PGSQL.${port}`)).mode & 0o777).toBe(0o700);
  expect(await notes(url)).toEqual([]);
  expect(await notes(url.replace(hostname, '127.0.0.1'))).toEqual([]);
  const stranger = new URL(url);
  stranger.password = 'guessed';
  await expect(notes(stranger.href)).rejects.toThrow('password authentication failed');
});

longTest(
  'below a folder too deep for a socket’s name, or with strange characters, it is the port',
  async () => {
    for (const name of ['deep'.repeat(30), 'a, b']) {
      const dataDir = join(emptyDataDir(), name);
      const { url, stop } = await start(dataDir);
      cleanups.push(stop);
      expect(new URL(url).hostname).toBe('127.0.0.1');
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
  },
);

longTest('a cluster of an earlier release, which knows no sockets, gets one', async () => {
  const dataDir = preparedDataDir();
  const file = join(dataDir, 'postgres/cluster/pg_hba.conf');
  writeFileSync(file, 'host all giftlane 127.0.0.1/32 scram-sha-256\n');
  const { url, stop } = await start(dataDir);
  cleanups.push(stop);
  expect(new URL(url).hostname).not.toBe('127.0.0.1');
  expect(await notes(url)).toEqual([]);
});

longTest('a socket’s lock whose pid now belongs to a stranger does not block a start', async () => {
  const dataDir = preparedDataDir();
  const first = await start(dataDir);
  const { port } = new URL(first.url);
  await first.stop();
  const stranger = spawn('sleep', ['600'], { ...accountOfServer(), stdio: 'ignore' });
  cleanups.push(() => stranger.kill('SIGKILL'));
  const lock = join(dataDir, `postgres/cluster/.s.PGSQL.${port}.lock`);
  writeFileSync(lock, `${stranger.pid}\n/elsewhere\n1\n${port}\n/elsewhere\n`);
  giveToServer(lock);
  const again = await start(dataDir);
  cleanups.push(again.stop);
  expect(await notes(again.url)).toEqual([]);
});

longTest('a pid file whose pid now belongs to a stranger does not block a start', async () => {
  const dataDir = preparedDataDir();
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  const stranger = spawn('sleep', ['600'], { ...accountOfServer(), stdio: 'ignore' });
  cleanups.push(() => stranger.kill('SIGKILL'));
  writeFileSync(pidFile, `${stranger.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n1 1\nready   \n`);
  giveToServer(pidFile);
  const database = await start(dataDir);
  cleanups.push(database.stop);
  expect(await notes(database.url)).toEqual([]);
  expect(runs(stranger.pid ?? 0)).toBe(true);
});

test('the shop has a role that is neither the owner nor more than it', async () => {
  const { url, stop } = await start(preparedDataDir());
  cleanups.push(stop);
  const [role] = await query(
    url,
    `select rolname, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as more,
      pg_has_role('giftlane', 'member') as owner from pg_roles where rolname = current_user`,
  );
  expect(role).toEqual({ rolname: 'giftlane_shop', more: false, owner: false });
  await expect(query(url, 'drop table notes')).rejects.toThrow('must be owner of table notes');
});

test('data of a release with one role keeps its owner, and gets the role of the shop', async () => {
  const dataDir = preparedDataDir();
  const home = join(dataDir, 'postgres');
  rmSync(join(home, 'shop-password'));
  const account = serverAccount(join(home, 'cluster'));
  const { postgres } = await findBinaries(account);
  execFileSync(postgres, ['--single', '-D', join(home, 'cluster'), 'giftlane'], {
    ...as(account),
    input: 'drop owned by giftlane_shop;\ndrop role giftlane_shop;\n',
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const database = await start(dataDir);
  cleanups.push(database.stop);
  expect(await query(database.url, 'select current_user as role')).toEqual([
    { role: 'giftlane_shop' },
  ]);
  expect(await notes(database.ownerUrl)).toEqual([]);
});

longTest.each(['password', 'shop-password'])('a lost %s file is replaced', async (name) => {
  const dataDir = preparedDataDir();
  rmSync(join(dataDir, 'postgres', name));
  const database = await start(dataDir);
  cleanups.push(database.stop);
  expect(await notes(database.url)).toEqual([]);
});

longTest('a wished port that is taken is an error with a way out', async () => {
  const dataDir = preparedDataDir();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const starting = startEmbedded({ dataDir, port, settings: smallSettings });
  await expect(starting).rejects.toThrow(`port ${port} on 127.0.0.1 is taken. Or set DATABASE_URL`);
});

longTest('a server that takes its pid file away in the middle of a look is no error', async () => {
  const folder = mkdtempSync(join(ground, 'flicker-'));
  const file = join(folder, 'postmaster.pid');
  const flicker = `for (;;) { fs.writeFileSync('${file}', '1'); fs.rmSync('${file}'); }`;
  const writer = spawn(process.execPath, ['-e', flicker], { stdio: 'ignore' });
  cleanups.push(() => writer.kill('SIGKILL'));
  await expect.poll(() => existsSync(file), { interval: 1 }).toBe(true);
  for (let look = 0; look < 20_000; look += 1) {
    expect(await findPostmaster(folder)).toBe(undefined);
  }
});

test('data of another major version is refused, not touched', async () => {
  const dataDir = preparedDataDir();
  writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '15\n');
  await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 15/);
});

test.runIf(isLong && asRoot)(
  'below a folder closed to others, root keeps the data elsewhere',
  async () => {
    const closed = mkdtempSync(join(ground, 'closed-'));
    const dataDir = join(closed, 'data');
    const first = await start(dataDir);
    await query(first.ownerUrl, makeNotes);
    await first.stop();
    const [home = ''] = readFileSync(join(dataDir, 'postgres.location'), 'utf8').split('\n');
    cleanups.push(() => rmSync(home, { recursive: true }));
    expect(existsSync(join(home, 'cluster/PG_VERSION'))).toBe(true);
    chmodSync(closed, 0o755);
    const second = await start(dataDir);
    cleanups.push(second.stop);
    expect(await notes(second.url)).toEqual([]);
  },
);

test.runIf(isLong && asRoot)(
  'a copy of a data folder does not silently share its database',
  async () => {
    const closed = mkdtempSync(join(ground, 'closed-'));
    const dataDir = join(closed, 'data');
    await (await start(dataDir)).stop();
    const [home = ''] = readFileSync(join(dataDir, 'postgres.location'), 'utf8').split('\n');
    cleanups.push(() => rmSync(home, { recursive: true }));
    cpSync(dataDir, join(closed, 'copy'), { recursive: true });
    await expect(start(join(closed, 'copy'))).rejects.toThrow('is a copy of');
  },
);

test.runIf(asRoot)('programs below a closed folder are copied once, with their links', async () => {
  const folder = join(mkdtempSync(join(ground, 'closed-')), 'package');
  const near = createRequire(import.meta.resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  cpSync(dirname(dirname(near.resolve(name))), folder, { recursive: true, verbatimSymlinks: true });
  const version = `0.0.0-test-${process.pid}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, type: 'module' }));
  removeLinks(join(folder, 'native/lib'));
  const account = serverAccount(join(ground, 'nowhere'));
  const found = await Promise.all([findBinaries(account, folder), findBinaries(account, folder)]);
  const copy = dirname(dirname(dirname(found[0].postgres)));
  cleanups.push(() => rmSync(copy, { recursive: true }));
  expect(copy).toContain(version);
  expect(found[0]).toEqual(found[1]);
});

function emptyDataDir(): string {
  const folder = mkdtempSync(join(ground, 'data-'));
  chmodSync(folder, 0o755);
  cleanups.push(() => sweep(folder)); // A failed test must not leave a server behind.
  return folder;
}

function sweep(dataDir: string): void {
  const home = join(dataDir, 'postgres');
  for (const guard of guardsOf(dataDir)) signal(guard, 'SIGKILL');
  if (existsSync(join(home, 'cluster/postmaster.pid'))) signal(postmasterOf(dataDir), 'SIGKILL');
}

/** A copy of a database that was started once and stopped: cheaper than a first start. */
function preparedDataDir(): string {
  const folder = emptyDataDir();
  execFileSync('cp', ['-pR', join(ground, 'template/postgres'), folder]);
  rmSync(join(folder, 'postgres/cluster/postmaster.opts')); // The copies run beside each other, on ports of their own.
  return folder;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function notes(url: string): Promise<unknown[]> {
  return (await query(url, 'select words from notes')).map((row) => row.words);
}

type Holder = { process: ChildProcess; pid: number; nextLine(): Promise<string> };

/** Starts another process, in a group of its own, that holds the database. */
function launch(dataDir: string, ...words: string[]): Holder {
  const program = new URL('./holder.testing.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--no-warnings', program, dataDir, ...words], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    pid: child.pid ?? 0,
    nextLine: async () => (await lines.next()).value ?? '',
  };
}

async function hold(dataDir: string, ...words: string[]): Promise<Holder & { url: string }> {
  const holder = launch(dataDir, ...words);
  return { ...holder, url: await holder.nextLine() };
}

function guardOf(dataDir: string): number {
  return guardsOf(dataDir)[0] ?? 0;
}

function guardsOf(dataDir: string): number[] {
  const title = `giftlane-guard ${join(dataDir, 'postgres')}`;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && fileOf(pid, 'cmdline').split('\0')[0] === title);
}

/** A zombie does not run: it holds neither files nor memory. */
function runs(pid: number): boolean {
  const stat = fileOf(pid, 'stat');
  return stat !== '' && !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
}

function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function postmasterOf(dataDir: string): number {
  return Number.parseInt(
    readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'),
    10,
  );
}

function processesOf(dataDir: string): number[] {
  return [guardOf(dataDir), ...processesIn(join(dataDir, 'postgres/cluster'))];
}

function accountOfServer(): { uid?: number; gid?: number } {
  return serverAccount(join(ground, 'template/postgres/cluster')) ?? {};
}

function giveToServer(path: string): void {
  const { uid, gid } = accountOfServer();
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
}

function removeLinks(folder: string): void {
  const links = readdirSync(folder, { withFileTypes: true }).filter((e) => e.isSymbolicLink());
  for (const link of links) rmSync(join(folder, link.name));
}
