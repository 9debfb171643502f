/**
 * Helpers for tests of a failing card provider: webhooks delivered on demand, and comparison of the books
 * with the provider.
 */
import { createServer } from 'node:http';
import { fromDecimalText } from '@giftlane/contract/money/money.ts';
import { expect } from 'vitest';
import { sealLedger } from '../ledger/seal.ts';
import { sql } from '../platform/db/db.ts';
import { apiBase } from '../platform/http/http.ts';
import type { Capture } from '../providers/payments/port.ts';
import { bytesOf, listen } from './faults-line.ts';
import type { TestShop } from './start-shop.ts';

/** A webhook as the provider sent it. */
export interface Transmission {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers of a forged signature. */
export const forgedSignature = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
  'paypal-transmission-id': 'a',
  'paypal-transmission-sig': 'b',
  'paypal-transmission-time': '2026-01-01T00:00:00Z',
};

export interface Catcher {
  readonly caught: readonly Transmission[];
  /** The first webhook of this type, once it arrives. */
  next(type: string): Promise<Transmission>;
}

/** Intercepts the provider's webhooks, acknowledging them in place of the shop. */
export async function catchWebhooks(shop: TestShop): Promise<Catcher> {
  const caught: Transmission[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = (await bytesOf(incoming)).toString();
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => name.startsWith('paypal-')),
    ) as Record<string, string>;
    const { event_type: type } = JSON.parse(body) as { event_type: string };
    caught.push({ type, headers, body });
    outgoing.end('{}');
  });
  shop.sandbox.setWebhookUrl(await listen(server));
  return {
    caught,
    next: (type) =>
      expect
        .poll(() => caught.find((one) => one.type === type))
        .toBeDefined()
        .then(() => caught.find((one) => one.type === type) as Transmission),
  };
}

