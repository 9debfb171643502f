import { Buffer } from 'node:buffer';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { longTest } from '../../testing/long.ts';
import { startShop } from '../../testing/start-shop.ts';
import { importCatalog } from '../catalog/catalog.ts';
import { storeMedia } from '../media/media.ts';

const home = 'https://shop.example';
const hostile = `Nim</title></script><script>alert(1)</script>"'&<!--`;
const art = (fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 404" width="640" height="404"><rect width="640" height="404" fill="${fill}"/></svg>`,
  );

const row = (title: string, currency: string, price: number, more: object = {}) => ({
  brand: title.replace(/[^A-Za-z]/g, '').toLowerCase(),
  title,
  category: 'Gaming',
  short_desc: `${title} in short.`,
  description: `All about ${title}.`,
  currency,
  value: price,
  price,
  ...more,
});

async function shopWith(rows: readonly object[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'giftlane-found-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shop = await startShop({
    working: false,
    env: { DATA_DIR: dataDir, PUBLIC_URL: home },
  });
  const { errors } = await importCatalog(shop.db, { text: JSON.stringify(rows), format: 'json' });
  expect(errors).toEqual([]);
  await shop.catalog.refresh();
  const get = async (path: string, init: RequestInit = {}) => {
    const reply = await fetch(shop.url + path, { redirect: 'manual', ...init });
    const bytes = Buffer.from(await reply.arrayBuffer());
    return { status: reply.status, headers: reply.headers, bytes, text: bytes.toString() };
  };
  const idOf = async (title: string) =>
    (await shop.db.one(sql<{ id: string }>`select id from brands where title = ${title}`)).id;
  return { shop, dataDir, get, idOf };
}

interface Thing {
  readonly '@type': string;
  readonly [name: string]: unknown;
}

/** The blocks of linked data of a page, by type. */
function dataOf(html: string): Map<string, Thing> {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(blocks).toHaveLength(1);
  const data = JSON.parse(blocks[0]?.[1] ?? '') as { '@context': string; '@graph': Thing[] };
  expect(data['@context']).toBe('https://schema.org');
  return new Map(data['@graph'].map((thing) => [thing['@type'], thing]));
}

/** What a page says of itself, by name. */
function headOf(html: string) {
  const entries = [
    ...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g),
    ...html.matchAll(/<link rel="(canonical)" href="([^"]*)"/g),
    ...html.matchAll(/<(title)>([^<]*)<\/title>/g),
  ].map(([, name = '', content = '']): [string, string] => [name, content]);
  // Each is said once.
  const names = entries.map(([name]) => name).filter((name) => name !== 'theme-color');
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  return Object.fromEntries(entries);
}

