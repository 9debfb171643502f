/** What every vendor of the identity port must do, shown on the sandbox's Google. */
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeGoogle } from './google/google.ts';
import type { IdentityProvider } from './port.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

/** A port that has asked nothing yet. */
const connect = (
  options: { cooldownMs?: number; clientId?: string; timeoutMs?: number } = {},
): IdentityProvider =>
  makeGoogle({
    issuer: sandbox.googleIssuer,
    clientId: sandbox.googleClientId,
    timeoutMs: 30_000,
    ...options,
  });

const mara = () =>
  sandbox.google.addAccount({
    email: 'mara@mail.example',
    givenName: 'Mara',
    familyName: 'Lindqvist',
  });

test('a good token says who it is', async () => {
  const account = mara();
  const token = await sandbox.google.idToken(account);
  expect(await connect().verify(token)).toEqual({
    kind: 'done',
    value: {
      issuer: sandbox.googleIssuer,
      subject: account.sub,
      email: 'mara@mail.example',
      emailVerified: true,
      firstName: 'Mara',
      lastName: 'Lindqvist',
      nonce: '',
    },
  });
});

test('an address the issuer does not vouch for is not verified', async () => {
  const account = sandbox.google.addAccount({ email: 'jun@mail.example', emailVerified: false });
  const outcome = await connect().verify(await sandbox.google.idToken(account));
  expect(outcome).toMatchObject({ value: { email: 'jun@mail.example', emailVerified: false } });
});

test.each(['wrong_audience', 'wrong_issuer', 'expired', 'too_old', 'wrong_signature'] as const)(
  'a token is refused: %s',
  async (spoil) => {
    const token = await sandbox.google.idToken(mara(), { spoil });
    expect(await connect().verify(token)).toEqual({ kind: 'refused', reason: 'invalid' });
  },
);

const claims = () => ({
  iss: sandbox.googleIssuer,
  aud: sandbox.googleClientId,
  sub: '1',
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 60,
});

test('a token that is not signed by a published key is refused, whatever algorithm it names', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'none' })}.${part(claims())}.`;
  const symmetric = await new SignJWT(claims())
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.alloc(32, 1));
  const port = connect();
  for (const token of [unsigned, symmetric, '', 'a', 'a.b.c', '..', `${part({})}.${part({})}.x`])
    expect(await port.verify(token), token).toEqual({ kind: 'refused', reason: 'invalid' });
});

test('a token that is not for us at all costs no question to the issuer', async () => {
  sandbox.faults.add({ operation: 'discovery', kind: 'http_500' });
  const token = await sandbox.google.idToken(mara());
  const stranger = connect({ clientId: 'another-shop' });
  expect((await stranger.verify(token)).kind).toBe('refused');
  expect(sandbox.faults.list()).toHaveLength(1);
});

test.each(
  (['discovery', 'jwks'] as const).flatMap((operation) =>
    (['http_500', 'http_429', 'reset', 'silence', 'garbage'] as const).map(
      (kind) => [operation, kind] as const,
    ),
  ),
)('%s with %s is unknown, and passes', async (operation, kind) => {
  const port = connect(kind === 'silence' ? { timeoutMs: 1_000 } : {});
  const token = await sandbox.google.idToken(mara());
  sandbox.faults.add({ operation, kind });
  expect((await port.verify(token)).kind).toBe('unknown');
  await expect.poll(async () => (await port.verify(token)).kind).toBe('done');
});

test('known keys are kept: the issuer may be away', async () => {
  const port = connect();
  const token = await sandbox.google.idToken(mara());
  await port.verify(token);
  for (const operation of ['discovery', 'jwks'] as const)
    sandbox.faults.add({ operation, kind: 'http_500', times: 'always' });
  expect((await port.verify(token)).kind).toBe('done');
  // Keys nobody knows are not asked for again and again.
  const forged = await sandbox.google.idToken(mara(), { spoil: 'wrong_signature' });
  expect((await port.verify(forged)).kind).toBe('refused');
});

test('a new key of the issuer is found', async () => {
  const port = connect({ cooldownMs: 0 });
  const before = await sandbox.google.idToken(mara());
  expect((await port.verify(before)).kind).toBe('done');
  await sandbox.google.rotateKey();
  const after = await sandbox.google.idToken(mara());
  expect((await port.verify(after)).kind).toBe('done');
  // The old one is not published any more.
  expect((await port.verify(before)).kind).toBe('refused');
});
