/** Files in a bucket, on a disk that is not this shop's, and on their way from one to the other. */
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3, startS3 } from '@giftlane/sandbox/s3/server.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openShop } from '../../app.ts';
import { type Ran, runCli, runProcess } from '../../cli/run.testing.ts';
import { sql } from '../../platform/db/db.ts';
import { readConfig } from '../../platform/process/config.ts';
import { start } from '../../serve.ts';
import { makeMember } from '../../testing/builders.ts';
import { envOf } from '../../testing/process.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { storeMedia } from '../media/media.ts';
import { makePicture, put, signed, uploaded } from '../uploads/pictures.testing.ts';
import { sweepUploads } from '../uploads/sweep.ts';
import { openViews, readClosed } from '../uploads/uploads.ts';

const variables = ({ endpoint, bucket, keyId, secret }: S3) => ({
  FILES_URL: `s3://${bucket}/shop?region=eu-central-1&endpoint=${endpoint}`,
  FILES_KEY_ID: keyId,
  FILES_SECRET: secret,
});

async function bucket(options?: Parameters<typeof startS3>[0]): Promise<S3> {
  const s3 = await startS3(options);
  onTestFinished(s3.close);
  return s3;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'giftlane-files-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** Another server of a shop, with a disk of its own unless it is given one. */
async function another(shop: TestShop, env: Record<string, string>) {
  const all = { ...envOf(shop), LOG_LEVEL: 'silent', DATA_DIR: await folder(), ...env };
  const other = await openShop(readConfig(all));
  onTestFinished(() => other.close());
  return { ...other, url: await other.http.app.listen({ port: 0, host: '127.0.0.1' }) };
}

const parts = (shop: Pick<TestShop, 'config' | 'db' | 'files' | 'log'>) => ({
  ...shop,
  keys: shop.config.keys,
});

/** What a place has, without its marker. */
const keysIn = ({ objects }: S3) => [...objects.keys()].filter((key) => !key.includes('/place/'));

test('14 a paper in the bucket is encrypted, and every server shows it, whatever its disk', async () => {
  const s3 = await bucket();
  const shop = await startShop({ working: false, env: variables(s3) });
  const anna = await makeMember(shop);
  const path = await uploaded(shop, anna.token, 'kycDocs');
  const drawn = await readClosed(parts(shop), { memberId: anna.id, path });
  const stored = s3.objects.get(`shop/uploads/${path}`);
  expect(stored?.length).toBeGreaterThan(drawn?.length ?? 0);
  for (let at = 0; at + 16 <= (drawn?.length ?? 0); at += 16)
    expect(stored?.includes(drawn?.subarray(at, at + 16) ?? '')).toBe(false);
  expect(await readdir(shop.config.dataDir).catch(() => [])).toEqual([]);

  const other = await another(shop, variables(s3));
  const view = await fetch(other.url + (await openViews(parts(shop)))(path));
  expect(Buffer.from(await view.arrayBuffer())).toEqual(drawn);
});

test('public files of the bucket are served by every server, films in parts; what a server has had it serves without the bucket', async () => {
  const s3 = await bucket();
  const shop = await startShop({ working: false, env: variables(s3) });
  const { url } = await another(shop, variables(s3));
  const film = await storeMedia(shop.files.open, Buffer.from('a film'), 'mp4');
  const part = await fetch(`${url}/media/${film}`, { headers: { range: 'bytes=2-5' } });
  expect([part.status, await part.text()]).toEqual([206, 'film']);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const art = await storeMedia(shop.files.open, svg, 'svg');
  expect((await fetch(`${url}/tiles/${art}.webp`)).headers.get('content-type')).toBe('image/webp');

  const anna = await makeMember(shop);
  const face = await uploaded(shop, anna.token, 'profilepictures');
  const shown = await fetch(`${url}/media/${face}`);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  await shop.files.open.delete(face);
  expect((await fetch(`${url}/media/${face}`)).status).toBe(404);

  await s3.close();
  expect(await (await fetch(`${url}/media/${film}`)).text()).toBe('a film');
  expect((await fetch(`${url}/tiles/${art}.webp`)).status).toBe(200);
  expect((await fetch(`${url}/media/${face}`)).status).toBe(503);
});

test('while the bucket is away an upload is refused with 503 and may be repeated; nothing is marked as removed', async () => {
  const s3 = await bucket();
  const shop = await startShop({ working: false, env: variables(s3) });
  const anna = await makeMember(shop);
  const gone = await uploaded(shop, anna.token, 'kycDocs');
  const { sUrl, sPath } = await signed(shop, anna.token, 'kycDocs');
  const picture = await makePicture();
  s3.faults.add({ operation: 's3', kind: 'http_500', times: 'always' });
  const refused = await put(sUrl, picture);
  expect([refused.status, refused.body.code]).toEqual([503, 'server.unavailable']);
  await shop.db.run(sql`update uploads set gone_at = app_now() where path = ${gone}`);
  await expect(sweepUploads(parts(shop))).rejects.toMatchObject({ code: 'server.unavailable' });
  const removed = sql<{ path: string }>`select path from uploads where removed_at is not null`;
  expect(await shop.db.rows(removed)).toEqual([]);

  s3.faults.clear();
  expect((await put(sUrl, picture)).status).toBe(200);
  await sweepUploads(parts(shop));
  expect(await shop.db.rows(removed)).toEqual([{ path: gone }]);
  expect(keysIn(s3)).toEqual([`shop/uploads/${sPath}`]);
});

test('of uploads to one address at one moment one is noted, and a file is there, though the server wrote over it', async () => {
  const s3 = await bucket({ conditional: false });
  const shop = await startShop({ working: false, env: variables(s3) });
  const anna = await makeMember(shop);
  const { sUrl, sPath } = await signed(shop, anna.token, 'kycDocs');
  const picture = await makePicture();
  const said = await Promise.all([1, 2, 3].map(() => put(sUrl, picture)));
  expect(said.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(s3.objects.has(`shop/uploads/${sPath}`)).toBe(true);
});

test('a disk that is not the shop’s is refused in words, at start and by a sweep, until it is adopted', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const path = await uploaded(shop, anna.token, 'kycDocs');
  await shop.db.run(sql`update uploads set gone_at = app_now() where path = ${path}`);
  const env = { ...envOf(shop), LOG_LEVEL: 'silent', DATA_DIR: await folder() };
  const starting = start(readConfig(env), { serving: false, working: true });
  await expect(starting).rejects.toThrow(/DATA_DIR .* is not where the files of this shop are/);
  const other = await another(shop, env);
  await expect(sweepUploads(parts(other))).rejects.toMatchObject({ code: 'server.unavailable' });
  expect(await other.db.rows(sql`select 1 from uploads where removed_at is not null`)).toEqual([]);

  // A folder that comes back is the right one again, under whatever path.
  const { dataDir } = shop.config;
  await rename(dataDir, `${dataDir}-away`);
  await expect(sweepUploads(parts(shop))).rejects.toMatchObject({ code: 'server.unavailable' });
  await expect(uploaded(shop, anna.token, 'kycDocs')).rejects.toThrow();
  await rename(`${dataDir}-away`, dataDir);
  await sweepUploads(parts(shop));
  expect(await shop.db.rows(sql`select 1 from uploads where removed_at is not null`)).toHaveLength(
    1,
  );

  expect((await runCli(['files', 'adopt'], env)).stdout).toContain('disk is where the files are');
  await other.files.place.check();
});

test('of machines with disks of their own that begin at once one is right, and stays so', async () => {
  for (let round = 0; round < 5; round += 1) {
    const shop = await startShop({ working: false });
    const all = await Promise.all([1, 2, 3].map(() => another(shop, {})));
    const right = async () => {
      const said = await Promise.allSettled(all.map(({ files }) => files.place.check()));
      return said.map(({ status }) => status === 'fulfilled');
    };
    const found = await right();
    expect(found.filter(Boolean)).toHaveLength(1);
    expect(await right()).toEqual(found);
  }
});

const counts = ({ stdout }: Ran) =>
  /(\d+) files copied .*, (\d+) were there/.exec(stdout)?.slice(1);

test('files move to a bucket and back while the shop runs: killed and repeated, nothing is lost and nothing deleted comes back', async () => {
  const s3 = await bucket({ listed: 3 });
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const paths: string[] = [];
  for (let n = 0; n < 5; n += 1) paths.push(await uploaded(shop, anna.token, 'kycDocs'));
  const art = await storeMedia(shop.files.open, Buffer.from('<svg/>'), 'svg');

  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = envOf(shop);
  const { dataDir } = shop.config;
  const env = { DATABASE_URL, ENCRYPTION_KEYS, DATA_DIR: dataDir, ...variables(s3) };
  const move = ['files', 'move', '--to', 's3'];
  const unset = await runCli(move, env);
  expect([unset.code, unset.stderr]).toEqual([1, expect.stringContaining('FILES_OLD=disk')]);

  const both = { ...env, FILES_OLD: 'disk' };
  const killed = await runProcess(move, { ...both, CRASH_POINT: 'files.copied:3' });
  expect(killed.code).toBeNull();
  const now = await another(shop, both);
  // One was copied, the others were not: all are read, a new one goes to the bucket, a deletion to both.
  for (const path of paths)
    expect(await readClosed(parts(now), { memberId: anna.id, path })).toBeDefined();
  expect((await fetch(`${now.url}/media/${art}`)).status).toBe(200);
  const added = await uploaded({ ...shop, raw: shop.raw }, anna.token, 'kycDocs');
  await shop.files.closed.delete(added);
  await now.files.closed.put(added, Buffer.from('new'));
  const [deleted = '', , half = '', ...rest] = paths;
  await now.files.closed.delete(deleted);
  // As a run leaves it that was killed after it copied what was deleted meanwhile.
  await shop.files.closed.delete(half);
  s3.objects.set(`shop/uploads/${half}`, Buffer.from('half'));
  await shop.db.run(
    sql`insert into file_moves (key, place) select ${`uploads/${half}`}, name from file_places
      where name <> 'disk' on conflict do nothing`,
  );

  const moved = await runCli(move, both);
  expect([moved.code, moved.stderr]).toEqual([0, '']);
  expect(moved.stdout).toContain('Take FILES_OLD away');
  const left = [paths[1] ?? '', ...rest, added].map((path) => `shop/uploads/${path}`);
  expect(keysIn(s3).sort()).toEqual([...left, `shop/media/${art}`].sort());
  expect(counts(await runCli([...move, '--verify'], both))).toEqual(['0', '4']);
  expect(await shop.db.rows(sql`select 1 from file_moves`)).toEqual([]);

  // Another content under the same name is told, and left alone.
  s3.objects.set(left[0] ?? '', Buffer.from('another'));
  const wrong = await runCli([...move, '--verify'], both);
  expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining(paths[1] ?? '?')]);
  s3.objects.delete(left[0] ?? '');
  await runCli(move, both);

  // A copy of an earlier move, whose file has been encrypted anew since, is replaced.
  const [first = ''] = left;
  const [right, stale] = [s3.objects.get(first), Buffer.from(s3.objects.get(first) ?? '')];
  stale[0] = 9;
  s3.objects.set(first, stale);
  expect(counts(await runCli(move, both))).toEqual(['0', '4']);
  expect(s3.objects.get(first)).toEqual(right);

  // Whoever lacks the address of the bucket begins no place of its own.
  const { FILES_URL: _, ...without } = env;
  const worker = { ...without, LOG_LEVEL: 'silent', DATA_DIR: await folder() };
  await expect(
    start(readConfig({ ...envOf(shop), ...worker }), { serving: false, working: true }),
  ).rejects.toThrow(/The files of this shop are in s3:.*set FILES_URL/);
  await another(shop, env).then(({ files }) => files.place.check());

  // The way back goes to a disk that was emptied meanwhile, too.
  await rm(`${dataDir}/uploads/place`, { recursive: true });
  const back = { ...env, FILES_URL: 'disk', FILES_OLD: env.FILES_URL };
  expect(counts(await runCli(['files', 'move', '--to', 'disk'], back))).toEqual(['1', '4']);
  expect(await shop.files.closed.get(added)).toEqual(Buffer.from('new'));
});

