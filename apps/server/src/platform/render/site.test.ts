import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { makeResponseCache } from '../http/response-cache.ts';
import { makeLog } from '../process/log.ts';
import { type AssetStore, shareAssets, sharedAssets } from './shared-assets.ts';
import { siteRoutes } from './site.ts';

const template =
  '<!doctype html><head><!--head--><title>Shop</title><!--/head--><script src="/a.js"></script></head>';
const modules = {
  'index.html': { file: 'assets/main.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  'src/list.tsx': { file: 'assets/list.js', imports: ['index.html', '_tile.js'] },
  '_tile.js': { file: 'assets/tile.js', imports: ['_vendor.js'] },
};

async function site({
  built = true,
  script = '',
  shared = '',
  store,
}: {
  built?: boolean;
  script?: string;
  shared?: string;
  store?: AssetStore;
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-site-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (built) {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), template);
    await writeFile(join(folder, 'index.html.br'), 'packed');
    await writeFile(join(folder, 'sw.js'), '');
    if (script) await writeFile(join(folder, 'a.js'), script);
    await writeFile(join(folder, 'assets', 'main-abc.js'), 'export {};');
    await writeFile(join(folder, 'assets', 'main-abc.js.br'), 'packed');
    await mkdir(join(folder, '.vite'));
    await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(modules));
  }
  const app = fastify();
  siteRoutes(app, {
    folder,
    shared: shared || sharedAssets(folder),
    store,
    paymentOrigins: ['https://pay.example'],
    paymentStyles: false,
    identity: { connect: 'https://id.example' },
    mediaOrigins: ['https://cdn.example'],
    secure: true,
    responseCache: makeResponseCache(app),
    headOf: (path) => ({
      status: path === '/gone' ? 404 : 200,
      html: `<title>${path}</title>`,
      module: path === '/list' ? 'src/list.tsx' : undefined,
    }),
  });
  onTestFinished(() => app.close());
  return (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });
}

test('every address of the shop answers its page, under a policy without inline scripts', async () => {
  const get = await site();
  for (const url of ['/', '/gift-cards', '/account/orders?tab=sell']) {
    const { statusCode, body, headers } = await get(url);
    expect([statusCode, body]).toEqual([
      200,
      `<!doctype html><head><title>${url.split('?')[0]}</title><script src="/a.js"></script></head>`,
    ]);
    expect(headers['content-security-policy']).toContain(`script-src 'self' https://pay.example;`);
    expect(headers['cache-control']).toBe('no-cache');
  }
});

test('the script that runs before anything is drawn is in the page, and alone may be', async () => {
  const get = await site({ script: "// Why.\nlet a = '$&';\n" });
  const { body, headers } = await get('/');
  const [, inline = ''] = /<script>([^<]*)<\/script>/.exec(body) ?? [];
  expect(inline).toBe("let a = '$&';");
  expect(body).not.toContain('src="/a.js"');
  const digest = createHash('sha256').update(inline).digest('base64');
  expect(headers['content-security-policy']).toContain(
    `script-src 'self' 'sha256-${digest}' https://pay.example;`,
  );
});

test('a page with words brings its styles, which alone may be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-site-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const styles = "p{content:'$&'}";
  const files = {
    'index.html':
      '<head><!--head--><!--/head--><script src="/a.js"></script><script type="module" src="/assets/main.js"></script>' +
      '<link rel="modulepreload" href="/assets/vendor.js"><link rel="stylesheet" crossorigin href="/assets/m.css"></head>' +
      '<div id="root"><!--first-sight-->Loading<!--/first-sight--></div>',
    'a.js': 'first()',
    'assets/m.css': `${styles}\n`,
    'drawing/drawn.js': "exports.draw = async () => '<p>Words</p>';",
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const app = fastify();
  siteRoutes(app, {
    folder,
    shared: sharedAssets(folder),
    paymentOrigins: [],
    paymentStyles: false,
    secure: true,
    responseCache: makeResponseCache(app),
    headOf: () => ({ status: 200, html: '', drawn: { otherwise: '' } }),
    source: {
      ask: async () => undefined,
      onChange: () => undefined,
      seenOf: (answer) => answer,
      log: makeLog('fatal'),
    },
  });
  onTestFinished(() => app.close());
  const { body, headers } = await app.inject({ method: 'GET', url: '/' });
  expect(body).toContain('<p>Words</p>');
  expect(body).toContain(`<style>${styles}</style>`);
  expect(body).not.toContain('stylesheet');
  const digest = createHash('sha256').update(styles).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${digest}';`);
  expect(body).toContain(
    '<template id="scripts"><script type="module" src="/assets/main.js"></script>' +
      '<link rel="modulepreload" href="/assets/vendor.js"></template><script>first()</script>',
  );
});

test('a page that did not change is not sent twice', async () => {
  const get = await site();
  const { headers } = await get('/gift-cards');
  const again = { 'if-none-match': headers.etag };
  expect((await get('/gift-cards', again)).statusCode).toBe(304);
  expect((await get('/', again)).statusCode).toBe(200);
});

test('what is not there answers the page, says so, and is kept by nobody', async () => {
  const get = await site();
  const { statusCode, body, headers } = await get('/gone');
  expect([statusCode, headers['cache-control'], headers.etag]).toEqual([
    404,
    'no-cache',
    undefined,
  ]);
  expect(body).toContain('<title>/gone</title>');
  expect(headers['content-security-policy']).toBeDefined();
});