test('a brand’s page says what it is, what it costs and where it is, before any script runs', async () => {
  const { shop, get, idOf } = await shopWith([
    row('Nimbus', 'usd', 50, { discount: 4 }),
    row('Nimbus', 'usd', 10),
    row('Nimbus', 'eur', 25),
  ]);
  const id = await idOf('Nimbus');
  const banner = await storeMedia(shop.files.open, art('#0b6b47'), 'svg');
  await shop.db.run(sql`update brands set banner = ${banner} where id = ${id}`);
  await shop.catalog.refresh();
  const { status, text, headers } = await get(`/gift-cards/${id}?utm_source=mail`);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toContain(`script-src 'self'`);
  const url = `${home}/gift-cards/${id}`;
  const head = headOf(text);
  expect(head).toMatchObject({
    title: 'Nimbus · Giftlane',
    description: 'Nimbus in short.',
    canonical: url,
    'og:type': 'product',
    'og:title': 'Nimbus',
    'og:description': 'Nimbus in short.',
    'og:url': url,
    'og:image': expect.stringMatching(`^${home}/share/${id}/[0-9a-f]{24}[.]jpg$`),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'The Nimbus gift card',
    'twitter:card': 'summary_large_image',
    'shop-origin': home,
  });
  expect(head).not.toHaveProperty('robots');
  const data = dataOf(text);
  expect(data.get('Product')).toEqual({
    '@type': 'Product',
    name: 'Nimbus gift card',
    description: 'All about Nimbus.',
    image: [head['og:image']],
    sku: id,
    category: 'Gaming',
    brand: { '@type': 'Brand', name: 'Nimbus' },
    url,
    offers: [
      {
        '@type': 'AggregateOffer',
        url,
        lowPrice: '10.00',
        highPrice: '48.00',
        priceCurrency: 'USD',
        offerCount: 2,
        availability: 'https://schema.org/OutOfStock',
      },
      {
        '@type': 'Offer',
        name: 'Nimbus €25',
        url,
        price: '25.00',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/OutOfStock',
      },
    ],
  });
  expect(data.get('BreadcrumbList')?.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${home}/` },
    { '@type': 'ListItem', position: 2, name: 'Gift Cards', item: `${home}/gift-cards` },
    { '@type': 'ListItem', position: 3, name: 'Nimbus', item: url },
  ]);
});

test('a page changes with its brand and is not sent twice before', async () => {
  const { shop, get, idOf } = await shopWith([row('Nimbus', 'usd', 10)]);
  const path = `/gift-cards/${await idOf('Nimbus')}`;
  const first = await get(path);
  const init = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } };
  expect((await get(path, init)).status).toBe(304);
  await shop.db.run(sql`update cards set price_minor = 1234`);
  await shop.catalog.refresh();
  const changed = await get(path, init);
  expect(changed.status).toBe(200);
  expect(changed.text).toContain('"price":"12.34"');
  expect((await get(path)).text).toBe(changed.text);
});

test('whatever a brand is called, it ends no element and begins none', async () => {
  const { get, idOf } = await shopWith([
    row(hostile, 'usd', 10, { short_desc: hostile, description: `a\u2028${hostile}` }),
  ]);
  const { text } = await get(`/gift-cards/${await idOf(hostile)}`);
  const own = (await get('/')).text.match(/<script/g)?.length;
  expect(text.match(/<script/g)?.length).toBe(own);
  expect(text).not.toContain('<script>alert');
  expect(headOf(text).title).toContain('Nim&lt;/title&gt;&lt;/script&gt;');
  expect(dataOf(text).get('Product')).toMatchObject({
    brand: { name: hostile },
    description: `a\u2028${hostile}`,
  });
  const list = (await get('/gift-cards')).text;
  expect(dataOf(list).get('ItemList')).toMatchObject({ itemListElement: [{ name: hostile }] });
});

test('home names the shop and how it is searched; the list names its best sellers', async () => {
  const { shop, get, idOf } = await shopWith([row('Nimbus', 'usd', 10), row('Forge', 'usd', 5)]);
  const forge = await idOf('Forge');
  await shop.db.run(sql`insert into brand_views (brand_id, views) values (${forge}, 9)`);
  await shop.catalog.refresh();
  const first = (await get('/')).text;
  expect(headOf(first)).toMatchObject({
    title: 'Gift cards from 1000+ brands · Giftlane',
    canonical: `${home}/`,
    'og:image': `${home}/share.png`,
  });
  expect(headOf((await get('/home')).text).canonical).toBe(`${home}/`);
  const data = dataOf(first);
  expect(data.get('Organization')).toMatchObject({ url: `${home}/`, name: 'Giftlane' });
  expect(data.get('WebSite')).toMatchObject({
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: `${home}/gift-cards?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  });
  const list = dataOf((await get('/gift-cards?search=nim')).text);
  expect(list.get('ItemList')?.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Forge', url: `${home}/gift-cards/${forge}` },
    {
      '@type': 'ListItem',
      position: 2,
      name: 'Nimbus',
      url: `${home}/gift-cards/${await idOf('Nimbus')}`,
    },
  ]);
});

test('a page that an owner corrects says so in its head at once, with the questions it answers', async () => {
  const { shop, get } = await shopWith([]);
  const body = '## Is it safe?\n\nYes, *very*.\n\n## Is it quick?\n\nSeconds.';
  await shop.db.run(sql`update pages set title = 'Answers', body = ${body} where path = '/faq'`);
  await expect.poll(async () => headOf((await get('/faq')).text).title).toBe('Answers · Giftlane');
  const faq = dataOf((await get('/faq')).text).get('FAQPage');
  expect(faq?.mainEntity).toMatchObject([
    { name: 'Is it safe?', acceptedAnswer: { '@type': 'Answer', text: 'Yes, very.' } },
    { name: 'Is it quick?', acceptedAnswer: { text: 'Seconds.' } },
  ]);
  for (const path of ['/about-us', '/contact-us', '/privacy-policy', '/sell-cards', '/tnc']) {
    const head = headOf((await get(path)).text);
    expect([head.canonical, head.robots]).toEqual([home + path, undefined]);
  }
});

