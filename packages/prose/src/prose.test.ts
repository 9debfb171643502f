import { expect, test } from 'vitest';
import { type Block, type Inline, plainOf, plainTextOf, readProse, sectionsOf } from './prose.ts';

const hrefs = (parts: readonly Inline[]): string[] =>
  parts.flatMap((part) => [
    ...(part.kind === 'link' ? [part.href] : []),
    ...('parts' in part ? hrefs(part.parts) : []),
  ]);

const linksOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'heading' || block.kind === 'paragraph') return hrefs(block.parts);
    if (block.kind === 'list') return block.items.flatMap(linksOf);
    if (block.kind === 'quote') return linksOf(block.blocks);
    if (block.kind === 'table') return [block.head, ...block.rows].flat().flatMap(hrefs);
    return [];
  });

test('what authors write becomes what they mean', () => {
  const [heading, paragraph, list] = readProse(
    '## Refunds & co\n\nRead **this**, *then* [the FAQ](/faq)\nor `ask` &amp; wait.\n\n- one\n- two\n',
  );
  expect(heading).toMatchObject({ kind: 'heading', level: 2, id: 'refunds-co' });
  expect(paragraph).toMatchObject({
    kind: 'paragraph',
    parts: expect.arrayContaining([
      { kind: 'strong', parts: [{ kind: 'text', text: 'this' }] },
      { kind: 'em', parts: [{ kind: 'text', text: 'then' }] },
      { kind: 'link', href: '/faq', parts: [{ kind: 'text', text: 'the FAQ' }] },
      { kind: 'code', text: 'ask' },
      { kind: 'text', text: ' & wait.' },
    ]),
  });
  expect(list).toMatchObject({ kind: 'list', ordered: false, items: [[{}], [{}]] });
});

test('a page is cut at its headings; equal titles have different ids, none that is taken', () => {
  const { intro, sections } = sectionsOf(
    readProse('Before.\n\n## Content\nA\n\n### Deeper\n\n## Content\nB', ['content']),
  );
  expect(plainTextOf(intro)).toBe('Before.');
  expect(sections.map(({ id, title }) => [id, title])).toEqual([
    ['content-2', 'Content'],
    ['content-3', 'Content'],
  ]);
  expect(plainTextOf(sections[0]?.blocks ?? [])).toBe('A Deeper');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'A <b onclick="alert(1)">bold</b> word',
  '<svg><script href="data:,alert(1)"/></svg>',
  '<details open ontoggle=alert(1)>',
  '`<script>` and ```<script>```',
  '| <b>a</b> |\n|---|\n| <i>b</i> |',
])('raw HTML stays the letters it is made of: %s', (markdown) => {
  const blocks = readProse(markdown);
  // No shape of the tree can hold an element, so its words are all there is.
  for (const letter of ['<', '>']) expect(plainTextOf(blocks)).toContain(letter);
  expect(linksOf(blocks)).toEqual([]);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#115;cript:alert(1)',
  '&#x6A;avascript:alert(1)',
  'javascript&colon;alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://x/y',
  '//evil.example',
  '/\\evil.example',
  'https:/\\evil.example',
  'page-without-a-slash',
])('a link to %s is only its words', (href) => {
  for (const markdown of [`[words](${href})`, `[words](<${href}>)`, `[words][1]\n\n[1]: ${href}`]) {
    const blocks = readProse(markdown);
    expect(linksOf(blocks), markdown).toEqual([]);
    expect(plainTextOf(blocks)).toContain('words');
  }
});

test('links to pages, places, other sites and mailboxes are links', () => {
  const markdown =
    '[a](/faq) [b](#how) [c](https://example.com/?a=1&amp;b=2) [d](mailto:a@example.com)';
  expect(linksOf(readProse(markdown))).toEqual([
    '/faq',
    '#how',
    'https://example.com/?a=1&b=2',
    'mailto:a@example.com',
  ]);
});

test('a picture is its words: nothing is loaded from anywhere', () => {
  const blocks = readProse('![a cat](https://spy.example/cat.png)');
  expect(JSON.stringify(blocks)).not.toContain('spy.example');
  expect(plainTextOf(blocks)).toBe('a cat');
});

const many = 90_000;
const endless: Record<string, string> = {
  quotes: '>'.repeat(many),
  'spaced quotes': '> '.repeat(many / 2),
  'lists in a line': '- '.repeat(many / 2),
  'numbers in a line': '1. '.repeat(many / 3),
  'lists by indent': Array.from({ length: 400 }, (_, i) => `${' '.repeat(2 * i)}- x`).join('\n'),
  stars: '*'.repeat(many),
  'stars and words': '*a **a '.repeat(many / 7),
  'open stars': '*a '.repeat(many / 3),
  underscores: '_a __a '.repeat(many / 7),
  brackets: '['.repeat(many),
  'bracket pairs': '[]('.repeat(many / 3),
  'open links': '[a](b'.repeat(many / 5),
  pictures: '![a'.repeat(many / 3),
  backticks: '`a``b```c'.repeat(many / 9),
  'runs of backticks': Array.from({ length: 400 }, (_, i) => '`'.repeat(i)).join(' '),
  tags: '<a '.repeat(many / 3),
  comments: '<!--'.repeat(many / 4),
  references: '&#'.repeat(many / 2),
  autolinks: 'http://'.repeat(many / 7),
  mailboxes: 'a@'.repeat(many / 2),
  tildes: '~a ~~a '.repeat(many / 7),
  pipes: `|${'a|'.repeat(many / 4)}\n|${'-|'.repeat(many / 4)}`,
  'rows of a table': `|a|\n|-|\n${'|b|\n'.repeat(many / 4)}`,
  definitions: '[a]: b\n'.repeat(many / 7),
  spaces: ' '.repeat(many),
  lines: '\n'.repeat(many),
  backslashes: '\\'.repeat(many),
  headings: '#'.repeat(many),
  'one word': 'a'.repeat(many),
};

test.each(Object.entries(endless))('%s without end are read in a moment', (_name, markdown) => {
  const before = process.cpuUsage();
  const blocks = readProse(markdown);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
  expect(JSON.stringify(blocks).length).toBeGreaterThan(1);
});

test('a text beyond all measure is cut, not refused', () => {
  expect(plainOf([{ kind: 'text', text: 'a' }])).toBe('a');
  expect(plainTextOf(readProse('word '.repeat(100_000))).length).toBeLessThanOrEqual(100_000);
});