test('a move that failed and is turned back deletes nothing', async () => {
  const s3 = await bucket();
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const paths: string[] = [];
  for (let n = 0; n < 3; n += 1) paths.push(await uploaded(shop, anna.token, 'kycDocs'));
  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = envOf(shop);
  const env = { DATABASE_URL, ENCRYPTION_KEYS, DATA_DIR: shop.config.dataDir, ...variables(s3) };
  const there = { ...env, FILES_OLD: 'disk' };
  await (await another(shop, there)).files.place.check();
  s3.faults.add({ operation: 's3', kind: 'http_500', times: 'always', about: 'PUT' });
  expect((await runCli(['files', 'move', '--to', 's3'], there)).code).toBe(1);
  expect(await shop.db.rows(sql`select 1 from file_moves`)).toHaveLength(3);
  s3.faults.clear();
  const back = { ...env, FILES_URL: 'disk', FILES_OLD: env.FILES_URL };
  expect((await runCli(['files', 'move', '--to', 'disk'], back)).code).toBe(0);
  for (const path of paths) expect(await shop.files.closed.size(path)).toBeGreaterThan(0);
});

test('doctor tries the bucket, and tells of one that is away, not allowed, another’s, or writes over files', async () => {
  const s3 = await bucket();
  const shop = await startShop({ working: false });
  const tell = async (given: Record<string, string>) => {
    const env = { ...envOf(shop), DATA_DIR: await folder(), ...given };
    const { stdout } = await runCli(['doctor', '--json'], env);
    const all: { part: string; state: string; words: string }[] = JSON.parse(stdout);
    return all.filter(({ part }) => part === 'files' || part === 'variables');
  };
  expect(await tell(variables(s3))).toContainEqual({
    part: 'files',
    state: 'good',
    words: 'nothing is wrong',
  });
  expect(keysIn(s3)).toEqual([]);
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_TRACES_SAMPLER_ARG: '0.5' };
  expect(await tell({ ...variables(s3), ...headers })).not.toContainEqual(
    expect.objectContaining({ part: 'variables', state: 'warning' }),
  );
  const words = async (given: Record<string, string>) =>
    (await tell(given))
      .filter(({ state }) => state === 'bad')
      .map((one) => one.words)
      .join();
  expect(await words({ ...variables(s3), FILES_SECRET: 'wrong' })).toContain(
    'SignatureDoesNotMatch',
  );
  const careless = await bucket({ conditional: false });
  const elsewhere = { ...variables(careless) };
  elsewhere.FILES_URL = elsewhere.FILES_URL.replace('/shop?', '/other?');
  expect(await words(elsewhere)).toContain('ignores If-None-Match');
  expect(await words({ FILES_URL: 's3://bucket?endpoint=nonsense' })).toContain('FILES_URL');
  expect(await shop.db.rows(sql`select name from file_places`)).toEqual([]);
  await (await another(shop, variables(s3))).files.place.check();
  expect(await words(variables(s3))).toBe('');
  s3.objects.clear();
  expect(await words(variables(s3))).toContain('is not where the files of this shop are');
});
