import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const homes = ['packages/ui/src', 'packages/client/src', 'apps/shop/src'];
const tokens = join('packages/ui/src/styles', 'tokens.css');
/** A colour written out, or a length in pixels or milliseconds. */
const raw = /#[0-9a-f]{3,8}\b(?![\w-])|\brgba?\(|\bhsla?\(|\boklch\(|\b\d+(?:\.\d+)?(?:px|ms)\b/gi;

const sources = homes
  .flatMap((home) =>
    readdirSync(join(root, home), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(home, file),
    ),
  )
  .filter((file) => /\.(?:css|tsx)$/.test(file) && file !== tokens);

test.each(sources)('raw colours and sizes live in tokens.css alone: %s', (file) => {
  const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(code.match(raw) ?? []).toEqual([]);
});
