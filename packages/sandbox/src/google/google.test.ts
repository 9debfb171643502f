/** The Google stand-in over the wire: the code flow with PKCE, and what can be made to go wrong. */
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

interface Documents {
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  issuer: string;
}

const discover = async () =>
  (await (
    await fetch(`${sandbox.googleIssuer}/.well-known/openid-configuration`)
  ).json()) as Documents;

const verifier = 'v'.repeat(43);
const redirect = 'http://shop.example:8080/auth/google/callback';

/** A browser's side: keeps cookies, follows redirects until they leave the issuer. */
function browser() {
  const cookies = new Map<string, string>();
  return async (address: string, init: RequestInit = {}) => {
    const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, cookie: jar };
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return response;
  };
}
type Visit = ReturnType<typeof browser>;

const question = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: sandbox.googleClientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'our-state',
    nonce: 'our-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });

/** Opens the chooser, decides, and answers the address the browser ends at. */
async function decide(visit: Visit, decision: object): Promise<URL> {
  const { authorization_endpoint: endpoint } = await discover();
  const begun = await visit(`${endpoint}?${question()}`);
  const chooser = new URL(begun.headers.get('location') ?? '', sandbox.googleIssuer);
  expect((await visit(chooser.href)).status).toBe(200);
  const decided = await visit(chooser.href, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(decision),
  });
  const { location } = (await decided.json()) as { location: string };
  const ended = await visit(location);
  return new URL(ended.headers.get('location') ?? '');
}

async function exchange(code: string, changes: Record<string, string> = {}) {
  const { token_endpoint: endpoint } = await discover();
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: sandbox.googleClientId,
    redirect_uri: redirect,
    code_verifier: verifier,
    code,
    ...changes,
  });
  const response = await fetch(endpoint, {
    method: 'POST',
    body,
    headers: { origin: 'http://shop.example:8080' },
  });
  return { response, tokens: (await response.json()) as { id_token?: string; error?: string } };
}

const ines = () =>
  sandbox.google.addAccount({
    email: 'ines@mail.example',
    givenName: 'Ines',
    familyName: 'Moreau',
  });

test('a person chooses an account, and the code becomes an ID token that says who they are', async () => {
  const { sub } = ines();
  const end = await decide(browser(), { sub });
  expect(end.origin + end.pathname).toBe(redirect);
  expect(end.searchParams.get('state')).toBe('our-state');
  const { response, tokens } = await exchange(end.searchParams.get('code') ?? '');
  expect(response.headers.get('access-control-allow-origin')).toBeTruthy();
  const { issuer, jwks_uri: keys } = await discover();
  expect(issuer).toBe(sandbox.googleIssuer);
  const { payload, protectedHeader } = await jwtVerify(
    tokens.id_token ?? '',
    createRemoteJWKSet(new URL(keys)),
    { issuer, audience: sandbox.googleClientId },
  );
  expect(protectedHeader.alg).toBe('RS256');
  expect(payload).toMatchObject({
    sub,
    email: 'ines@mail.example',
    email_verified: true,
    given_name: 'Ines',
    family_name: 'Moreau',
    nonce: 'our-nonce',
  });
});

test('nobody stays signed in: the same browser is asked again, and may be somebody else', async () => {
  const visit = browser();
  const first = await decide(visit, { sub: ines().sub });
  expect(first.searchParams.get('code')).toBeTruthy();
  const other = sandbox.google.addAccount({ email: 'other@mail.example' });
  const second = await decide(visit, { sub: other.sub });
  const { tokens } = await exchange(second.searchParams.get('code') ?? '');
  expect(decodeJwt(tokens.id_token ?? '').sub).toBe(other.sub);
});

test('an account is made up on the page, and there the next time', async () => {
  const made = { email: 'new@mail.example', givenName: 'Nel', familyName: 'Ewa' };
  const end = await decide(browser(), { account: { ...made, emailVerified: false } });
  const { tokens } = await exchange(end.searchParams.get('code') ?? '');
  expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({
    email: 'new@mail.example',
    email_verified: false,
  });
  const listed = await fetch(`${sandbox.googleIssuer}/__sandbox/accounts`);
  expect(await listed.json()).toContainEqual(expect.objectContaining(made));
});

test.each(['access_denied', 'server_error'] as const)('it may end in %s', async (error) => {
  const end = await decide(browser(), { error });
  expect(end.searchParams.get('error')).toBe(error);
  expect(end.searchParams.get('state')).toBe('our-state');
});

test('a code is worth nothing without its verifier, or a second time', async () => {
  const { sub } = ines();
  const stolen = (await decide(browser(), { sub })).searchParams.get('code') ?? '';
  const wrong = await exchange(stolen, { code_verifier: 'w'.repeat(43) });
  expect(wrong.tokens).toMatchObject({ error: 'invalid_grant' });
  const code = (await decide(browser(), { sub })).searchParams.get('code') ?? '';
  expect((await exchange(code)).tokens.id_token).toBeDefined();
  expect((await exchange(code)).tokens).toMatchObject({ error: 'invalid_grant' });
});

test('nobody is sent anywhere but to the callback of a shop', async () => {
  const { authorization_endpoint: endpoint } = await discover();
  const asked = question({ redirect_uri: 'http://shop.example/elsewhere' });
  const reply = await fetch(`${endpoint}?${asked}`, { redirect: 'manual' });
  expect(reply.status).toBe(400);
});

test('a token of the flow is spoilt on order', async () => {
  const { sub } = ines();
  sandbox.faults.add({ operation: 'id_token', kind: 'wrong_audience', about: sub });
  const end = await decide(browser(), { sub });
  const { tokens } = await exchange(end.searchParams.get('code') ?? '');
  expect(decodeJwt(tokens.id_token ?? '').aud).toBe('another-shop');
});

test('other processes make accounts and tokens, and have the key changed', async () => {
  const post = (path: string, body: object = {}) =>
    fetch(`${sandbox.googleIssuer}/__sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const made = await post('accounts', { email: 'http@mail.example' });
  const { sub } = (await made.json()) as { sub: string };
  const minted = await post('id-tokens', { sub, nonce: 'n' });
  const { idToken } = (await minted.json()) as { idToken: string };
  expect(decodeJwt(idToken)).toMatchObject({ sub, email: 'http@mail.example', nonce: 'n' });
  expect((await post('id-tokens', { sub: 'nobody' })).status).toBe(400);
  expect((await post('accounts', { email: 'no address' })).status).toBe(400);
  expect((await post('keys/rotate')).status).toBe(204);
  const { jwks_uri: keys } = await discover();
  const verify = jwtVerify(idToken, createRemoteJWKSet(new URL(keys)));
  await expect(verify).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});
