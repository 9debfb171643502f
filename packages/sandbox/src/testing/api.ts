/** The few PayPal calls the sandbox's own tests make. */
import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../sandbox.ts';

export interface Api {
  /** Makes an order and answers its id. */
  create(value: string, key?: string): Promise<string | undefined>;
  /** Captures an order; answers its new status or the issue. */
  capture(id: string, key?: string): Promise<string>;
  get(path: string): Promise<unknown>;
  post(path: string, body?: unknown, key?: string): Promise<{ status: number; body: unknown }>;
  /** Makes a control call. */
  pull(path: string, body?: unknown): Promise<unknown>;
}

interface Anything {
  readonly id?: string;
  readonly status?: string;
  readonly details?: readonly { readonly issue: string }[];
}

/** Gets a bearer and answers with it. */
export async function connectApi(sandbox: Sandbox): Promise<Api> {
  const client = `${sandbox.paypalClientId}:${sandbox.paypalClientSecret}`;
  const token = await fetch(`${sandbox.paypalUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(client).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: bearer } = (await token.json()) as { access_token: string };

  async function post(path: string, body: unknown = {}, key: string = randomUUID()) {
    const response = await fetch(sandbox.paypalUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'paypal-request-id': key,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }

  return {
    post,
    async create(value, key) {
      const amount = { currency_code: 'EUR', value };
      const order = { intent: 'CAPTURE', purchase_units: [{ amount, description: 'Gift cards' }] };
      const { body } = await post('/v2/checkout/orders', order, key);
      return (body as Anything).id;
    },
    async capture(id, key) {
      const { body } = await post(`/v2/checkout/orders/${id}/capture`, {}, key);
      const { status, details } = body as Anything;
      return status ?? details?.[0]?.issue ?? '';
    },
    async get(path) {
      const response = await fetch(sandbox.paypalUrl + path, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      return response.json();
    },
    pull: async (path, body) => (await post(`/__sandbox/${path}`, body)).body,
  };
}
