/** The rooms of an account: one place for everything that is a member's. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { initiated } from '../apps/server/src/testing/buying.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, longTest, phone, sizes } from './browser.ts';
import { boxOf, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

const headerPx = 65;

const list = (page: Page) => page.getByRole('navigation', { name: 'Your account' });
const current = (page: Page) => list(page).locator('[aria-current]');
const identity = (page: Page) => page.getByRole('link', { name: /^Identity status/ });
const room = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true });

/** What a room's link is described by: its text, and whether any of it is drawn. */
const noteOf = (page: Page, name: string) =>
  room(page, name).evaluate((link) => {
    const note = link.ownerDocument.getElementById(link.getAttribute('aria-describedby') ?? '');
    return note && { text: note.textContent, drawn: note.getClientRects().length > 0 };
  });

interface Room {
  readonly path: string;
  readonly label: string;
}

/** The rooms as the page lists them. */
const roomsOf = (page: Page): Promise<Room[]> =>
  list(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => ({
        path: link.getAttribute('href') ?? '',
        label: link.textContent ?? '',
      })),
    );

async function openAt(path: string, size = desktop) {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 12_34n });
  const page = await visit(shop.url, { token: anna.token, size });
  await page.goto(path);
  await list(page).waitFor();
  return { shop, anna, page };
}

/** Has the session say that a member's identity is in that state. */
const answerAs = (page: Page, sKycStatus: string) =>
  page.route('**/api/v1/myprofile', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, sKycStatus } } });
  });

/** Whether the room one is in is seen whole within the list's own width. */
const currentIsSeen = (page: Page) =>
  current(page).evaluate((link) => {
    const [at, row] = [link.getBoundingClientRect(), link.closest('ul')?.getBoundingClientRect()];
    return row !== undefined && at.left >= row.left && at.right <= row.right;
  });

for (const size of sizes) {
  test(`ROUTE-27 ROUTE-28 every room is one press from every other, its name is marked, identity and balance are said beside them, ${size.width} px`, async () => {
    const { page } = await openAt('/account', size);
    const rooms = await roomsOf(page);
    expect(rooms.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Profile', 'Orders', 'Wallet', 'Identity', 'Notifications']),
    );
    expect(new Set(rooms.map(({ path }) => path)).size).toBe(rooms.length);
    const shell = await list(page).elementHandle();
    for (const { path, label } of [...rooms, ...rooms.toReversed()]) {
      await list(page).getByRole('link', { name: label, exact: true }).click();
      await page.waitForURL(`**${path}`);
      await expect.poll(() => current(page).allTextContents()).toEqual([label]);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await current(page).getAttribute('aria-current')).toBe('page');
      expect(await currentIsSeen(page), path).toBe(true);
      // A desk's rail has the badge, a phone's tab a point and the same words for who listens.
      expect(await identity(page).count()).toBe(size === desktop ? 1 : 0);
      expect((await noteOf(page, 'Identity'))?.text).toBe('Identity status: Identity not verified');
      // The rooms about it say the balance themselves, large: there it is not said twice.
      const own = label === 'Wallet' || label === 'Profile';
      expect(await noteOf(page, 'Wallet')).toEqual(
        own ? null : { text: 'Wallet balance $12.34', drawn: size === desktop },
      );
      if (own) await page.getByText('$12.34').filter({ visible: true }).first().waitFor();
    }
    // The same list from the first to the last: nothing around the rooms was drawn anew.
    expect(await shell?.evaluate((at) => at.isConnected)).toBe(true);
  });
}

longTest(
  'at a desk the badge of the identity leads to its room, and the balance to the wallet',
  async () => {
    const { page } = await openAt('/account/settings');
    await identity(page).click();
    await page.getByRole('heading', { level: 1, name: 'Identity verification' }).waitFor();
    // What is said beside a link does not take its press away.
    await list(page).getByText('$12.34').click({ force: true });
    await page.getByRole('heading', { level: 1, name: 'My Wallet' }).waitFor();
  },
);

longTest(
  'on a phone a room begins within 200 px: nothing stands above it but the header, the tabs and its title',
  async () => {
    const { page } = await openAt('/account/orders', phone);
    for (const [path, first] of [
      ['/account/orders', page.getByRole('tablist')],
      ['/account/wallet', page.getByRole('tablist')],
      ['/account/security', page.getByText('Sign-in methods, devices and an emergency freeze')],
      ['/account/settings', page.getByRole('heading', { level: 1 })],
    ] as const) {
      await page.goto(path);
      await first.waitFor();
      // What the shop has to say to everybody stands above the tabs.
      const below = (await boxOf(first)).y - (await boxOf(list(page))).y;
      expect(below, path).toBeLessThan(200 - headerPx);
    }
  },
);

