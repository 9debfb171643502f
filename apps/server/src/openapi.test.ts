import { statusOf } from '@giftlane/contract/errors.ts';
import { expect, test } from 'vitest';
import { refusalsOf } from './platform/http/openapi.ts';
import { startShop } from './testing/start-shop.ts';

interface Operation {
  readonly operationId: string;
  readonly security?: unknown;
  readonly parameters: readonly { name: string; in: string; required: boolean }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, { content: Record<string, { schema: object }> }>>;
}

async function served() {
  const shop = await startShop({ working: false });
  const response = await fetch(`${shop.url}/api/docs/json`);
  const document = (await response.json()) as {
    openapi: string;
    servers: { url: string }[];
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  return { shop, document, operations, calls: shop.http.served };
}

test('the API page has every call that is served, and no other', async () => {
  const { document, operations, calls } = await served();
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] });
  const named = operations.map(({ method, path, operationId }) => [method, path, operationId]);
  expect(named.sort()).toEqual(
    calls.map(({ method, path, name }) => [method.toLowerCase(), path, name]).sort(),
  );
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length);
});

test('each call tells its parameters, its body, whom it serves and every status it answers', async () => {
  const { operations, calls } = await served();
  for (const call of calls) {
    const operation = operations.find(({ operationId }) => operationId === call.name);
    const inPath = operation?.parameters.filter((one) => one.in === 'path' && one.required);
    expect(inPath?.map(({ name }) => `{${name}}`)).toEqual(call.path.match(/\{\w+\}/g) ?? []);
    expect(operation?.security !== undefined, call.name).toBe(call.policy === 'member');
    expect(operation?.requestBody !== undefined, call.name).toBe(call.body !== undefined);
    const statuses = [...(call.success ?? [200]), ...refusalsOf(call).map(statusOf)].map(String);
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual([...new Set(statuses)].sort());
    for (const { content } of Object.values(operation?.responses ?? {}))
      for (const { schema } of Object.values(content)) expect(Object.keys(schema)).not.toEqual([]);
  }
});

test('calls that need the pair of wallet tokens say so', async () => {
  const { operations } = await served();
  const needing = operations.filter(({ parameters }) => parameters.some((p) => p.name === 'Token'));
  expect(needing.map(({ operationId }) => operationId).sort()).toEqual([
    'wallet.add',
    'wallet.lookUp',
    'wallet.redeem',
    'wallet.send',
  ]);
});

test('the page’s policy is its own: nothing inline runs there, and the shop’s stays as strict', async () => {
  const { shop } = await served();
  const page = await fetch(`${shop.url}/api/docs`);
  expect(page.status).toBe(200);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(await page.text()).not.toMatch(/<script(?![^>]*\bsrc=)/);
});

test('the document is written once, and packed for who takes it so', async () => {
  const { shop } = await served();
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/api/docs${path}`, { headers });
  const plain = await ask('/json', { 'accept-encoding': 'identity' });
  const packed = await ask('/json', { 'accept-encoding': 'gzip' });
  expect(await packed.json()).toEqual(await plain.json());
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const etag = plain.headers.get('etag') ?? '';
  expect((await ask('/json', { 'if-none-match': etag })).status).toBe(304);
  expect((await ask('/yaml')).status).toBe(404);
  expect((await ask('')).headers.get('content-type')).toContain('text/html');
});
