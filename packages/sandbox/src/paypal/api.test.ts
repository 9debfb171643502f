/** The wire format where the port's conformance suite does not look: answers and errors. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { type Api, connectApi } from '../testing/api.ts';

let sandbox: Sandbox;
let api: Api;

beforeAll(async () => {
  sandbox = await startSandbox();
  api = await connectApi(sandbox);
});
afterEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

const money = (value: string, currency_code = 'EUR') => ({ value, currency_code });
const order = (unit: object) => ({ intent: 'CAPTURE', purchase_units: [unit] });

const request = (path: string, init: RequestInit = {}) => fetch(sandbox.paypalUrl + path, init);

test('a call without a bearer, or with a strange one, is 401', async () => {
  const none = await request('/v2/checkout/orders/X');
  expect([none.status, await none.json()]).toMatchObject([401, { name: 'AUTHENTICATION_FAILURE' }]);
  const strange = await request('/v2/checkout/orders/X', {
    headers: { authorization: 'Bearer x' },
  });
  expect([strange.status, await strange.json()]).toMatchObject([401, { error: 'invalid_token' }]);
});

test('wrong client credentials are 401, another grant is 400', async () => {
  const ask = (client: string, body: string) =>
    request('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(client).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    });
  const own = `${sandbox.paypalClientId}:${sandbox.paypalClientSecret}`;
  const stranger = await ask('a:b', 'grant_type=client_credentials');
  const grant = await ask(own, 'grant_type=password');
  expect([stranger.status, await stranger.json()]).toMatchObject([
    401,
    { error: 'invalid_client' },
  ]);
  expect([grant.status, await grant.json()]).toMatchObject([
    400,
    { error: 'unsupported_grant_type' },
  ]);
});

test.each([
  ['no intent', { purchase_units: [] }, 400, 'MISSING_REQUIRED_PARAMETER'],
  ['no unit', { intent: 'CAPTURE' }, 400, 'MISSING_REQUIRED_PARAMETER'],
  ['no amount', order({}), 400, 'MISSING_REQUIRED_PARAMETER'],
  ['words', order({ amount: money('ten') }), 400, 'INVALID_PARAMETER_SYNTAX'],
  ['zero', order({ amount: money('0.00') }), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ['three decimals', order({ amount: money('1.001') }), 422, 'DECIMAL_PRECISION'],
  ['another currency', order({ amount: money('1', 'XYZ') }), 422, 'CURRENCY_NOT_SUPPORTED'],
  [
    'a long reference',
    order({ amount: money('1'), invoice_id: 'x'.repeat(128) }),
    400,
    'INVALID_STRING_LENGTH',
  ],
])('an order with %s is refused as PayPal does', async (_what, body, status, issue) => {
  expect(await api.post('/v2/checkout/orders', body)).toMatchObject({
    status,
    body: {
      name: status === 400 ? 'INVALID_REQUEST' : 'UNPROCESSABLE_ENTITY',
      message: expect.any(String),
      debug_id: expect.stringMatching(/^[0-9a-f]{13}$/),
      details: [{ issue, description: expect.any(String) }],
      links: [{ rel: 'information_link' }],
    },
  });
});

test('a request id seen before answers 200 with what is now', async () => {
  const first = await api.post('/v2/checkout/orders', order({ amount: money('5.00') }), 'same');
  const { id } = first.body as { id: string };
  await api.pull(`orders/${id}/approve`);
  const again = await api.post('/v2/checkout/orders', order({ amount: money('5.00') }), 'same');
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toMatchObject({ id, status: 'APPROVED' });
});

test('a request id used for something else is refused', async () => {
  await api.post('/v2/checkout/orders', order({ amount: money('5.00') }), 'mine');
  const other = await api.post('/v2/checkout/orders', order({ amount: money('6.00') }), 'mine');
  expect(other).toMatchObject({
    status: 422,
    body: { details: [{ issue: 'DUPLICATE_REQUEST_ID' }] },
  });
});

test('text that is not JSON is 400', async () => {
  const response = await request('/v2/checkout/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"intent":',
  });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { details: [{ issue: 'MALFORMED_REQUEST_JSON' }] },
  ]);
});

test('faults are added, seen and removed over HTTP, bad ones refused', async () => {
  const added = await api.post('/__sandbox/faults', {
    operation: 'capture',
    kind: 'decline',
    times: 2,
  });
  expect(added.status).toBe(201);
  expect(await api.get('/__sandbox/faults')).toMatchObject([{ kind: 'decline', left: 2 }]);
  const id = (await api.create('1.00')) ?? '';
  await api.pull(`orders/${id}/approve`);
  expect(await api.capture(id)).toBe('INSTRUMENT_DECLINED');
  expect(await api.get('/__sandbox/faults')).toMatchObject([{ left: 1 }]);
  await request('/__sandbox/faults', { method: 'DELETE' });
  expect(await api.capture(id)).toBe('COMPLETED');
  const bad = await api.post('/__sandbox/faults', { operation: 'capture', kind: 'explode' });
  expect(bad).toMatchObject({ status: 400, body: { message: expect.stringContaining('kind') } });
});

test('the script is for this client alone', async () => {
  const stranger = await request('/sdk/js?client-id=somebody');
  expect(stranger.status).toBe(400);
  expect(await stranger.text()).toContain('client-id');
});

test('the payment window can not run anything but its own script', async () => {
  const page = await request('/checkoutnow?token=X');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
});