test('pages of one person and of messages are there and not to be listed', async () => {
  const { get } = await shopWith([]);
  for (const path of [
    '/auth/login',
    '/auth/reset-password/some-token',
    '/account',
    '/account/orders?tab=sell',
    '/sell-cards/some-token',
    '/account/checkout/success',
    '/mail/verification/some-token',
    '/mail/verified',
    '/reset-password/verification/some-token',
    '/auth/google/callback?code=some-token',
    '/newsletter/unsubscribe/some-token',
    '/link/expired',
    '/error',
  ]) {
    const { status, text } = await get(path);
    const head = headOf(text);
    expect([path, status, head.robots, head.canonical]).toEqual([path, 200, 'noindex', undefined]);
    expect(text).not.toContain('some-token');
  }
});

test('an address that leads nowhere answers 404 with the page', async () => {
  const { get, idOf } = await shopWith([row('Nimbus', 'usd', 10)]);
  for (const path of ['/404', '/no/such/page', '/gift-cards/brand_gone', '/account/nothing']) {
    const { status, text } = await get(path);
    expect([path, status, headOf(text).robots]).toEqual([path, 404, 'noindex']);
    expect(text).toContain('<div id="root">');
  }
  expect((await get(`/gift-cards/${await idOf('Nimbus')}/more`)).status).toBe(404);
});

