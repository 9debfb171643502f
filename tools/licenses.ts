/**
 * Lists the licences of shipped packages from the lock file. With `--check`: fails if the list is out of
 * date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).optional();
const entry = z.object({
  ...{ version: z.string().optional(), license: z.string().optional() },
  ...{ link: z.boolean().optional(), resolved: z.string().optional() },
  ...{ dependencies: names, optionalDependencies: names },
});

const root = new URL('../', import.meta.url);
const list = new URL('docs/LICENSES-THIRD-PARTY.md', root);
const lock = readFileSync(new URL('package-lock.json', root), 'utf8');
const { packages } = z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(lock));

const allowed = new Set(
  `MIT MIT-0 Apache-2.0 BSD-2-Clause BSD-3-Clause ISC MPL-2.0 0BSD CC0-1.0 Unlicense Zlib
  BlueOak-1.0.0 Python-2.0`.split(/\s+/),
);
/**
 * Licences allowed only for some packages: fonts, and sharp's shared libraries, which are loaded unmodified.
 */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [/^@fontsource(-variable)?\//, 'OFL-1.1'],
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
];
/** Packages without a licence in package.json, by their LICENSE file. */
const byFile = new Map([['png-js', 'MIT']]);

/** Resolves a package from the one at `from`, as Node does. */
function find(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const path = `${at && `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (!at) return undefined;
  }
}

/** Packages that server and shop need in production, on any platform. */
function shipped() {
  const found = new Map<string, z.infer<typeof entry>>();
  const waiting = ['', 'apps/server', 'apps/shop', 'apps/office'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const one = packages[path];
    if (!one || found.has(path)) continue;
    found.set(path, one);
    if (one.link && one.resolved) waiting.push(one.resolved);
    for (const name of Object.keys({ ...one.dependencies, ...one.optionalDependencies }))
      waiting.push(find(name, path) ?? '');
  }
  return [...found].filter(([path, { link }]) => path.includes('node_modules/') && !link);
}

const mayShip = (name: string, license: string) =>
  allowed.has(license) || exceptions.some(([of, its]) => its === license && of.test(name));

const rows = shipped().map(([path, { version = '', license }]) => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return { name, version, license: (license ?? byFile.get(name) ?? 'none').replace(/[()]/g, '') };
});
const lines = rows.map((row) => `| ${row.name} | ${row.version} | ${row.license} |`);
const text = `# Licences of what is shipped

Made by \`node tools/licenses.ts\` from package-lock.json: what server and shop need in production, on every platform.

| package | version | licence |
|---|---|---|
${[...new Set(lines)].sort().join('\n')}
`;

const refused = rows.filter(({ name, license }) =>
  license.split(' AND ').some((part) => !mayShip(name, part)),
);
for (const { name, license } of refused) console.error(`${name}: ${license} may not be shipped`);
const checking = process.argv.includes('--check');
if (!checking) writeFileSync(list, text);
const outdated = checking && readFileSync(list, 'utf8') !== text;
if (outdated)
  console.error('docs/LICENSES-THIRD-PARTY.md is out of date: run node tools/licenses.ts');
process.exit(refused.length > 0 || outdated ? 1 : 0);
