import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { showPage } from '@giftlane/contract/shop/content.ts';
import { plainTextOf, readProse, sectionsOf } from '@giftlane/prose/prose.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { publishPages, setPage } from './content.ts';
import { edition } from './own-pages.ts';

const paths = [
  'about-us',
  'contact-us',
  'faq',
  'privacy-policy',
  'refund-policy',
  'shipping-policy',
  'tnc',
];

const read = async (shop: TestShop, path: string) => {
  const { body } = await shop.call(showPage, { params: { path } });
  const blocks = readProse(body.data.sValue);
  return { ...body.data, ...sectionsOf(blocks), words: plainTextOf(blocks) };
};

describe('the texts as they come', () => {
  const shared = shopForAll({ working: false });

  test('API-35, CONT-08, CONT-12 each static page has a title and a text, chosen by its path', async () => {
    const shop = shared();
    const titles = await Promise.all(paths.map(async (path) => (await read(shop, path)).sTitle));
    expect(titles).toEqual([
      'About Us',
      'Contact Us',
      'Frequently Asked Questions',
      'Privacy Policy',
      'Refund Policy',
      'Shipping Policy',
      'Terms and Conditions',
    ]);
  });

  test('CONT-09 the questions are fifteen, each with an answer; the legal pages have sections', async () => {
    const shop = shared();
    const { sections } = await read(shop, 'faq');
    expect(sections).toHaveLength(15);
    expect(sections.filter(({ title, blocks }) => !title.endsWith('?') || !blocks[0])).toEqual([]);
    for (const path of ['privacy-policy', 'tnc', 'refund-policy', 'shipping-policy'])
      expect((await read(shop, path)).sections.length, path).toBeGreaterThan(4);
  });

  test('CONT-13, CONT-14, CONT-15, CONT-16, CONT-17, CONT-18 FAQ and contact page state the facts of support', async () => {
    const shop = shared();
    for (const path of ['faq', 'contact-us']) {
      const { words } = await read(shop, path);
      for (const fact of [
        /within 24-48 hours/,
        /Monday to Saturday, 9 am to 9 pm CET/,
        /Replies by email are sent before 5 pm/,
        /Gift card codes are electronic only/,
        /once a code is shipped/i,
        /no refunds/,
        /Reward points are earned only when you're signed in/,
      ])
        expect(words.replace(/\s+/g, ' '), path).toMatch(fact);
    }
  });

  test('the texts say that coins pay where they are offered, and what becomes of those that do not', async () => {
    const shop = shared();
    const words = async (path: string) => (await read(shop, path)).words.replace(/\s+/g, ' ');
    const faq = await words('faq');
    expect(faq).toContain('Where your cart offers Bitcoin or Litecoin');
    expect(faq).toMatch(/is late, too low or too high, .* we buy them/);
    expect(await words('tnc')).toContain('Where the cart offers Bitcoin and Litecoin');
    expect(await words('refund-policy')).toContain(
      'We refund Bitcoin and Litecoin payments as money',
    );
    expect(await words('shipping-policy')).toContain('where offered');
  });

  test('every link of the texts leads to a page there is', async () => {
    const shop = shared();
    const values = await Promise.all(paths.map(async (path) => (await read(shop, path)).sValue));
    const links = values.flatMap((value) => value.match(/(?<=\]\()[^)]+/g) ?? []);
    const known = [
      ...paths.map((path) => `/${path}`),
      '/account/orders',
      '/account/my-data',
      '/account/points',
    ];
    expect(links.filter((link) => !known.includes(link))).toEqual([]);
  });
});

describe('paths without a page', () => {
  const shop = shopForAll({ working: false });

  test.each([
    'nothing',
    'FAQ',
    '__proto__',
    '..%2ffaq',
    '%00',
    'faq%00',
    'x'.repeat(90),
    '%F0%9F%92%A3',
  ])('there is no page %s', async (path) => {
    const { status, body } = await shop().raw('GET', `/settings/${path}`);
    expect([status, body.code]).toEqual([404, 'content.page_not_found']);
  });
});

test('an edited page is shown within seconds and outlives the next release; the others follow it', async () => {
  const shop = await startShop({ working: false });
  await setPage(shop.db, 'tnc', { body: '## Ours\nOur own terms.', title: 'Our terms' });
  await shop.db.run(sql`update pages set body = 'from before' where path = '/about-us'`);
  await publishPages(shop.db);
  await expect
    .poll(() => read(shop, 'tnc'))
    .toMatchObject({ sTitle: 'Our terms', sValue: '## Ours\nOur own terms.' });
  expect((await read(shop, 'about-us')).words).toContain('Codes are money.');
});

test('a process of an older release that starts again leaves newer texts alone', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`
    update pages set body = 'Of the next release.', edition = ${edition + 1}
    where path = '/about-us'`);
  await publishPages(shop.db);
  await expect.poll(() => read(shop, 'about-us')).toMatchObject({ sValue: 'Of the next release.' });
});

test('texts that change are another edition', async () => {
  const texts = await Promise.all(
    paths.map((path) => readFile(new URL(`./pages/${path}.md`, import.meta.url))),
  );
  const hash = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 12);
  // Whoever changes a text raises the edition in own-pages.ts, and says here what it is.
  expect({ edition, hash }).toEqual({ edition: 10, hash: '2c23e5722b08' });
});

describe('texts that are refused', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['an empty text', '/faq', ' \n', 'The text is empty.'],
    ['a path nobody links', '/made-up', 'Text', 'There is no page /made-up.'],
    ['questions without one', '/faq', 'Just a text.', '/faq needs questions'],
    ['a legal page without sections', 'tnc', 'Just a text.', '/tnc needs sections'],
    ['a text without end', '/about-us', 'a'.repeat(100_001), 'at most 100000 characters'],
    ['bytes', '/about-us', 'a\0b', 'This is no text.'],
  ])('%s is refused', async (_what, path, body, reason) => {
    await expect(setPage(shop().db, path, { body })).rejects.toThrow(reason);
  });
});
