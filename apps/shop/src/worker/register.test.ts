import { expect, test, vi } from 'vitest';
import { type Host, registerWorker } from './register.ts';

const script = () =>
  new Response('', { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

/** A registration as far as deciding goes. */
const registration = () => ({ unregister: vi.fn(async () => true) });

function host(change: Partial<Host> = {}, there?: ReturnType<typeof registration>) {
  const made = registration();
  return {
    origin: 'https://shop.example',
    hostname: 'shop.example',
    home: 'https://shop.example',
    workers: {
      getRegistration: vi.fn(async () => there),
      register: vi.fn(async () => made),
    } as unknown as Host['workers'],
    fetch: vi.fn(async () => script()),
    forget: vi.fn(async () => undefined),
    reload: vi.fn(),
    log: vi.fn(),
    ...change,
  };
}
const local = {
  origin: 'http://localhost:3000',
  hostname: 'localhost',
  home: 'http://localhost:3000',
};

test('SESS-14 the worker is registered where the shop is at home, unchecked', async () => {
  const here = host();
  await registerWorker(here);
  expect(here.workers.register).toHaveBeenCalledExactlyOnceWith('/sw.js');
  expect(here.fetch).not.toHaveBeenCalled();
});

test('SESS-16 nothing is registered if a worker exists', async () => {
  const there = registration();
  const here = host({}, there);
  expect(await registerWorker(here)).toBe(there);
  expect(here.workers.register).not.toHaveBeenCalled();
});

test.each([
  ['another host', 'https://other.example'],
  ['another scheme', 'http://shop.example'],
  ['another port', 'https://shop.example:8443'],
  ['an unknown origin', undefined],
])('SESS-17 nothing is registered if the shop is at home at %s', async (_, home) => {
  const here = host({ home });
  await registerWorker(here);
  expect(here.workers.register).not.toHaveBeenCalled();
  expect(here.workers.getRegistration).not.toHaveBeenCalled();
});

test.each([
  ['missing', () => new Response('', { status: 404 })],
  ['not JavaScript', page],
])(
  'SESS-15 on localhost, a file that is %s unregisters the worker and reloads',
  async (_, answer) => {
    const there = registration();
    const here = host({ ...local, fetch: async () => answer() }, there);
    await registerWorker(here);
    expect(there.unregister).toHaveBeenCalledOnce();
    expect(here.forget).toHaveBeenCalledOnce();
    expect(here.reload).toHaveBeenCalledOnce();
    expect(here.workers.register).not.toHaveBeenCalled();
  },
);

test('SESS-15 on localhost, nothing is registered or reloaded for a missing file alone', async () => {
  const here = host({ ...local, fetch: async () => page() });
  await registerWorker(here);
  expect(here.reload).not.toHaveBeenCalled();
  expect(here.workers.register).not.toHaveBeenCalled();
});

test('SESS-15 on localhost, the worker is registered once its file was found good', async () => {
  const here = host(local);
  await registerWorker(here);
  expect(here.workers.register).toHaveBeenCalledOnce();
});

test.each([
  ['no network', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a server in trouble', async () => new Response('', { status: 503 })],
])('ERR-18 %s is logged only, and takes no worker away', async (_, fetch) => {
  const there = registration();
  const here = host({ ...local, fetch }, there);
  expect(await registerWorker(here)).toBeUndefined();
  expect(here.log).toHaveBeenCalledOnce();
  expect(there.unregister).not.toHaveBeenCalled();
  expect(here.reload).not.toHaveBeenCalled();
});
