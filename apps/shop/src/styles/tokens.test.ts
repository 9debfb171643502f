import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const home = join(import.meta.dirname, '..');
const tokens = join('styles', 'tokens.css');
/** A colour written out, or a length in pixels or milliseconds. */
const raw = /#[0-9a-f]{3,8}\b(?![\w-])|\brgba?\(|\bhsla?\(|\boklch\(|\b\d+(?:\.\d+)?(?:px|ms)\b/gi;

const sources = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(?:css|tsx)$/.test(file) && file !== tokens,
);

test.each(sources)('raw colours and sizes live in tokens.css alone: %s', (file) => {
  const code = readFileSync(join(home, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(code.match(raw) ?? []).toEqual([]);
});
