/** Whose certificates are believed about webhooks, and how little strangers can have us fetch. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from '@giftlane/sandbox/paypal/certificate.ts';
import { expect, onTestFinished, test } from 'vitest';
import { type Certificates, makeCertificates } from './certificates.ts';
import { readLeaf } from './chain.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const standIn = 'messageverificationcerts.127.0.0.1';
const here = { host: '127.0.0.1', local: true };

/** A provider on this machine that keeps what it was asked for. */
async function provider(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, url, at: (id: string) => `${url}/v1/notifications/certs/${id}` };
}

const serving = (pem: string) =>
  provider((_request, response) => {
    response.end(pem);
  });

const isTrusted = (found: Awaited<ReturnType<Certificates['fetch']>>) =>
  typeof found === 'object' && found.trusted;

test('L a certificate is believed for whom it was issued to, while it is valid, and up to whom it is signed', () => {
  const { leaf, root } = certify(publicKey, standIn);
  const other = certify(publicKey, standIn);
  const foreign = certify(publicKey, 'messageverificationcerts.example.com');
  const paypal = certify(publicKey, 'messageverificationcerts.paypal.com');
  const trusted = (pem: string, by: { host: string; local: boolean } = here) =>
    readLeaf(pem, by)?.trusted;
  expect(trusted(leaf + root)).toBe(true);
  // The order of what is served does not matter.
  expect(trusted(root + leaf)).toBe(true);
  expect(trusted(leaf)).toBe(false);
  expect(trusted(leaf + other.root)).toBe(false);
  expect(trusted(foreign.leaf + foreign.root)).toBe(false);
  // Beyond this machine nobody brings an authority along.
  expect(trusted(leaf + root, { ...here, local: false })).toBe(false);
  expect(trusted(paypal.leaf + paypal.root, { host: 'api.paypal.com', local: false })).toBe(false);
  const late = certify(publicKey, standIn, [-30, -1]);
  const early = certify(publicKey, standIn, [1, 30]);
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  for (const pem of [late.leaf + late.root, early.leaf + early.root, certify(ec, standIn).leaf])
    expect(trusted(pem)).toBe(undefined);
  expect(trusted('no certificate')).toBe(undefined);
  expect(trusted('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toBe(undefined);
});

test('L an authority of NODE_EXTRA_CA_CERTS is trusted about PayPal and about a stand-in elsewhere', () => {
  const dir = mkdtempSync(join(tmpdir(), 'giftlane-ca-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const names = [
    ['messageverificationcerts.paypal.com', 'api.paypal.com'],
    ['messageverificationcerts.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
    ['messageverificationcerts.pay.example', 'pay.example'],
    ['messageverificationcerts.paypal.com.evil.example', 'api.paypal.com'],
    ['evil-paypal.com', 'api.paypal.com'],
    ['messageverificationcerts.paypal.com', 'pay.example'],
  ] as const;
  const made = names.map(([name, host]) => ({ ...certify(publicKey, name), host }));
  writeFileSync(join(dir, 'ca.pem'), made.map(({ root }) => root).join(''));
  const script = `
    import { readLeaf } from ${JSON.stringify(new URL('chain.ts', import.meta.url).href)};
    const made = ${JSON.stringify(made)};
    console.log(JSON.stringify(made.map(({ leaf, host }) => readLeaf(leaf, { host, local: false })?.trusted)));`;
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem') },
  });
  expect(JSON.parse(child.stdout || child.stderr)).toEqual([true, true, true, false, false, false]);
});

test('L certificates are looked for at the provider alone', () => {
  const known = (apiUrl: string, url: string) => makeCertificates({ apiUrl }).held(url);
  const id = '/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270';
  const [live, sandbox] = ['https://api-m.paypal.com', 'https://api-m.sandbox.paypal.com'];
  // Undefined: it would be asked for.
  expect(known(live, `https://api.paypal.com${id}`)).toBe(undefined);
  expect(known(sandbox, `https://api.sandbox.paypal.com${id}`)).toBe(undefined);
  expect(known('http://127.0.0.1:4001', `http://127.0.0.1:4001${id}`)).toBe(undefined);
  expect(known('https://pay.example/paypal', `https://pay.example/paypal${id}`)).toBe(undefined);
  const elsewhere = [
    [live, `https://api.sandbox.paypal.com${id}`],
    [sandbox, `https://api.paypal.com${id}`],
    [live, `http://api.paypal.com${id}`],
    [live, `https://api.paypal.com:8443${id}`],
    [live, `https://api.paypal.com.evil.example${id}`],
    [live, `https://www.paypal.com${id}`],
    [live, `https://api.paypal.com@evil.example${id}`],
    [live, `https://evil@api.paypal.com${id}`],
    [live, `https://api.paypal.com${id}?a=1`],
    [live, `https://api.paypal.com${id}#a`],
    [live, `https://api.paypal.com${id}/../../../oauth2/token`],
    [live, `https://api.paypal.com/v1/notifications/certs/`],
    ['http://127.0.0.1:4001', `http://127.0.0.1:4002${id}`],
    ['http://127.0.0.1:4001', `http://localhost:4001${id}`],
    ['http://pay.example', `http://pay.example${id}`],
    [live, 'nonsense'],
    [live, ''],
  ] as const;
  for (const [api, url] of elsewhere) expect([url, known(api, url)]).toEqual([url, 'none']);
});

test('L a certificate is fetched once, by many at once and later', async () => {
  const { leaf, root } = certify(publicKey, standIn);
  const { url, at, asked } = await serving(leaf + root);
  const certificates = makeCertificates({ apiUrl: url });
  expect(certificates.signs).toBe(false);
  const found = await Promise.all([1, 2, 3].map(() => certificates.fetch(at('CERT-1'))));
  expect(found.map(isTrusted)).toEqual([true, true, true]);
  expect(isTrusted(certificates.held(at('CERT-1')))).toBe(true);
  expect(certificates.signs).toBe(true);
  expect(asked).toHaveLength(1);
});

test('L ten thousand addresses of a stranger are few requests, one at a time, and what is here stays here', async () => {
  const { leaf, root } = certify(publicKey, standIn);
  let [atOnce, most] = [0, 0];
  const { url, at, asked } = await provider(async (request, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise(setImmediate);
    atOnce -= 1;
    if (request.url?.endsWith('GENUINE')) response.end(leaf + root);
    else response.writeHead(404).end();
  });
  const certificates = makeCertificates({ apiUrl: url });
  await certificates.fetch(at('GENUINE'));
  const names = Array.from({ length: 10_000 }, (_, i) => at(`CERT-${i}`));
  await Promise.all(names.map((name) => certificates.fetch(name)));
  for (const name of names.slice(0, 100)) await certificates.fetch(name);
  expect(asked.length).toBeLessThanOrEqual(30);
  expect(most).toBe(1);
  expect(isTrusted(await certificates.fetch(at('GENUINE')))).toBe(true);
  // What is not there is remembered.
  expect(certificates.held(at('CERT-0'))).toBe('none');
});

test('L what redirects, is long or is no certificate is none; what fails may be there another time', async () => {
  const { leaf, root } = certify(publicKey, standIn);
  const other = await serving(leaf + root);
  let failing = true;
  const { url, at } = await provider(({ url: path = '' }, response) => {
    if (path.endsWith('AWAY')) response.writeHead(302, { location: other.at('CERT-1') }).end();
    else if (path.endsWith('LONG')) response.end(leaf + root + ' '.repeat(40_000));
    else if (path.endsWith('NONE')) response.end('<html>');
    else if (failing) response.writeHead(503).end();
    else response.end(leaf + root);
  });
  const certificates = makeCertificates({ apiUrl: url });
  expect(await certificates.fetch(at('AWAY'))).toBe(undefined);
  expect(other.asked).toEqual([]);
  expect(await certificates.fetch(at('LONG'))).toBe(undefined);
  expect(await certificates.fetch(at('NONE'))).toBe('none');
  expect(await certificates.fetch(at('CERT-1'))).toBe(undefined);
  failing = false;
  expect(isTrusted(await certificates.fetch(at('CERT-1')))).toBe(true);
});
