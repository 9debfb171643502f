/** Setting up, in a folder with a runtime, an npm and a bundler that only look like theirs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const tools = fileURLToPath(new URL('.', import.meta.url));
const packages = { 'node_modules/thing': { version: '1.0.0' } };

/** Works until it is let go, and says in `calls` when it began and when it was done. */
const npm = `#!/bin/sh
echo "$$" >> npm-pid
echo begun >> calls
until [ -e go ]; do sleep 0.02; done
cp package-lock.json node_modules/.package-lock.json
echo done >> calls
`;
const vite = `
require('node:fs').mkdirSync('dist', { recursive: true });
require('node:fs').appendFileSync('../../calls', 'built\\n');
`;

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** A folder in which nothing is set up yet. */
async function makeFolder() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'giftlane-setup-')));
  const at = (path: string) => join(root, path);
  const running: (() => void)[] = [];
  onTestFinished(async () => {
    for (const end of running) end();
    // An npm that is still there ends, too.
    await write(at('go'), '');
    await rm(root, { recursive: true, force: true, maxRetries: 20 });
  });
  const version = process.versions.node;
  await write(at('package.json'), JSON.stringify({ dependencies: { node: version } }));
  await write(at('package-lock.json'), JSON.stringify({ packages }));
  for (const name of ['client', 'contract', 'prose', 'texts', 'ui'])
    await write(at(`packages/${name}/src/a.ts`), '');
  await write(at('apps/shop/vite.config.ts'), '');
  await write(at('node_modules/vite/package.json'), '{}');
  await write(at('node_modules/vite/bin/vite.js'), vite);
  await mkdir(at('node_modules/.bin'));
  await symlink(process.execPath, at('node_modules/.bin/node'));
  await write(at('bin/npm'), npm);
  await chmod(at('bin/npm'), 0o755);
  await mkdir(at('tools'));
  for (const name of ['setup.mjs', 'setup-lock.mjs'])
    await copyFile(join(tools, name), at(`tools/${name}`));
  const setUp = () => {
    const child = spawn(process.execPath, ['tools/setup.mjs'], {
      cwd: root,
      env: { PATH: `${at('bin')}:/usr/bin:/bin` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        said.text += part;
      });
    running.push(() => child.kill('SIGKILL'));
    return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) };
  };
  return {
    setUp,
    letGo: () => write(at('go'), ''),
    lock: at('.setup.lock'),
    /** Adds packages to the lock file. */
    add: (more: object) =>
      write(at('package-lock.json'), JSON.stringify({ packages: { ...packages, ...more } })),
    read: (path: string) => readFile(at(path), 'utf8').catch(() => ''),
    write: (path: string, content: string) => write(at(path), content),
  };
}

const installedAndBuilt = 'begun\ndone\nbuilt\n';

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('what is missing is installed and built once; then there is nothing to do', async () => {
  const { setUp, letGo, read } = await makeFolder();
  await letGo();
  expect(await setUp().ended).toBe(0);
  expect(await read('calls')).toBe(installedAndBuilt);
  const again = setUp();
  expect(await again.ended).toBe(0);
  expect(again.said.text).toBe('');
  expect(await read('calls')).toBe(installedAndBuilt);
});

test('changed texts build the shop and the office anew', async () => {
  const { setUp, letGo, read, write } = await makeFolder();
  await write('apps/office/vite.config.ts', '');
  await letGo();
  await setUp().ended;
  expect(await read('calls')).toBe(`${installedAndBuilt}built\n`);
  await write('packages/texts/src/a.ts', '// other words');
  expect(await setUp().ended).toBe(0);
  expect(await read('calls')).toBe(`${installedAndBuilt}built\nbuilt\nbuilt\n`);
});

test('a package of the shop that npm has not linked yet is installed', async () => {
  const { setUp, letGo, read, add } = await makeFolder();
  await letGo();
  await setUp().ended;
  await add({ 'node_modules/@giftlane/new': { resolved: 'packages/new', link: true } });
  expect(await setUp().ended).toBe(0);
  expect(await read('calls')).toBe(`${installedAndBuilt}${installedAndBuilt}`);
});

test('of two set-ups at a time the second waits, and finds all done', async () => {
  const { setUp, letGo, read } = await makeFolder();
  const first = setUp();
  await expect.poll(() => read('calls')).toBe('begun\n');
  const second = setUp();
  await expect.poll(() => second.said.text).toContain('Another run is setting up');
  await letGo();
  expect([await first.ended, await second.ended]).toEqual([0, 0]);
  expect(await read('calls')).toBe(installedAndBuilt);
  expect(await read('.setup.lock')).toBe('');
});

test('a lock that a dead one left is taken over', async () => {
  const { setUp, letGo, read, lock } = await makeFolder();
  const dead = spawn(process.execPath, ['--version']);
  await once(dead, 'exit');
  await write(lock, JSON.stringify({ pid: dead.pid, host: hostname(), at: Date.now() }));
  await letGo();
  const next = setUp();
  expect(await next.ended).toBe(0);
  expect(next.said.text).not.toContain('Another run');
  expect(await read('calls')).toBe(installedAndBuilt);
});

test('what a killed one had begun is waited for', async () => {
  const { setUp, letGo, read } = await makeFolder();
  const first = setUp();
  await expect.poll(() => read('calls')).toBe('begun\n');
  // What was begun may run before the lock names it.
  await expect.poll(() => read('.setup.lock')).toContain('group');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = setUp();
  await expect.poll(() => second.said.text).not.toBe('');
  expect(second.said.text).toContain('Another run is setting up');
  await letGo();
  expect(await second.ended).toBe(0);
  expect(await read('calls')).toBe(installedAndBuilt);
});

test('one that is told to end ends with all it had begun', async () => {
  const { setUp, read } = await makeFolder();
  const first = setUp();
  await expect.poll(() => read('calls')).toBe('begun\n');
  const working = Number(await read('npm-pid'));
  expect(lives(working)).toBe(true);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(130);
  expect(lives(working)).toBe(false);
  expect(await read('.setup.lock')).toBe('');
  expect(first.said.text).toBe('Installing the dependencies …\n');
});
