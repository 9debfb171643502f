/** Notifications of a browser: switched on and off in the settings, shown by the service worker. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
} from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, desktop, longTest, phone, sizes } from './browser.ts';
import { openFront } from './front.ts';
import { endlessMoves, holdBack, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

let front: Awaited<ReturnType<typeof openFront>>;
let home: string;
beforeAll(async () => {
  front = await openFront();
  home = `http://127.0.0.1:${front.port}`;
});
afterAll(() => front.close());

async function shopAtHome(env: Record<string, string> = {}): Promise<TestShop> {
  const shop = await startShop({ env: { PUBLIC_URL: home, ...env } });
  front.target = shop.url;
  front.own.clear();
  return shop;
}

/**
 * What a test browser lacks is a push service; the sandbox's takes its place. Permission is a person's
 * answer, which the test gives. Everything else is the browser's own.
 */
async function withPushService(
  page: Page,
  shop: TestShop,
  { answer = 'granted', breaks = false } = {},
): Promise<void> {
  await page.exposeFunction('subscribeAtSandbox', (key: string) =>
    shop.sandbox.push.subscribe(key),
  );
  await page.addInitScript(`(() => {
    const kept = 'test.subscription';
    const bytesOf = (text) => Uint8Array.from(
      atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
    const read = () => {
      const { plain, key } = JSON.parse(localStorage.getItem(kept) ?? '{}');
      return plain ? {
        endpoint: plain.endpoint,
        options: { applicationServerKey: bytesOf(key) },
        toJSON: () => plain,
        unsubscribe: async () => { localStorage.removeItem(kept); return true; },
      } : null;
    };
    const manager = {
      getSubscription: async () => read(),
      subscribe: async ({ applicationServerKey: key }) => {
        if (${breaks}) throw new DOMException('Registration failed', 'AbortError');
        localStorage.setItem(kept, JSON.stringify({ plain: await subscribeAtSandbox(key), key }));
        return read();
      },
    };
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', { get: () => manager });
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem('test.permission') ?? 'default',
    });
    Notification.requestPermission = async () => {
      localStorage.setItem('test.permission', '${answer}');
      return '${answer}';
    };
  })()`);
}

const toggle = (page: Page) => page.getByRole('switch', { name: 'Push notifications' });

async function openSettings(page: Page): Promise<void> {
  await page.goto('/account/profile');
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.waitForURL('**/account/settings');
}

async function buy(shop: TestShop, member: TestMember): Promise<void> {
  const card = await makeCard(shop);
  const body = orderBody(member, { card, totalMinor: 10_00n });
  expect((await shop.raw('POST', '/transaction', { token: member.token, body })).status).toBe(200);
}

const endpoints = async (shop: TestShop) =>
  (
    await shop.db.rows(sql<{ endpoint: string }>`
      select endpoint from push_subscriptions where session_id is not null`)
  ).map(({ endpoint }) => endpoint);

for (const size of sizes) {
  test(`ROUTE-33, PROF-20, PROF-21, PROF-22 notifications are switched on, heard and switched off, ${size.width} px`, async () => {
    const shop = await shopAtHome();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const page = await visit(home, { token: anna.token, size });
    await withPushService(page, shop);
    await openSettings(page);
    await expect.poll(() => toggle(page).isChecked()).toBe(false);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page)).toEqual([]);

    // Keyboard: the toggle is one stop and Space flips it; a double press is one wish.
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/push/subscribe')) asked++;
    });
    const letGo = await holdBack(page, '**/api/v1/push/subscribe');
    await toggle(page).focus();
    await page.keyboard.press('Space');
    await page.getByText('Turning on…').waitFor();
    expect(await toggle(page).getAttribute('aria-busy')).toBe('true');
    expect(await toggle(page).getAttribute('aria-disabled')).toBe('true');
    expect(await endlessMoves(page.getByRole('main'))).toBe(1);
    await page.keyboard.press('Space');
    letGo();
    await page.getByText('Notifications are on in this browser.').waitFor();
    expect(await toggle(page).isChecked()).toBe(true);
    expect(await toggle(page).getAttribute('aria-disabled')).toBeNull();
    expect(asked).toBe(1);
    const [endpoint = ''] = await endpoints(shop);
    await buy(shop, anna);
    await expect.poll(() => shop.sandbox.push.messages(endpoint).length).toBe(1);

    await page.reload();
    await expect.poll(() => toggle(page).isChecked()).toBe(true);
    await toggle(page).focus();
    await page.keyboard.press('Space');
    await page.getByText('Notifications are off in this browser.').waitFor();
    expect(await toggle(page).isChecked()).toBe(false);
    expect(await shop.db.rows(sql`select from push_subscriptions`)).toEqual([]);
    await page.reload();
    await expect.poll(() => toggle(page).isChecked()).toBe(false);
  });
}

longTest(
  'PROF-21 a person who says no, or nothing, is told what to do, and the toggle stays off',
  async () => {
    const shop = await shopAtHome();
    const anna = await makeMember(shop);
    const page = await visit(home, { token: anna.token, size: phone });
    await withPushService(page, shop, { answer: 'denied' });
    await page.goto('/account/settings');
    await toggle(page).press('Space');
    await page.getByText('This browser blocks notifications from Giftlane').waitFor();
    expect(await toggle(page).isChecked()).toBe(false);
    expect(await toggle(page).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);

    const other = await visit(home, { token: anna.token });
    await withPushService(other, shop, { answer: 'default' });
    await other.goto('/account/settings');
    await toggle(other).press('Space');
    await other.getByText('To turn on notifications, allow them').waitFor();
    expect(await toggle(other).isChecked()).toBe(false);
    expect(await endpoints(shop)).toEqual([]);
  },
);

