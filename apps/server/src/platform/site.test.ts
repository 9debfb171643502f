import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { siteRoutes } from './site.ts';

async function site({ built = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-site-'));
  if (built) {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Shop</title>');
    await writeFile(join(folder, 'assets', 'main-abc.js'), 'export {};');
  }
  const app = fastify();
  siteRoutes(app, {
    folder,
    paymentOrigins: ['https://pay.example'],
    paymentStyles: false,
    identity: { connect: 'https://id.example' },
    secure: true,
  });
  onTestFinished(() => app.close());
  return (url: string) => app.inject({ method: 'GET', url });
}

test('every address of the shop answers its page, under a policy without inline scripts', async () => {
  const get = await site();
  for (const url of ['/', '/gift-cards', '/account/orders?tab=sell']) {
    const { statusCode, body, headers } = await get(url);
    expect([statusCode, body]).toEqual([200, '<!doctype html><title>Shop</title>']);
    expect(headers['content-security-policy']).toContain(`script-src 'self' https://pay.example;`);
    expect(headers['cache-control']).toBe('no-cache');
  }
});

test('a missing asset is missing, not the page', async () => {
  const get = await site();
  expect((await get('/assets/main-gone.js')).statusCode).toBe(404);
  expect((await get('/api/v1/nothing')).statusCode).toBe(404);
});

test('assets are kept for ever, and files above the folder are not served', async () => {
  const get = await site();
  expect((await get('/assets/main-abc.js')).headers['cache-control']).toContain('immutable');
  expect((await get('/assets/..%2f..%2f..%2fetc/passwd')).statusCode).toBe(404);
});

test('an unbuilt storefront says what to do', async () => {
  const get = await site({ built: false });
  const { statusCode, body } = await get('/');
  expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')]);
});

test('browsers are told to insist on https and to sniff nothing', async () => {
  const get = await site();
  const { headers } = await get('/');
  expect(headers['strict-transport-security']).toContain('max-age');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('a page may ask the issuer of a sign-in, and a window that comes from there still knows who opened it', async () => {
  const get = await site();
  const page = (await get('/auth/login')).headers;
  expect(page['content-security-policy']).toMatch(/connect-src [^;]*https:\/\/id\.example/);
  expect(page['content-security-policy']).not.toMatch(/script-src [^;]*id\.example/);
  const opener = 'cross-origin-opener-policy';
  expect(page[opener]).toBe('same-origin-allow-popups');
  expect((await get('/auth/google/callback?code=1')).headers[opener]).toBe('unsafe-none');
  expect((await get('/auth/google/callbacks')).headers[opener]).toBe('same-origin-allow-popups');
});
