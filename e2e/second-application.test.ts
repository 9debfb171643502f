/** An application of one page stands on `packages/ui`, `client` and `texts` alone. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile } from './browser.ts';

const { visit } = browserForFile();
const root = join(import.meta.dirname, 'toy');

test('a second application stands on ui, client and texts, without the shop’s code', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'giftlane-toy-'));
  onTestFinished(() => rm(outDir, { recursive: true }));
  // A process of its own, as React is built for production there. Its configuration refuses the shop's modules.
  const vite = join(import.meta.dirname, '../node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [vite, 'build', root, '--outDir', outDir, '--emptyOutDir'], {
    env,
  });
  const shop = await startShop();
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', proxy: { '/api': shop.url } },
  });
  onTestFinished(() => server.close());
  const page = await visit(server.resolvedUrls?.local[0] ?? '');
  await page.goto('/');
  await page.getByRole('heading', { name: 'Happy Customers' }).waitFor();
  await page.getByText('5', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.getByRole('listitem').getByText('Try again').count()).toBe(1);
});
