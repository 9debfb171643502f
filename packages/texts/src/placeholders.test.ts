import { expect, test } from 'vitest';
import english from './catalogue/en-US.json' with { type: 'json' };

test('the placeholders that `text` asks for are those of the catalogue; `vitest -u` writes them', async () => {
  const entries = Object.entries(english).flatMap(([key, message]) => {
    const names = [...message.matchAll(/\{(\w+)(?=\}|, plural,)/g)].map(([, name]) => `'${name}'`);
    return names.length > 0 ? [`  '${key}': ${[...new Set(names)].sort().join(' | ')};`] : [];
  });
  await expect(
    [
      '/** The placeholders of each text that has any. Written by `placeholders.test.ts`. */',
      'export interface Placeholders {',
      ...entries,
      '}',
      '',
    ].join('\n'),
  ).toMatchFileSnapshot('generated/placeholders.ts');
});