longTest(
  '320 px: the room one is in is seen whole, and what is pressed is as high as a thumb',
  async () => {
    const { page } = await openAt('/account/profile', { width: 320, height: 640 });
    for (const { path } of await roomsOf(page)) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await currentIsSeen(page), path).toBe(true);
    }
    for (const one of await page.getByRole('main').getByRole('link').all()) {
      const inShell = await one.evaluate(
        (link) => link.closest('nav, [data-screen-only]') !== null,
      );
      if (inShell)
        expect((await boxOf(one)).height, String(await one.textContent())).toBeGreaterThanOrEqual(
          44,
        );
    }
  },
);

test('by keyboard alone: from one room to the next, and the new one takes the focus by its name', async () => {
  const { page } = await openAt('/account/profile', phone);
  const focused = () =>
    page.evaluate<string>('document.activeElement.ariaLabel || document.activeElement.textContent');
  const rooms = await roomsOf(page);
  for (const { path, label } of rooms.slice(1)) {
    await page.getByRole('main').focus();
    let presses = 0;
    while ((await focused()) !== label) {
      await page.keyboard.press('Tab');
      presses += 1;
      // Nothing comes before the rooms.
      expect(presses, `${label} is not reached`).toBeLessThanOrEqual(rooms.length);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
    await expect.poll(focused).toMatch(/ · Giftlane$/);
  }
});

longTest(
  'the shell asks for nothing: a room sends what it sends by itself, and no second question who is here',
  async () => {
    const { page } = await openAt('/account/settings');
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
    await list(page).getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { level: 2, name: 'Latest orders' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual(['/api/v1/transactions']);
  },
);

longTest(
  'pages within a room are of that room; cart and checkout stand by themselves',
  async () => {
    const { page } = await openAt('/account/profile-edit');
    expect(await current(page).allTextContents()).toEqual(['Profile']);
    expect(await current(page).getAttribute('aria-current')).toBe('true');
    await page.goto('/account/kyc-submit');
    await page.getByRole('heading', { level: 1, name: 'Verify your identity' }).waitFor();
    expect(await current(page).allTextContents()).toEqual(['Identity']);
    await page.goto('/account/cart');
    await page.getByRole('heading', { level: 1, name: 'Your cart' }).waitFor();
    expect(await list(page).count()).toBe(0);
  },
);

longTest("KYC-01 the state of one's identity is said in words", async () => {
  const { page } = await openAt('/account/settings');
  await answerAs(page, 'r');
  await page.reload();
  const text = 'Identity status: Identity not accepted';
  await expect.poll(() => identity(page).textContent()).toBe(text);
  await page.setViewportSize(phone);
  await expect.poll(() => noteOf(page, 'Identity')).toEqual({ text, drawn: true });
  expect(await sidewaysScroll(page)).toBe(0);
});

longTest(
  'the overview has what is to be done: identity, and an order that waits for its payment',
  async () => {
    const shop = await startShop({ working: false });
    const { anna } = await initiated(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/profile');
    const verify = page.getByRole('region', { name: 'Verify your identity' });
    expect(await verify.getByRole('link', { name: 'Verify now' }).getAttribute('href')).toBe(
      '/account/kyc',
    );
    const orders = page.getByRole('region', { name: 'Latest orders' });
    await orders.getByText(/^(29|30)\smin left$/).waitFor();
    await orders.getByRole('link', { name: 'Pay $30.00' }).click();
    await page.waitForURL('**/account/checkout**');
    await answerAs(page, 'v');
    await page.goto('/account/profile');
    await orders.waitFor();
    expect(await verify.count()).toBe(0);
  },
);

longTest('on a phone the row of rooms fades at an edge beyond which there are more', async () => {
  const { page } = await openAt('/account/profile', phone);
  const fades = () =>
    page.evaluate<boolean[]>(`(() => {
      const style = getComputedStyle(document.querySelector('nav[aria-label="Your account"] ul'));
      return ['--fade-start', '--fade-end'].map(
        (name) => Number.parseFloat(style.getPropertyValue(name)) > 0,
      );
    })()`);
  await expect.poll(fades).toEqual([false, true]);
  await list(page)
    .getByRole('list')
    .evaluate((row) => row.scrollTo({ left: row.scrollWidth }));
  await expect.poll(fades).toEqual([true, false]);
});