test('a page fetches its own modules at once, and not those of every page', async () => {
  const get = await site();
  const [, after = ''] = (await get('/list')).body.split('</script>');
  const links = after.match(/<link[^>]*>/g);
  expect(links).toEqual([
    '<link rel="modulepreload" crossorigin href="/assets/list.js">',
    '<link rel="modulepreload" crossorigin href="/assets/tile.js">',
  ]);
});

test('the bare template is under the same policy, packed or not, and in no index', async () => {
  const get = await site();
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const reply = await get('/index.html', headers);
    expect(reply.headers).toMatchObject({
      'content-security-policy': expect.stringContaining(`default-src 'none'`),
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    });
  }
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
});

test('pictures and films may come from where they are kept', async () => {
  const get = await site();
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toMatch(/img-src [^;]*https:\/\/cdn\.example/);
  expect(policy).toContain(`media-src 'self' https://cdn.example;`);
  expect(policy).not.toMatch(/script-src [^;]*cdn\.example/);
});

test('a missing asset is missing, not the page', async () => {
  const get = await site();
  expect((await get('/assets/main-gone.js')).statusCode).toBe(404);
  expect((await get('/api/v1/nothing')).statusCode).toBe(404);
});

test('assets are kept for ever, and files above the folder are not served', async () => {
  const get = await site();
  expect((await get('/assets/main-abc.js')).headers['cache-control']).toContain('immutable');
  expect((await get('/assets/..%2f..%2f..%2fetc/passwd')).statusCode).toBe(404);
});

test('an asset is sent packed to whoever takes it so, under its own address alone', async () => {
  const get = await site();
  const packed = await get('/assets/main-abc.js', { 'accept-encoding': 'br' });
  expect(packed.body).toBe('packed');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': expect.stringContaining('immutable'),
  });
  expect((await get('/assets/main-abc.js')).body).toBe('export {};');
  expect((await get('/assets/main-abc.js.br')).statusCode).toBe(404);
});

test('an unbuilt storefront says what to do', async () => {
  const get = await site({ built: false });
  const { statusCode, body } = await get('/');
  expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')]);
});

test('a page may ask the issuer of a sign-in, and a window that comes from there still knows who opened it', async () => {
  const get = await site();
  const page = (await get('/auth/login')).headers;
  expect(page['content-security-policy']).toMatch(/connect-src [^;]*https:\/\/id\.example/);
  expect(page['content-security-policy']).not.toMatch(/script-src [^;]*id\.example/);
  const opener = 'cross-origin-opener-policy';
  expect(page[opener]).toBe('same-origin-allow-popups');
  expect((await get('/auth/google/callback?code=1')).headers[opener]).toBe('unsafe-none');
  expect((await get('/auth/google/callbacks')).headers[opener]).toBe('same-origin-allow-popups');
});

test('D24 assets of another release are served, of the last ones that started, packed where that is taken', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'giftlane-shared-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const log = makeLog('fatal');
  const left = new Map<string, Buffer>();
  const store = {
    put: async (name: string, bytes: Buffer) => left.set(name, bytes),
    get: async (name: string) => left.get(name),
  };
  const begin = async (release: string) => {
    const built = await mkdtemp(join(tmpdir(), 'giftlane-built-'));
    onTestFinished(() => rm(built, { recursive: true, force: true }));
    await mkdir(join(built, 'assets'));
    await writeFile(join(built, 'assets', `list-${release}.js`), release);
    await writeFile(join(built, 'assets', `list-${release}.js.br`), `packed ${release}`);
    // Several servers of a release begin at once.
    await Promise.all([1, 2, 3].map(() => shareAssets(built, { dataDir, log, store })));
    return built;
  };
  const get = await site({ shared: sharedAssets(dataDir) });
  await begin('aaaaaaaa');
  const found = await get('/assets/list-aaaaaaaa.js', { 'accept-encoding': 'br' });
  expect(found).toMatchObject({ statusCode: 200, body: 'packed aaaaaaaa' });
  expect(found.headers['cache-control']).toContain('immutable');
  for (const name of ['list-aaaaaaaa.js.br', '..%2flist-aaaaaaaa.js', 'list-zzzzzzzz.js'])
    expect((await get(`/assets/${name}`)).statusCode).toBe(404);
  for (const release of ['bbbbbbbb', 'cccccccc', 'dddddddd']) await begin(release);
  const releases = await readdir(sharedAssets(dataDir), { recursive: true });
  expect(
    releases
      .filter((name) => name.endsWith('.js'))
      .map((name) => name.slice(-11))
      .sort(),
  ).toEqual(['bbbbbbbb.js', 'cccccccc.js', 'dddddddd.js']);

  // A machine with a disk of its own finds what others have left in the store.
  const apart = await site({ store });
  const fetched = await apart('/assets/list-aaaaaaaa.js');
  expect([fetched.statusCode, fetched.body]).toEqual([200, 'aaaaaaaa']);
  expect(fetched.headers['content-type']).toContain('javascript');
  expect((await apart('/assets/list-zzzzzzzz.js')).statusCode).toBe(404);
});
