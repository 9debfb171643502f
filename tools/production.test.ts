import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const shop = fileURLToPath(new URL('../apps/shop/', import.meta.url));

test('what the build of the pages imports is installed with NODE_ENV=production, too', () => {
  const { dependencies } = JSON.parse(readFileSync(`${shop}package.json`, 'utf8'));
  const imported = globSync(['vite.config.ts', 'build/*.ts'], { cwd: shop }).flatMap((file) =>
    [
      ...readFileSync(shop + file, 'utf8').matchAll(/^import .* from '((?:@[\w-]+\/)?[\w-]+)/gm),
    ].map(([, name]) => name),
  );
  const packages = imported.filter((name) => name && name !== 'node');
  expect(packages).toContain('vite');
  for (const name of packages) expect(Object.keys(dependencies)).toContain(name);
});
