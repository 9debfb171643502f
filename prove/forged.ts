/** A buyer disputes a payment while strangers flood the webhook with forged events about it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { apiBase } from '../apps/server/src/platform/http/http.ts';
import {
  isFrozen,
  makeCard,
  makeMember,
  orderBody,
  type TestCard,
} from '../apps/server/src/testing/builders.ts';
import { forgedSignature } from '../apps/server/src/testing/faults.ts';
import { ask } from '../apps/server/src/testing/journey.ts';
import { type Connection, openConnection } from '../bench/load/http.ts';
import { mustBeEmpty, type Place, type Proof } from './proof.ts';

const strangers = 50;
const floodMs = 15_000;
const wantedASecond = 1_000;
const mostFreezeMs = 10_000;

/** A forged event by a stranger who knows the payment's id and the address of the certificates. */
function forgedPost(number: number, about: string, paypalUrl: string): string {
  const body = JSON.stringify({
    id: `WH-FORGED-${number}`,
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: about, status: 'COMPLETED' },
  });
  const signature = {
    ...forgedSignature,
    'paypal-transmission-id': `forged-${number}`,
    ...(number % 3 > 0 && {
      'paypal-cert-url': `${paypalUrl}/v1/notifications/certs/CERT-${number}`,
    }),
  };
  const headers = {
    host: 'shop',
    'content-type': 'application/json',
    'content-length': body.length,
    'x-forwarded-for': `203.0.${number % 256}.${(number >> 8) % 256}`,
    ...signature,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${apiBase}/webhooks/paypal HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Posts over many connections until ended; returns the counts by status. */
function startFlood(url: string, about: string, paypalUrl: string) {
  let over = false;
  let number = 0;
  const statuses = new Map<number, number>();
  const lines: Promise<Connection>[] = Array.from({ length: strangers }, () =>
    openConnection(Number(new URL(url).port)),
  );
  const began = performance.now();
  const work = lines.map(async (opening) => {
    const line = await opening;
    while (!over) {
      const { status } = await line.request(forgedPost(++number, about, paypalUrl));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // Keeps to the target rate, so that the machine is not the limit.
      while (!over && number > ((performance.now() - began) / 1_000) * wantedASecond * 1.1)
        await sleep(2);
    }
    line.close();
  });
  return async () => {
    over = true;
    await Promise.all(work);
    return { statuses, perSecond: number / ((performance.now() - began) / 1_000) };
  };
}

/** Buys one code by card like a browser; returns the payment, its state and the duration. */
async function buy({ world }: Place, url: string, card: TestCard) {
  const member = await makeMember(world.shop);
  const { sPayerId, ...body } = orderBody(member, { card, totalMinor: 10_00n, gateway: 'PayPal' });
  const began = performance.now();
  const api = (path: string, sent: object) =>
    ask<{ sPaymentId: string; eStatus: string }>('POST', `${url}${apiBase}${path}`, {
      token: member.token,
      body: sent,
    });
  const { sPaymentId } = await api('/transaction/initiate', body);
  await fetch(`${world.sandbox.paypalUrl}/__sandbox/orders/${sPaymentId}/approve`, {
    method: 'POST',
  });
  const { eStatus } = await api('/transaction', { ...body, sPayerId, sPaymentId });
  return { member, sPaymentId, eStatus, tookMs: performance.now() - began };
}

/** Has the provider reverse a payment; returns the time until its buyer is frozen, in ms. */
async function dispute({ world }: Place, sPaymentId: string, memberId: string): Promise<number> {
  const { paypalUrl } = world.sandbox;
  const captures = (await (await fetch(`${paypalUrl}/__sandbox/captures`)).json()) as {
    id: string;
    orderId: string;
  }[];
  const capture = captures.find(({ orderId }) => orderId === sPaymentId);
  const began = performance.now();
  await fetch(`${paypalUrl}/__sandbox/captures/${capture?.id}/reverse`, { method: 'POST' });
  while (!(await isFrozen(world.shop, memberId)) && performance.now() - began < 6 * mostFreezeMs)
    await sleep(20);
  return performance.now() - began;
}

export const forged: Proof = {
  name: 'forged',
  title: `${wantedASecond} forged events a second: who disputes is frozen within ${mostFreezeMs / 1_000} s, who buys gets their codes`,
  runs: 5,
  async run(place) {
    const { world } = place;
    const card = await makeCard(world.shop, { codes: 10_000 });
    const { url, kill } = await world.live();
    world.sandbox.setWebhookUrl(`${url}${apiBase}/webhooks/paypal`);
    const disputing = await buy(place, url, card);
    const end = startFlood(url, disputing.sPaymentId, world.sandbox.paypalUrl);
    const until = performance.now() + floodMs;
    await sleep(2_000);
    const freezing = dispute(place, disputing.sPaymentId, disputing.member.id);
    const bought = [];
    while (performance.now() < until) bought.push(await buy(place, url, card));
    const frozenMs = await freezing;
    const { statuses, perSecond } = await end();
    const { events } = await world.shop.db.one(
      sql<{ events: number }>`select count(*)::int as events from provider_events`,
    );
    await kill();
    const took = bought.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    mustBeEmpty([
      ...bought.map(({ eStatus }) => eStatus).filter((word) => word !== 'Delivered'),
      ...(frozenMs <= mostFreezeMs ? [] : [`frozen after ${frozenMs} ms`]),
      ...(perSecond >= wantedASecond * 0.8 ? [] : [`${perSecond} forged events a second`]),
      ...[...statuses.keys()].filter((status) => ![200, 400, 503].includes(status)),
      ...(await world.verify()).problems,
    ]);
    const median = took[Math.floor(took.length / 2)] ?? Number.NaN;
    return `${perSecond.toFixed(0)} a second, ${events} events kept; frozen after ${frozenMs.toFixed(0)} ms; ${took.length} orders by card, half of them within ${median.toFixed(0)} ms`;
  },
};
