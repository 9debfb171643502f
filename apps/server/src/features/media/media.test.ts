import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { startShop } from '../../testing/start-shop.ts';
import { mediaDir, storeMedia } from './media.ts';
import { tileWidth } from './tiles.ts';

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

async function shopWithMedia() {
  const dataDir = await mkdtemp(join(tmpdir(), 'giftlane-media-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shop = await startShop({ working: false, env: { DATA_DIR: dataDir } });
  return { url: shop.url, dir: mediaDir(dataDir), dataDir, open: shop.files.open };
}

/** The status of a path exactly as given; `fetch` would tidy it, and ask past every cache. */
function statusOf(url: string, path: string, tag = ''): Promise<number | undefined> {
  return new Promise((done, failed) => {
    request(url, { path, agent: false, headers: { 'if-none-match': tag } }, (response) => {
      response.resume();
      done(response.statusCode);
    })
      .on('error', failed)
      .end();
  });
}

test('CONST-08 a stored picture is served as what it is, for ever, and can run nothing', async () => {
  const { url, open } = await shopWithMedia();
  const sPath = await storeMedia(open, svg, 'svg');
  const reply = await fetch(`${url}/media/${sPath}`);
  expect(reply.status).toBe(200);
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(svg);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'public, max-age=31536000, immutable',
    etag: expect.any(String),
  });
  expect(await statusOf(url, `/media/${sPath}`, reply.headers.get('etag') ?? '')).toBe(304);
});

test('the same content is one file, and nothing unfinished is left', async () => {
  const { dir, open } = await shopWithMedia();
  const paths = await Promise.all([1, 2, 3].map(() => storeMedia(open, svg, 'svg')));
  expect(new Set(paths).size).toBe(1);
  expect(await readdir(dir, { recursive: true })).toHaveLength(2);
});

test('a file that a crash cut short is written again', async () => {
  const { dir, url, open } = await shopWithMedia();
  const sPath = await storeMedia(open, svg, 'svg');
  await writeFile(join(dir, sPath), '');
  await storeMedia(open, svg, 'svg');
  expect(await (await fetch(`${url}/media/${sPath}`)).text()).toBe(svg.toString());
});

test('a picture under a name of its own may be replaced, so it is kept for minutes only', async () => {
  const { dir, url } = await shopWithMedia();
  await mkdir(dir);
  await writeFile(join(dir, 'logo.svg'), svg);
  const reply = await fetch(`${url}/media/logo.svg`);
  expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
});

test('only media below the folder are served', async () => {
  const { url, dir, dataDir } = await shopWithMedia();
  await mkdir(dir);
  await writeFile(join(dataDir, 'secret.svg'), svg);
  await writeFile(join(dir, 'page.html'), '<script>');
  await writeFile(join(dir, '.hidden.svg'), svg);
  await mkdir(join(dir, 'folder.svg'));
  const paths = [
    '/media/../secret.svg',
    '/media/%2e%2e/secret.svg',
    '/media/..%2fsecret.svg',
    '/media/%2e%2e%2fsecret.svg',
    '/media/x/..%5c..%5csecret.svg',
    '/media//secret.svg',
    '/media/secret.svg%00.svg',
    '/media/page.html',
    '/media/.hidden.svg',
    '/media/folder.svg',
    '/media/',
  ];
  const statuses = await Promise.all(paths.map((path) => statusOf(url, path)));
  expect(statuses.filter((status) => status === undefined || status < 400 || status > 404)).toEqual(
    [],
  );
});

test('a type that is not media is not stored', async () => {
  const { open } = await shopWithMedia();
  await expect(storeMedia(open, svg, 'html')).rejects.toThrow('can not be of the type');
});

const art = (width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width / 2}"><rect width="100%" height="100%" fill="#0b6b47"/></svg>`,
  );

test('a tile is the picture, small, drawn once and kept for ever', async () => {
  const { dir, url, dataDir, open } = await shopWithMedia();
  const path = `/tiles/${await storeMedia(open, art(960), 'svg')}.webp`;
  const replies = await Promise.all([1, 2, 3].map(() => fetch(url + path)));
  const all = await Promise.all(
    replies.map(async (reply) => Buffer.from(await reply.arrayBuffer())),
  );
  const tile = all[0] ?? Buffer.alloc(0);
  expect(all.every((one) => one.equals(tile))).toBe(true);
  expect(await sharp(tile).metadata()).toMatchObject({
    format: 'webp',
    width: tileWidth,
    height: tileWidth / 2,
  });
  const { headers } = replies[0] ?? new Response();
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await statusOf(url, path, headers.get('etag') ?? '')).toBe(304);
  // The drawing is not repeated: what is kept is sent.
  const kept = join(dataDir, path);
  await writeFile(kept, 'kept');
  expect(await (await fetch(url + path)).text()).toBe('kept');
  await rm(join(dir, path.replace(/^\/tiles|\.webp$/g, '')));
  expect(await statusOf(url, path)).toBe(404);
});

test('a small photograph does not grow, a turned one stands upright', async () => {
  const { url, open } = await shopWithMedia();
  const photograph = await sharp({
    create: { width: 300, height: 200, channels: 3, background: '#0b6b47' },
  })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const reply = await fetch(`${url}/tiles/${await storeMedia(open, photograph, 'jpg')}.webp`);
  expect(await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).toMatchObject({
    width: 200,
    height: 300,
  });
});

test('a picture of which no tile can be drawn is shown itself', async () => {
  const { url, open } = await shopWithMedia();
  const sPath = await storeMedia(open, Buffer.from('<svg xmlns="no'), 'svg');
  for (const _ of [1, 2]) {
    const reply = await fetch(`${url}/tiles/${sPath}.webp`, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, `/media/${sPath}`]);
    expect(reply.headers.get('cache-control')).toBe('no-cache');
  }
});

test('only still pictures that are named by their content have tiles', async () => {
  const { dir, url, dataDir, open } = await shopWithMedia();
  await mkdir(dir, { recursive: true });
  for (const file of [join(dir, 'logo.svg'), join(dataDir, 'secret.svg')])
    await writeFile(file, art(96));
  const film = await storeMedia(open, Buffer.from('film'), 'mp4');
  const name = 'a'.repeat(40);
  for (const path of [
    '/tiles/logo.svg.webp',
    `/tiles/${film}.webp`,
    `/tiles/aa/${name}.svg.webp`,
    `/tiles/aa/${name}.svg`,
    `/tiles/..%2f..%2fsecret.svg.webp`,
    '/tiles/%2e%2e/secret.svg.webp',
    '/tiles/',
  ])
    expect([path, await statusOf(url, path)]).toEqual([path, 404]);
  expect(await readdir(dataDir)).not.toContain('tiles');
});