longTest('PROF-21 what fails is said, and the toggle tells the truth', async () => {
  const shop = await shopAtHome();
  const anna = await makeMember(shop);
  const broken = await visit(home, { token: anna.token });
  await withPushService(broken, shop, { breaks: true });
  await broken.goto('/account/settings');
  await toggle(broken).press('Space');
  await broken.getByText("couldn't reach its notification service").waitFor();
  expect(await toggle(broken).isChecked()).toBe(false);
  // Who then blocks them, and comes back to the page, is told why there is nothing to switch.
  await broken.evaluate(`
    localStorage.setItem('test.permission', 'denied');
    dispatchEvent(new Event('visibilitychange'));`);
  await broken.getByText('This browser blocks notifications from Giftlane').waitFor();
  expect(await broken.getByText("couldn't reach its notification service").count()).toBe(0);

  const page = await visit(home, { token: anna.token });
  await withPushService(page, shop);
  await page.goto('/account/settings');
  await toggle(page).waitFor();
  await page.route('**/api/v1/push/link', (route) => route.abort());
  await toggle(page).press('Space');
  await page.getByText('Server is unavailable.').first().waitFor();
  await expect.poll(() => toggle(page).isChecked()).toBe(false);
  await page.unroute('**/api/v1/push/link');
  await toggle(page).press('Space');
  await page.getByText('Notifications are on in this browser.').waitFor();
  expect(await endpoints(shop)).toHaveLength(1);
});

longTest(
  'API-16 the subscription goes to the server without a token, by the member’s own call it is linked',
  async () => {
    const shop = await shopAtHome();
    const anna = await makeMember(shop);
    const page = await visit(home, { token: anna.token });
    await withPushService(page, shop);
    const tokens = new Map<string, string | undefined>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/v1/push/'))
        tokens.set(pathname.slice('/api/v1/push/'.length), request.headers().authorization);
    });
    await page.goto('/account/settings');
    await toggle(page).press('Space');
    await page.getByText('Notifications are on in this browser.').waitFor();
    expect(Object.fromEntries(tokens)).toEqual({ subscribe: undefined, link: anna.token });
  },
);

test('signing out ends the notifications of this browser', async () => {
  const shop = await shopAtHome();
  const anna = await makeMember(shop);
  const page = await visit(home, { size: desktop });
  await withPushService(page, shop);
  await page.goto('/');
  await page.evaluate((token) => localStorage.setItem('giftlane.token', token), anna.token);
  await page.goto('/account/settings');
  await toggle(page).press('Space');
  await page.getByText('Notifications are on in this browser.').waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => endpoints(shop)).toEqual([]);
});

longTest('where there is no worker, and where the shop sends none, the page says so', async () => {
  const shop = await shopAtHome({ VAPID_PUBLIC_KEY: 'none' });
  const anna = await makeMember(shop);
  for (const address of [shop.url, home]) {
    const page = await visit(address, { token: anna.token });
    await page.goto('/account/settings');
    await page.getByText("Notifications aren't available here").waitFor();
    expect(await toggle(page).isDisabled()).toBe(true);
    expect(await page.getByText('We notify you when').count()).toBe(0);
  }
});

longTest(
  'a shop that stops sending notifications says so, and leaves nothing to switch',
  async () => {
    const shop = await shopAtHome();
    const anna = await makeMember(shop);
    const page = await visit(home, { token: anna.token });
    await withPushService(page, shop);
    const message = "This shop doesn't send notifications.";
    await page.route('**/api/v1/push/subscribe', (route) =>
      route.fulfill({ status: 503, json: { status: 503, message, code: 'push.unavailable' } }),
    );
    await page.goto('/account/settings');
    await page.getByText('We notify you when').waitFor();
    await toggle(page).press('Space');
    await page.getByRole('alert').getByText(message).waitFor();
    await expect.poll(() => toggle(page).isDisabled()).toBe(true);
    expect(await page.getByText('We notify you when').count()).toBe(0);
  },
);

longTest('the worker shows what is pushed, and a press on it leads to the orders', async () => {
  const shop = await shopAtHome();
  const anna = await makeMember(shop);
  const page = await visit(home, { token: anna.token });
  await page.goto('/');
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect
    .poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
    .toBe(true);
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no worker');
  // A test browser shows no notifications: what the worker asks for is looked at instead.
  const said = JSON.stringify({
    title: 'Ready',
    body: 'Order 1',
    path: '/account/orders',
    tag: 't',
  });
  const shown = await worker.evaluate<unknown>(`new Promise((resolve) => {
    self.registration.showNotification = async (title, options) => resolve({ title, ...options });
    self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(said)} }));
  })`);
  expect(shown).toMatchObject({ title: 'Ready', body: 'Order 1', tag: 't' });
  // Browsers let a worker open pages in answer to a press alone; here their part is taken.
  const led = await worker.evaluate<unknown>(`new Promise((resolve) => {
    self.clients.openWindow = async (address) => resolve(address);
    const event = new ExtendableEvent('notificationclick');
    event.notification = { data: ${JSON.stringify(shown)}.data, close() {} };
    self.dispatchEvent(event);
  })`);
  expect(led).toBe(`${home}/account/orders`);
});
