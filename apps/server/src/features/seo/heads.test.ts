import { expect, test } from 'vitest';
import type { ShownBrand } from '../catalog/catalog.ts';
import { brief, makeHeads } from './heads.ts';
import { groundOf } from './pictures.ts';
import { indexFile, inFiles, placesFile } from './site-map.ts';

const catalog = {
  shown: (): ShownBrand | undefined => undefined,
  best: () => [],
  onChange: () => undefined,
};

let poster = 'still.webp';
let tellChange: (() => void) | undefined;
const early = {
  now: () => ({ mediaUrl: 'https://media.example/', poster }),
  onChange(listener: () => void) {
    tellChange = listener;
  },
};

test('pictures that people see first, and what the page will ask for, are fetched with it', async () => {
  const brand = (banner: string, video = ''): ShownBrand => ({
    id: 'brand_a',
    title: 'Kestrel',
    category: 'Gaming',
    shortDesc: '',
    description: '',
    banner,
    video,
    cards: [],
  });
  const shown = new Map([
    ['a', brand('a.svg')],
    ['b', brand('b.svg', 'b.webm')],
  ]);
  const headOf = makeHeads({
    catalog: {
      ...catalog,
      shown: (id) => shown.get(id),
      best: (count) => [brand('1.svg'), brand(''), brand('3.svg')].slice(0, count),
    },
    publicUrl: 'https://shop.example',
    early,
    onLook: () => undefined,
    writtenWords: async () => undefined,
  });
  const fetched = async (path: string, as: string) => {
    const { early: pictures = '', replies = '' } = await headOf(path);
    const links = (pictures + replies).matchAll(/<link rel="preload" as="(\w+)" href="([^"]*)"/g);
    return [...links].filter(([, kind]) => kind === as).map(([, , href]) => href);
  };
  const asked = async (path: string) =>
    /<meta name="shop-early" content="([^ "]*) usd ([^"]*)">/.exec((await headOf(path)).html)?.[1];
  const list =
    '/api/v1/giftcards?currency=*&amp;sort_by=nViews&amp;order_by=-1&amp;page=1&amp;limit=';
  const options = ['/api/v1/options'];
  expect(await fetched('/', 'image')).toEqual(['https://media.example/still.webp']);
  expect(await fetched('/', 'fetch')).toEqual(options);
  expect(await asked('/')).toBe(`${list}8`);
  expect(await fetched('/gift-cards', 'image')).toEqual(['https://media.example/1.svg']);
  expect(await fetched('/gift-cards', 'fetch')).toEqual(options);
  expect(await asked('/gift-cards')).toBe(`${list}24`);
  expect(await fetched('/gift-cards/a', 'image')).toEqual(['https://media.example/a.svg']);
  expect(await fetched('/gift-cards/a', 'fetch')).toEqual(options);
  expect(await asked('/gift-cards/a')).toBe('/api/v1/giftcards/brand_a?currency=*');
  expect(await asked('/faq')).toBeUndefined();
  expect(await fetched('/gift-cards/b', 'image')).toEqual([]);
  expect(await fetched('/faq', 'image')).toEqual([]);
  // Another still picture is seen as soon as it is known, on pages that were made before, too.
  poster = 'another.webp';
  tellChange?.();
  expect(await fetched('/', 'image')).toEqual(['https://media.example/another.webp']);
});

test('a page whose words are written elsewhere has those, with the questions it answers', async () => {
  const questions = [{ question: 'Is it </script> safe?', answer: 'Yes.' }];
  const headOf = makeHeads({
    catalog,
    publicUrl: 'https://shop.example',
    early,
    onLook: () => undefined,
    writtenWords: async (path) => (path === '/faq' ? { title: 'Answers', questions } : undefined),
  });
  const { status, html, passing } = await headOf('/faq');
  expect([status, passing]).toEqual([200, true]);
  expect(html).toContain('<title>Answers · Giftlane</title>');
  expect(html).toContain('"@type":"FAQPage"');
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  const block = /<script[^>]*>(.*)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(block)['@graph'][1]).toEqual({
    '@type': 'FAQPage',
    mainEntity: [
      {
        '@type': 'Question',
        name: 'Is it </script> safe?',
        acceptedAnswer: { '@type': 'Answer', text: 'Yes.' },
      },
    ],
  });
  expect((await headOf('/about-us')).html).toContain('<title>About Us · Giftlane</title>');
});

test.each([
  ['short', 'short'],
  ['two\n\n lines ', 'two lines'],
  [`${'word '.repeat(50)}`, `${'word '.repeat(39)}word…`],
  ['x'.repeat(300), `${'x'.repeat(199)}…`],
])('a description is one line of a length that is shown', (words, told) => {
  expect(brief(words)).toBe(told);
});

test('a card stands out from its ground', () => {
  expect(groundOf([11, 107, 71]).every((part) => part > 180)).toBe(true);
  expect(groundOf([251, 241, 220]).every((part) => part < 80)).toBe(true);
});

test('a site map is cut into files that are not too long, and escapes addresses', () => {
  const places = Array.from({ length: 7 }, (_, i) => ({ path: `/${i}`, changedAt: i * 1_000 }));
  const files = inFiles(places, 3);
  expect(files.map((file) => file.length)).toEqual([3, 3, 1]);
  const index = indexFile('https://shop.example', [{ path: '/a.xml', places }]);
  expect(index).toContain('<loc>https://shop.example/a.xml</loc><lastmod>1970-01-01T00:00:06.000Z');
  const file = placesFile('https://shop.example', [{ path: '/a&b<c' }]);
  expect(file).toContain('<url><loc>https://shop.example/a&amp;b&lt;c</loc></url>');
});