test('the site map names every page and brand on sale, with when it changed', async () => {
  const { shop, get, idOf } = await shopWith([row('Nimbus', 'usd', 10), row('Gone', 'usd', 5)]);
  await shop.db.run(sql`update brands set retired_at = app_now() where title = 'Gone'`);
  await shop.catalog.refresh();
  const index = await get('/sitemap.xml');
  expect(index.headers.get('content-type')).toContain('xml');
  const files = [...index.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);
  expect(files).toEqual([`${home}/sitemap/pages.xml`, `${home}/sitemap/brands-1.xml`]);
  const { text: pages } = await get('/sitemap/pages.xml');
  expect(pages).toContain(`<url><loc>${home}/gift-cards</loc></url>`);
  for (const path of ['/sell-cards', '/sell-cards-select'])
    expect(pages).toContain(`<url><loc>${home}${path}</loc></url>`);
  expect(pages).not.toMatch(/account|auth/);
  const { text: brands } = await get('/sitemap/brands-1.xml');
  const { updatedAt } = await shop.db.one(
    sql<{ updatedAt: Date }>`select updated_at as "updatedAt" from brands where title = 'Nimbus'`,
  );
  expect(brands.match(/<url>.*<\/url>/)?.[0]).toBe(
    `<url><loc>${home}/gift-cards/${await idOf('Nimbus')}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
  );
  expect((await get('/sitemap/brands-2.xml')).status).toBe(404);
});

test('a long site map goes out packed', async () => {
  const rows = Array.from({ length: 30 }, (_, i) =>
    row(`Brand ${'abcdefghij'.repeat(2).slice(0, (i % 20) + 1)}${'z'.repeat(i)}`, 'usd', 10),
  );
  const { shop, get } = await shopWith(rows);
  const gzip = { headers: { 'accept-encoding': 'gzip' } };
  await get('/sitemap/brands-1.xml', gzip);
  const raw = await shop.http.app.inject({
    url: '/sitemap/brands-1.xml',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(raw.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(raw.rawPayload).toString()).toBe((await get('/sitemap/brands-1.xml')).text);
});

test('robots leave the account alone and may ask for what pages draw', async () => {
  const { get } = await shopWith([]);
  const { text, headers } = await get('/robots.txt');
  expect(headers.get('content-type')).toContain('text/plain');
  const lines = text.split('\n');
  for (const line of ['Disallow: /account', 'Disallow: /auth/', 'Disallow: /api/'])
    expect(lines).toContain(line);
  expect(lines).toContain('Allow: /api/v1/giftcards');
  expect(lines).toContain(`Sitemap: ${home}/sitemap.xml`);
});

async function shopWithArt(bytes: Uint8Array) {
  const made = await shopWith([row('Nimbus', 'usd', 10)]);
  const banner = await storeMedia(made.shop.files.open, bytes, 'svg');
  await made.shop.db.run(sql`update brands set banner = ${banner}`);
  await made.shop.catalog.refresh();
  const page = await made.get(`/gift-cards/${await made.idOf('Nimbus')}`);
  const path = headOf(page.text)['og:image']?.slice(home.length) ?? '';
  return { ...made, path };
}

test('the picture of a link is the brand’s card on a ground of its colour, drawn once', async () => {
  const { get, path, dataDir } = await shopWithArt(art('#0b6b47'));
  const replies = await Promise.all([get(path), get(path), get(path)]);
  const { status, headers, bytes } = replies[0];
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/jpeg');
  expect(headers.get('cache-control')).toContain('immutable');
  expect(replies.every((reply) => reply.bytes.equals(bytes))).toBe(true);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const pixel = async (left: number, top: number) => [
    ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
  ];
  const near = (colour: readonly number[]) => (value: number, i: number) =>
    Math.abs(value - (colour[i] ?? 0)) < 12;
  expect((await pixel(600, 315)).every(near([11, 107, 71]))).toBe(true);
  const [red = 0, green = 0, blue = 0] = await pixel(10, 10);
  expect(red + green + blue).toBeGreaterThan(500);
  expect(green).toBeGreaterThan(red);
  const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
  expect((await get(path, again)).status).toBe(304);
  expect(await readdir(join(dataDir, 'share'))).toHaveLength(1);
});

test('an old picture’s address leads to the new one, an unknown brand’s nowhere', async () => {
  const { get, path } = await shopWithArt(art('#0b6b47'));
  const old = await get(path.replace(/[0-9a-f]{24}/, '0'.repeat(24)));
  expect([old.status, old.headers.get('location')]).toEqual([302, path]);
  expect((await get('/share/brand_gone/x.jpg')).status).toBe(404);
});

test('art that can not be drawn gives the shop’s own picture instead', async () => {
  const { get, path } = await shopWithArt(Buffer.from('<svg xmlns="no'));
  const { status, headers } = await get(path);
  expect([status, headers.get('location')]).toEqual([302, '/share.png']);
});

test('only stored media are drawn', async () => {
  const { shop, get, dataDir, idOf } = await shopWith([row('Nimbus', 'usd', 10)]);
  await writeFile(join(dataDir, 'secret.svg'), art('#000'));
  await shop.db.run(sql`update brands set banner = '../secret.svg'`);
  await shop.catalog.refresh();
  const page = await get(`/gift-cards/${await idOf('Nimbus')}`);
  const path = headOf(page.text)['og:image']?.slice(home.length) ?? '';
  expect((await get(path)).headers.get('location')).toBe('/share.png');
});

test('a path of thousands of slashes is answered like any other that is not there, and as quickly', async () => {
  const { get } = await shopWith([row('Nimbus', 'usd', 10)]);
  const before = process.cpuUsage();
  const paths = ['', '/account', '/auth'].map((start) => `${start}/x${'/'.repeat(12_000)}y`);
  for (const path of paths) expect((await get(path)).status).toBe(404);
  // A pattern that looks at each slash anew takes half a second for each.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

longTest(
  'another still picture is named within seconds, by a home page that is sent again and again, too',
  async () => {
    const { shop, get } = await shopWith([row('Nimbus', 'usd', 10)]);
    const named = async () =>
      /rel="preload" as="image" href="([^"]*)"/.exec((await get('/')).text)?.[1];
    const put = (poster: string) =>
      shop.db.run(sql`update site_options set value = ${poster} where name = 'banner_poster'`);
    for (const poster of ['one.webp', 'two.webp']) {
      await put(poster);
      await expect.poll(named).toMatch(new RegExp(`/${poster}$`));
      // Kept, to be sent before any route is asked.
      await get('/');
      expect(shop.http.responseCache.held.replies).toBeGreaterThan(0);
    }
  },
);

test('pages in the middle of the list are answered, and named', async () => {
  const { get } = await shopWith([row('Nimbus', 'usd', 10)]);
  for (const path of ['/all-currency', '/faq', '/account/change-password', '/newsletter/confirm/x'])
    expect((await get(path)).status, path).toBe(200);
  expect((await get('/all-currency')).text).toContain('<title>Exchange rates · Giftlane</title>');
});
