/** `npm run dev`, as a process of its own on data of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';

const program = fileURLToPath(new URL('./dev.ts', import.meta.url));

test('pages come from Vite, the API from the server behind it, and Ctrl-C ends both', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'giftlane-dev-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const dev = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: 'none',
      PUBLIC_URL: undefined,
    },
    stdio: 'ignore',
  });
  const ended = once(dev, 'exit');
  onTestFinished(() => void dev.kill('SIGTERM'));
  const get = (path: string) => fetch(`http://localhost:${port}${path}`).catch(() => undefined);
  await expect.poll(async () => (await get('/api/v1/counter'))?.status).toBe(200);
  const page = await (await get('/gift-cards'))?.text();
  expect(page).toContain('/@vite/client');
  const options = await (await get('/api/v1/options'))?.json();
  dev.kill('SIGINT');
  await ended;
  expect(await get('/')).toBeUndefined();
  expect(options).toMatchObject({ status: 200 });
});
