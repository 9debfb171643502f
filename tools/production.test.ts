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

test('the image is built from all sources: none of them is left out as a secret or as data', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const patterns = readFileSync(`${root}deploy/Containerfile.dockerignore`, 'utf8').trim();
  const left = patterns.split('\n').flatMap((pattern) =>
    globSync(pattern.replace(/^\//, ''), {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === '.git',
    }),
  );
  expect(left).toContain('apps/shop/dist');
  expect(left.filter((path) => /\/src\//.test(path))).toEqual([]);
});