/** Posts a webhook to the shop; returns the status. */
export async function deliver(
  shop: { readonly url: string },
  { headers, body }: Transmission,
): Promise<number> {
  const response = await fetch(`${shop.url}${apiBase}/webhooks/paypal`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** States of the events in the inbox, by their ids. */
export async function eventOutcomes(shop: TestShop): Promise<Record<string, string>> {
  const rows = await shop.db.rows(sql<{ id: string; state: string }>`
    select event_id as id, state from provider_events`);
  return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
}

/** Waits until every event of the inbox is handled or refused. */
export async function eventsDone(shop: TestShop): Promise<Record<string, string>> {
  await expect
    .poll(async () => Object.values(await eventOutcomes(shop)).includes('new'))
    .toBe(false);
  return eventOutcomes(shop);
}

interface WireAmount {
  readonly currency_code: string;
  readonly value: string;
}

export interface ProviderCapture {
  readonly id: string;
  readonly orderId: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  readonly amount: WireAmount;
  readonly refundIds: readonly string[];
}

async function control<T>(shop: TestShop, method: string, path: string, body?: object) {
  const response = await fetch(`${shop.sandbox.paypalUrl}/__sandbox${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  if (!response.ok) throw new Error(`the sandbox says ${response.status} to ${path}`);
  return (await response.json()) as T;
}

export const providerCaptures = (shop: TestShop) =>
  control<ProviderCapture[]>(shop, 'GET', '/captures');

/** Completes or denies a pending capture, or reverses a completed one, at the provider. */
export const atCapture = (
  shop: TestShop,
  captureId: string,
  deed: 'complete' | 'deny' | 'reverse',
  body?: { value: string },
) => control<object>(shop, 'POST', `/captures/${captureId}/${deed}`, body);

/** Calls the provider's API directly, with the shop's credentials. */
export async function askProvider<T>(
  shop: TestShop,
  method: string,
  path: string,
  body: object = {},
): Promise<T> {
  const { paypalUrl, paypalClientId, paypalClientSecret } = shop.sandbox;
  const basic = Buffer.from(`${paypalClientId}:${paypalClientSecret}`).toString('base64');
  const signedIn = await fetch(`${paypalUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: bearer } = (await signedIn.json()) as { access_token: string };
  const response = await fetch(paypalUrl + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`the provider says ${response.status} to ${path}`);
  return (await response.json()) as T;
}

/** A refund made in the provider's dashboard: the rest of the capture, or an amount in dollars. */
export const inDashboard = (shop: TestShop, captureId: string, value?: string) =>
  askProvider(
    shop,
    'POST',
    `/v2/payments/captures/${captureId}/refund`,
    value === undefined ? {} : { amount: { currency_code: 'USD', value } },
  );

/** A capture that the shop did not request, as after an answer lost for long. */
export async function captureLate(shop: TestShop, providerOrderId: string): Promise<string> {
  await askProvider(shop, 'POST', `/v2/checkout/orders/${providerOrderId}/capture`);
  const captures = await providerCaptures(shop);
  return captures.find(({ orderId }) => orderId === providerOrderId)?.id ?? '';
}

const minor = ({ value }: WireAmount) => fromDecimalText(value) ?? 0n;

/** Money the provider holds for the shop by its own record, per currency, in minor units. */
async function heldByProvider(shop: TestShop): Promise<Record<string, bigint>> {
  const held: Record<string, bigint> = {};
  for (const { status, amount, refundIds } of await providerCaptures(shop)) {
    if (status === 'PENDING' || status === 'DECLINED') continue;
    const currency = amount.currency_code.toLowerCase();
    const refunds = await Promise.all(
      refundIds.map((id) =>
        askProvider<{ amount: WireAmount }>(shop, 'GET', `/v2/payments/refunds/${id}`),
      ),
    );
    const back = refunds.reduce((sum, refund) => sum + minor(refund.amount), 0n);
    held[currency] = (held[currency] ?? 0n) + minor(amount) - back;
  }
  return held;
}

async function heldByBooks(shop: TestShop): Promise<Record<string, bigint>> {
  const rows = await shop.db.rows(sql<{ currency: string; held: bigint }>`
    select p.currency, -sum(p.amount)::bigint as held
    from ledger_postings p join ledger_accounts a on a.id = p.account_id
    where a.name like 'house:paypal_clearing:%' group by p.currency`);
  return Object.fromEntries(rows.map(({ currency, held }) => [currency, held]));
}

/** Differences that remain between our books and the provider's, and open work. */
export async function unsettled(shop: TestShop): Promise<string[]> {
  const [provider, books, open] = await Promise.all([
    heldByProvider(shop),
    heldByBooks(shop),
    shop.db.one(sql<{ refunds: number; claims: number; unmatched: bigint }>`
      select (select count(*)::int from refunds where state = 'pending') as refunds,
        (select count(*)::int from payments where state = 'claimed') as claims,
        (select coalesce(sum(amount), 0)::bigint from ledger_postings p
          join ledger_accounts a on a.id = p.account_id
          where a.name like 'house:unmatched:%') as unmatched`),
  ]);
  const currencies = new Set([...Object.keys(provider), ...Object.keys(books)]);
  const differences = [...currencies].flatMap((currency) => {
    const [held = 0n, booked = 0n] = [provider[currency], books[currency]];
    return held === booked ? [] : [`${currency}: provider ${held}, books ${booked}`];
  });
  return [
    ...differences,
    ...Object.entries(open)
      .filter(([, count]) => BigInt(count) !== 0n)
      .map(([what, count]) => `${what}: ${count}`),
  ];
}

/**
 * Waits until every capture is settled or refunded: books and provider agree on the money held, no capture is
 * unclear, no refund open, and no unmatched money left.
 */
export async function everyCaptureSettled(
  shop: TestShop,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const look = async () => {
    await meanwhile();
    return unsettled(shop);
  };
  await expect.poll(look, { interval: 100 }).toEqual([]);
}

/** Runs a chore now. */
export async function runChore(shop: TestShop, name: string): Promise<void> {
  const chore = shop.chores.find((one) => one.name === name);
  if (!chore) throw new Error(`no chore ${name}`);
  await chore.run();
}

/** Seals until nothing is unsealed: transactions in the server's other databases can delay sealing. */
export async function sealAll(shop: Pick<TestShop, 'db'>): Promise<void> {
  const unsealed = async () => {
    await shop.db.tx(sealLedger);
    const { left } = await shop.db.one(sql<{ left: number }>`
      select (count(*) - (select coalesce(sum(journals), 0) from ledger_seals))::int as left
      from ledger_journals`);
    return left;
  };
  await expect.poll(unsealed, { interval: 20 }).toBe(0);
}

/**
 * Checkout with a provider that shows captures differently; the sandbox neither reverses refunds nor forgets
 * orders.
 */
export function showing({ checkout }: TestShop, otherwise: (capture: Capture) => Partial<Capture>) {
  const { payments } = checkout;
  const showCapture: typeof payments.showCapture = async (id) => {
    const shown = await payments.showCapture(id);
    if (shown.kind !== 'done') return shown;
    return { kind: 'done', value: { ...shown.value, ...otherwise(shown.value) } };
  };
  return { ...checkout, payments: { ...payments, showCapture } };
}

/** Adds a reversal to a capture. */
export const takenToo =
  (refundId: string, amountMinor: bigint) =>
  ({ reversedMinor, takenBack }: Capture): Partial<Capture> => ({
    reversedMinor: reversedMinor + amountMinor,
    takenBack: [...takenBack, { refundId, amountMinor }],
  });
