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

const early = { mediaUrl: 'https://media.example/', poster: 'still.webp' };

test('pictures that people see first are fetched with the page', async () => {
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
    writtenWords: async () => undefined,
  });
  const fetched = async (path: string) =>
    [...(await headOf(path)).html.matchAll(/rel="preload" as="image" href="([^"]*)"/g)].map(
      ([, href]) => href,
    );
  expect(await fetched('/')).toEqual(['https://media.example/still.webp']);
  expect(await fetched('/gift-cards')).toEqual(['https://media.example/1.svg']);
  expect(await fetched('/gift-cards/a')).toEqual(['https://media.example/a.svg']);
  expect(await fetched('/gift-cards/b')).toEqual([]);
  expect(await fetched('/faq')).toEqual([]);
});

test('a page whose words are written elsewhere has those, with the questions it answers', async () => {
  const questions = [{ question: 'Is it </script> safe?', answer: 'Yes.' }];
  const headOf = makeHeads({
    catalog,
    publicUrl: 'https://shop.example',
    early,
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
