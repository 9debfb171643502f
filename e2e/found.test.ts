/** Being there without a network, and the head of the page while people walk through the shop. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import {
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
} from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import { openFront } from './front.ts';
import { makeBrand, openOrder, signIn } from './journey.ts';

const front = await openFront();
afterAll(() => front.close());
// Workers need an address that browsers trust: https, or one below localhost. There the file is checked first.
const home = `http://shop.localhost:${front.port}`;
const { visit } = browserForFile();

/** A shop that is at home at the address people reach it by. */
async function shopAtHome(): Promise<TestShop> {
  const shop = await startShop({ env: { PUBLIC_URL: home } });
  front.target = shop.url;
  front.stalled = false;
  front.unmanned = false;
  front.own.clear();
  return shop;
}

/** Cuts the page off: the network is gone for it and for its worker. */
async function cutOff(page: Page): Promise<void> {
  front.target = undefined;
  await page.context().setOffline(true);
}

async function reconnect(page: Page, shop: TestShop): Promise<void> {
  front.target = shop.url;
  await page.context().setOffline(false);
}

const workers = (page: Page): Promise<number> =>
  page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)');

/** Waits until a worker answers for the page and has its whole shell. */
async function underWorker(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect
    .poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
    .toBe(true);
}

/** Everything the browser keeps for the shop, as one text. */
const everythingKept = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name } of await indexedDB.databases()) found.push('database ' + name);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const type = answer.headers.get('content-type') ?? '';
        found.push(name + ' ' + request.url + ' ' + JSON.stringify([...request.headers]));
        found.push(JSON.stringify([...answer.headers]));
        if (/json|html|text|svg/.test(type)) found.push(await answer.text());
      }
    }
    return found.join('\\n');
  })()`);

async function buy(shop: TestShop, member: TestMember, cardId: string): Promise<void> {
  const body = orderBody(member, { card: { id: cardId }, totalMinor: 10_00n });
  const { status } = await shop.raw('POST', '/transaction', { token: member.token, body });
  expect(status).toBe(200);
}

test('SESS-14, SESS-15, SESS-16, SESS-17 the worker is registered where the shop is at home, once, and nowhere else', async () => {
  const shop = await shopAtHome();
  const away = await visit(shop.url);
  const started = away.waitForResponse((reply) => /\/start-[^/]+\.js$/.test(reply.url()));
  await away.goto('/');
  await started;
  await away.getByRole('heading', { level: 1 }).waitFor();
  expect(await workers(away)).toBe(0);
  const page = await visit(home);
  const registered: string[] = [];
  await page.exposeFunction('onRegister', (file: string) => registered.push(file));
  await page.addInitScript(`(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (file) {
      onRegister(file);
      return register.apply(this, arguments);
    };
  })()`);
  await page.goto('/');
  await underWorker(page);
  expect(await workers(page)).toBe(1);
  expect(registered).toEqual(['/sw.js']);
  const again = page.waitForResponse((reply) => /\/start-[^/]+\.js$/.test(reply.url()));
  const checkedAgain = page.waitForResponse((reply) => reply.url().endsWith('/sw.js'));
  await page.reload();
  await Promise.all([again, checkedAgain]);
  await page.evaluate('navigator.serviceWorker.getRegistration().then(() => true)');
  expect(registered).toEqual(['/sw.js']);
});

test('ERR-18 a worker that can not be had is a line in the log and nothing on the page', async () => {
  await shopAtHome();
  const page = await visit(home);
  const logged: string[] = [];
  page.on('console', (line) => logged.push(line.text()));
  front.own.set('/sw.js', 'this is no script {');
  await page.goto('/');
  await expect.poll(() => logged.join('\n')).toMatch(/service worker/i);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('alert').allTextContents()).toEqual([]);
  expect(await page.getByRole('region', { name: 'Notices' }).textContent()).toBe('');
});

longTest('without a network the shop opens, and a brand that was seen can be read', async () => {
  const shop = await shopAtHome();
  const brand = await makeBrand(shop, 'Kestrel', [{ valueMinor: 25_00n }]);
  const page = await visit(home, { size: phone });
  await page.goto('/');
  await underWorker(page);
  await page.goto(`/gift-cards/${brand.id}`);
  await page.getByRole('heading', { level: 1, name: 'Kestrel' }).waitFor();
  await page.getByText('$25').first().waitFor();
  await cutOff(page);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Kestrel' }).waitFor();
  await page.getByText("You're offline.").waitFor();
  expect(await page.title()).toBe('Kestrel · Giftlane');
  await page.goto('/faq-that-was-never-seen');
  await page.getByRole('heading', { level: 1, name: /A gift card for everyone/ }).waitFor();
  await reconnect(page, shop);
  await expect.poll(() => page.getByText("You're offline.").count()).toBe(0);
});

longTest(
  'a network that takes everything and answers nothing: the shop opens with what was seen',
  async () => {
    const shop = await shopAtHome();
    const brand = await makeBrand(shop, 'Kestrel', [{ valueMinor: 25_00n }]);
    const page = await visit(home, { size: phone });
    await page.goto('/');
    await underWorker(page);
    await page.goto(`/gift-cards/${brand.id}`);
    await page.getByText('$25').first().waitFor();
    front.stalled = true;
    await page.reload({ waitUntil: 'commit', timeout: 15_000 });
    await page.getByRole('heading', { level: 1, name: 'Kestrel' }).waitFor();
    await page.getByText('$25').first().waitFor();
  },
);

test('orders that were seen can be read without a network; no secret is kept anywhere, and signing out wipes', async () => {
  const shop = await shopAtHome();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  await buy(shop, anna, card.id);
  const page = await visit(home);
  await page.goto('/auth/login');
  await signIn(page, anna.email);
  await page.getByRole('heading', { level: 1, name: /A gift card for everyone/ }).waitFor();
  await underWorker(page);
  await openOrder(page);
  await page.getByRole('button', { name: 'Reveal code S1' }).click();
  const [secret = ''] = card.codes;
  const shown = () => page.evaluate<string>(`document.body.innerText.replace(/\\s/g, '')`);
  await expect.poll(shown).toContain(secret);
  const token = await page.evaluate<string>(`localStorage.getItem('giftlane.token')`);
  const isClean = async () => {
    const kept = await everythingKept(page);
    expect(kept.includes('/index.html') && kept.includes('sSerialNo')).toBe(true);
    expect(kept.includes(secret)).toBe(false);
    // The token has its one place.
    expect(kept.split(token).length - 1).toBe(1);
    // Names of scripts aside: one of them is about transactions.
    expect(/authorization|\/transactions/i.test(kept.replace(/^.*\.js .*$/gm, ''))).toBe(false);
  };
  await isClean();

  await cutOff(page);
  await page.reload();
  // The order as it was last seen in the list, whose page says so.
  await page.getByRole('heading', { name: 'Nimbus $10' }).waitFor();
  expect((await shown()).includes(secret)).toBe(false);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reveal code S1' }).click();
  await page.getByText('Go online to reveal a code.').waitFor();
  await isClean();

  await reconnect(page, shop);
  await expect.poll(() => page.getByText("You're offline.").count()).toBe(0);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { level: 1, name: /A gift card for everyone/ }).waitFor();
  expect((await everythingKept(page)).includes('sSerialNo')).toBe(false);
  await cutOff(page);
  await page.goto('/account/orders');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

test('a balancer without servers: a member stays one, reads what was seen, and the page goes on by itself when they are back', async () => {
  const shop = await shopAtHome();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  await buy(shop, anna, card.id);
  const page = await visit(home, { token: anna.token, size: phone, mayCrash: true });
  await page.goto('/account/orders');
  await underWorker(page);
  await page.getByText('Nimbus $10').first().waitFor();
  front.unmanned = true;
  await page.reload();
  const kept = page.getByText('My Orders, as last loaded');
  await kept.waitFor();
  await page.getByText('Nimbus $10').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/account/orders');
  front.unmanned = false;
  await kept.waitFor({ state: 'detached' });
  await page.getByText('Nimbus $10').first().waitFor();
  // Of the wallet nothing is kept.
  front.unmanned = true;
  await page.goto('/account/wallet');
  await page.getByText('Server is unavailable.').waitFor();
  front.unmanned = false;
  await page.getByRole('heading', { level: 1, name: 'My Wallet' }).waitFor();
});

longTest(
  'a network that breaks during an update leaves the old shop whole; a whole update takes over and cleans up',
  async () => {
    const shop = await shopAtHome();
    const page = await visit(home);
    await page.goto('/');
    await underWorker(page);
    const shells = () =>
      page.evaluate<string[]>(
        `caches.keys().then((names) => names.filter((name) => name.includes('-shell-')))`,
      );
    const [before] = await shells();
    const script = await (await fetch(`${shop.url}/sw.js`)).text();
    const next = script.replace(
      /name:"[0-9a-f]{16}"|"name":"[0-9a-f]{16}"/,
      '"name":"next-release"',
    );
    expect(next).not.toBe(script);
    const update = () =>
      page.evaluate(
        `navigator.serviceWorker.getRegistration().then((there) => there.update()).catch(() => null)`,
      );

    front.own.set('/sw.js', next.replace('"/theme.js"', '"/theme.js","/assets/broken.js"'));
    front.own.set('/assets/broken.js', undefined);
    await update();
    await expect
      .poll(() =>
        page.evaluate<boolean>(
          `navigator.serviceWorker.getRegistration().then(({ installing, waiting }) => !installing && !waiting)`,
        ),
      )
      .toBe(true);
    expect(await shells()).toEqual([before]);
    await cutOff(page);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /A gift card for everyone/ }).waitFor();
    await reconnect(page, shop);
    await page.reload();

    front.own.set('/sw.js', next);
    await page.reload();
    await update();
    await expect.poll(shells).toEqual(['giftlane-shell-next-release']);
    await cutOff(page);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /A gift card for everyone/ }).waitFor();
  },
);

longTest(
  'SESS-15 where something else stands at the worker’s address, the worker goes with all it kept',
  async () => {
    await shopAtHome();
    const page = await visit(home);
    await page.goto('/');
    await underWorker(page);
    front.own.set('/sw.js', '<!doctype html><title>Another program</title>');
    await page.reload();
    await expect.poll(() => workers(page)).toBe(0);
    await expect
      .poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller === null'))
      .toBe(true);
    await expect.poll(() => page.evaluate<string[]>('caches.keys()')).toEqual([]);
    await page.getByRole('heading', { level: 1, name: /A gift card for everyone/ }).waitFor();
  },
);

longTest(
  'the head follows the pages: one title, one address, and nothing of the page before',
  async () => {
    const shop = await startShop();
    const brand = await makeBrand(shop, 'Kestrel', [{ valueMinor: 25_00n }]);
    const page = await visit(shop.url);
    const head = () =>
      page.evaluate<unknown>(`({
      titles: [...document.querySelectorAll('head title')].map((title) => title.text),
      canonical: [...document.querySelectorAll('link[rel="canonical"]')].map((link) => link.href),
      robots: [...document.querySelectorAll('meta[name="robots"]')].map((meta) => meta.content),
      data: document.querySelectorAll('script[type="application/ld+json"]').length,
    })`);
    const origin = shop.config.publicUrl;
    await page.goto(`/gift-cards/${brand.id}`);
    await page.getByRole('heading', { level: 1, name: 'Kestrel' }).waitFor();
    await expect.poll(head).toEqual({
      titles: ['Kestrel · Giftlane'],
      canonical: [`${origin}/gift-cards/${brand.id}`],
      robots: [],
      data: 1,
    });
    await page.getByRole('link', { name: 'Cart', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await expect
      .poll(head)
      .toEqual({ titles: ['Sign in · Giftlane'], canonical: [], robots: ['noindex'], data: 0 });
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Gift Cards', exact: true })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Gift Cards' }).waitFor();
    await expect.poll(head).toEqual({
      titles: ['Gift Cards · Giftlane'],
      canonical: [`${origin}/gift-cards`],
      robots: [],
      data: 0,
    });
  },
);
