import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from '@giftlane/texts/text.ts';
import { expect, onTestFinished, test } from 'vitest';
import { storeMedia } from '../apps/server/src/features/media/media.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, isLong, longTest, phone } from './browser.ts';
import {
  boxOf,
  holdBack,
  inCart,
  makeBrand,
  makeManyBrands,
  sidewaysScroll,
  signIn,
  withoutWords,
} from './journey.ts';

const { visit } = browserForFile();

const noop = () => undefined;
const gone = { state: 'detached' } as const;

/** So many come with one call. */
const brandsPerPage = 24;

const dollars = (...values: number[]) =>
  values.map((value) => ({ valueMinor: BigInt(value) * 100n, codes: 1 }));

test('CAT-01, CAT-02, CAT-03, CAT-04, CAT-05, CAT-07, CAT-08, CAT-09, CAT-15, CAT-17 the catalogue is searched, sorted, narrowed and reset, all of it in the address', async () => {
  const shop = await startShop();
  await makeBrand(shop, 'Aster', dollars(15, 25, 50, 100), { views: 1 });
  await makeBrand(shop, 'Birch', dollars(30), { category: 'Shopping', views: 9 });
  const cedar = await makeBrand(shop, 'Cedar', dollars(203), { category: 'Shopping', views: 5 });
  await makeBrand(shop, 'Dahlia', [{ valueMinor: 40_00n, currency: 'eur' }], { views: 2 });
  const page = await visit(shop.url);
  await page.goto('/gift-cards');
  const tiles = page.getByRole('tabpanel').locator('a[href^="/gift-cards/"]');
  const titles = async () =>
    (await tiles.allTextContents()).map((words) => /Aster|Birch|Cedar|Dahlia/.exec(words)?.[0]);
  const expectTitles = (...wanted: string[]) => expect.poll(titles).toEqual(wanted);
  const filters = page.getByRole('complementary', { name: 'Filters' });

  await expectTitles('Birch', 'Cedar', 'Aster');
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    'Best Sellers',
    'Gaming',
    'Entertainment',
    'Shopping',
    'Prepaid Card',
    'Wallet Funds',
  ]);
  // Three values of four, and that there is one more.
  expect(await tiles.last().textContent()).toContain('$15 $25 $50 +1');
  expect(await tiles.last().textContent()).not.toContain('$100');

  const sorts = filters.getByLabel('Sort by').getByRole('option');
  // The filters come a moment after the list.
  await expect
    .poll(() => sorts.allTextContents())
    .toEqual(['Best sellers', 'Alphabetical', 'Price high to low', 'Price low to high']);
  await filters.getByLabel('Sort by').selectOption('Alphabetical');
  await expectTitles('Aster', 'Birch', 'Cedar');
  await filters.getByRole('button', { name: 'Direction' }).click();
  await expectTitles('Cedar', 'Birch', 'Aster');
  await filters.getByLabel('Sort by').selectOption('Price low to high');
  await expectTitles('Aster', 'Birch', 'Cedar');
  await filters.getByLabel('Sort by').selectOption('Price high to low');
  await expectTitles('Cedar', 'Birch', 'Aster');
  await page.reload();
  await expectTitles('Cedar', 'Birch', 'Aster');

  // The server's limits in whole steps, and steps of ten.
  const lowest = filters.getByRole('slider', { name: 'Lowest price' });
  const highest = filters.getByRole('slider', { name: 'Highest price' });
  await expect.poll(() => lowest.inputValue()).toBe('10');
  await expect.poll(() => highest.inputValue()).toBe('210');
  await lowest.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL('**price=20-210*');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL('**price=50-210*');
  await expectTitles('Cedar', 'Aster');

  await filters.getByRole('button', { name: 'Reset all' }).click();
  await expectTitles('Birch', 'Cedar', 'Aster');
  expect(new URL(page.url()).search).toBe('');

  await filters.getByPlaceholder('Find a brand').fill('ced');
  await filters.getByLabel('Cedar').click();
  await expectTitles('Cedar');
  await filters.getByRole('button', { name: 'Reset all' }).click();
  await page.getByRole('tab', { name: 'Shopping' }).click();
  await expectTitles('Birch', 'Cedar');
  await page.getByRole('tab', { name: 'Wallet Funds' }).click();
  await page.getByText('No giftcard available').waitFor();
  await page.getByRole('tab', { name: 'Best Sellers' }).click();

  const search = page.getByPlaceholder('Search Gift Cards');
  await search.fill('CÉDAR');
  await expectTitles('Cedar');
  await search.fill('x'.repeat(500));
  await page.getByText('No giftcard available').waitFor();
  const popular = page.getByRole('region', { name: text('catalogue.popular') });
  await popular.getByRole('link').first().waitFor();
  await page.getByRole('button', { name: 'Clear search' }).first().click();
  await filters.getByLabel('Currency').selectOption('eur');
  await expectTitles('Dahlia');
  await filters.getByLabel('Currency').selectOption('usd');
  await search.fill('ced');
  await search.press('Enter');
  await expectTitles('Cedar');
  expect(await search.evaluate((field) => field.matches(':focus'))).toBe(false);
  // What is still waiting to be searched does not follow one to another page.
  await page.getByRole('button', { name: 'Clear search' }).click();
  // The cross is gone: the focus is in the field.
  expect(await search.evaluate((field) => field.matches(':focus'))).toBe(true);
  await expectTitles('Birch', 'Cedar', 'Aster');
  await page.clock.install();
  await page.evaluate(`(() => {
    const field = document.querySelector('input[type=search]');
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    write.call(field, 'c');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('[role=tabpanel] a[href="/gift-cards/${cedar.id}"]').click();
  })()`);
  await page.waitForURL(`**/gift-cards/${cedar.id}`);
  await page.clock.fastForward(5_000);
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Terms' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('CAT-06, CAT-16 while the catalogue is on its way it says so, over prices from 0 to 5000; a failure offers another try', async () => {
  const shop = await startShop();
  await makeBrand(shop, 'Aster', dollars(15));
  const page = await visit(shop.url, { worker: false });
  const release = Promise.withResolvers<void>();
  await page.route(/api\/v1\/(giftcards\?|minmax)/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto(withoutWords('/gift-cards'));
  await page.getByText('Loading giftcards').waitFor();
  expect(await page.getByRole('slider', { name: 'Lowest price' }).inputValue()).toBe('0');
  expect(await page.getByRole('slider', { name: 'Highest price' }).inputValue()).toBe('5000');
  release.resolve();
  await page.getByRole('link', { name: /Aster/ }).waitFor();
  await page.unrouteAll();

  await page.route('**/api/v1/giftcards?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await page.getByText("We couldn't load the gift cards").waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: /Aster/ }).waitFor();
});

longTest(
  'without brands to choose from nothing asks for one, and an empty list says why',
  async () => {
    const shop = await startShop();
    await makeBrand(shop, 'Aster', dollars(15));
    const page = await visit(shop.url);
    await page.route('**/api/v1/brands/*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/gift-cards?search=nimbus');
    await page.getByText('No results for “nimbus” in USD. Try another word.').waitFor();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await filters.getByRole('slider', { name: 'Lowest price' }).waitFor();
    await filters.getByRole('group', { name: 'Brands' }).waitFor({ state: 'detached' });
    // That there was nothing says nothing of another currency.
    const letGo = await holdBack(page, '**/api/v1/giftcards?*');
    await filters.getByLabel('Currency').selectOption('eur');
    await page.getByText('Loading giftcards').waitFor();
    expect(await page.getByText('No results for “nimbus”').count()).toBe(0);
    letGo();
    await page.getByText('No results for “nimbus” in EUR. Try another word.').waitFor();
    const clear = page.getByRole('tabpanel').getByRole('button', { name: 'Clear search' });
    await clear.click();
    await page.getByText('We have no gift cards in EUR right now. Try another currency.').waitFor();
    // The button is gone: the focus is not lost with it.
    expect(await page.getByRole('main').evaluate((main) => main.matches(':focus'))).toBe(true);
    await filters.getByLabel('Currency').selectOption('usd');
    await page.getByRole('link', { name: /Aster/ }).waitFor();
    // What is still shown is counted in its own currency.
    const letCome = await holdBack(page, '**/api/v1/giftcards?*');
    const asked = page.waitForRequest('**/api/v1/giftcards?*currency=gbp*');
    await filters.getByLabel('Currency').selectOption('gbp');
    await asked;
    await page.getByText('1 brand in USD', { exact: true }).waitFor();
    letCome();
    await page.getByText('We have no gift cards in GBP right now. Try another currency.').waitFor();
  },
);

longTest('CAT-01 on a phone the filters are in a sheet that Escape closes', async () => {
  const shop = await startShop();
  await makeBrand(shop, 'Aster', dollars(15));
  await makeBrand(shop, 'Birch', dollars(30));
  await makeManyBrands(shop, 8);
  const page = await visit(shop.url, { size: phone, reducedMotion: true });
  const letGo = await holdBack(page, '**/api/v1/{minmax-price,brands}/*');
  await page.goto(withoutWords('/gift-cards'));
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  // What comes late moves nothing: neither the slider nor the edge of the sheet.
  const price = sheet.getByRole('slider', { name: 'Lowest price' });
  const { y } = await boxOf(price);
  letGo();
  await sheet.getByLabel('Birch').waitFor();
  expect((await boxOf(price)).y).toBe(y);
  await sheet.getByLabel('Birch').click();
  await sheet.getByRole('button', { name: 'Show 1 brand', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Aster/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await sheet.getByRole('button', { name: 'Reset all' }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  const opener = page.getByRole('button', { name: 'Filters (1)' });
  await expect.poll(() => opener.evaluate((button) => button.matches(':focus'))).toBe(true);
  await expect.poll(() => sidewaysScroll(page)).toBe(0);
});

test('CARD-01, CARD-02, CARD-03, CARD-04, CARD-05, CARD-06, CARD-07, CARD-09, CARD-10, CARD-11, CARD-12 a brand page shows the card, its terms and its prices, and takes no senseless quantity', async () => {
  const shop = await startShop();
  const brand = await makeBrand(shop, 'Kestrel', [
    { valueMinor: 25_00n, discountBp: 400, cashbackBp: 150 },
    { valueMinor: 50_00n, cashbackBp: 250 },
    { valueMinor: 75_00n, codes: 0 },
  ]);
  const page = await visit(shop.url, { worker: false });
  await page.goto(`/gift-cards/${brand.id}`);
  await page.getByRole('heading', { level: 1, name: 'Kestrel' }).waitFor();
  await page.getByText('Kestrel in short.').waitFor();
  await page.getByText('Earn Upto 2.5% Cash Back').waitFor();

  const table = page.getByRole('table', { name: 'Denominations' });
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Value',
    'Cashback',
    'Discount',
    'Price',
    'Buy',
  ]);
  const row = (value: string) => table.getByRole('row', { name: value });
  const cells = await row('$25').getByRole('cell').allTextContents();
  expect(cells.slice(0, 3).map((cell) => cell.slice(0, 4))).toEqual(['1.5%', '4% d', 'Befo']);
  expect(cells[2]).toContain('Before: $25.00 $24.00');
  await row('$75').getByText('Sold out').waitFor();
  expect(await row('$75').getByRole('button').count()).toBe(0);
  for (const name of ['Add to cart', 'Buy Now']) {
    expect(await row('$50').getByRole('button', { name }).count()).toBe(1);
  }

  const quantity = row('$50').getByRole('spinbutton');
  await row('$50').getByRole('button', { name: 'One less' }).click({ force: true });
  expect(await quantity.inputValue()).toBe('1');
  await quantity.fill('99999999');
  await quantity.blur();
  await expect.poll(() => quantity.inputValue()).toBe('1000');
  await quantity.focus();
  await page.keyboard.press('Control+A');
  await page.evaluate(`navigator.clipboard.writeText('three <b>cards</b>, please')`);
  await page.keyboard.press('Control+V');
  await quantity.blur();
  expect(await quantity.inputValue()).toBe('1000');
  await row('$50').getByRole('button', { name: 'One more' }).click({ force: true });
  expect(await quantity.inputValue()).toBe('1000');

  for (const label of [
    'Instant delivery',
    'Secure Payments',
    'Trusted Sellers',
    '24*7 Support Available',
  ]) {
    await page.getByRole('list', { name: 'Why buy here' }).getByText(label).waitFor();
  }
  await page.getByRole('tab', { name: 'Product Information' }).waitFor();
  await page.getByRole('tabpanel').getByText('All about Kestrel.').waitFor();
  await page.getByRole('tab', { name: 'How to Redeem' }).click();
  await page.getByRole('tabpanel').getByText('Redeem Kestrel in its shop.').waitFor();

  await page.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Kestrel' });
  await details.getByRole('heading', { name: 'Terms' }).waitFor();
  await details.getByText('All about Kestrel.').waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });

  await page.getByLabel('Currency').selectOption('gbp');
  await page.getByText('No Cards Found').waitFor();
  // Where it has cards is a press away.
  await page.getByRole('button', { name: text('card.empty.show', { currency: 'USD' }) }).click();
  await page.getByText('$25', { exact: true }).first().waitFor();
  await page.getByLabel('Currency').selectOption('gbp');

  await shop.db.run(sql`update brands set video = 'films/kestrel.mp4' where id = ${brand.id}`);
  await shop.catalog.refresh();
  // Not answered: a film that is not there gives way to the art.
  await page.route('**/media/films/**', () => undefined);
  await page.reload();
  const video = page.locator('video[aria-label="Kestrel"]');
  await expect.poll(() => video.getAttribute('src')).toContain('/films/kestrel.mp4');
});

test('CARD-08, CARD-13, CARD-14, CARD-15 a visitor’s wish survives signing in, exactly once; a member’s double click adds once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const brand = await makeBrand(shop, 'Kestrel', dollars(25));
  const page = await visit(shop.url, { size: phone });
  await page.goto(`/gift-cards/${brand.id}?from=mail`);
  await page.getByRole('spinbutton').fill('3');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.waitForURL('**/auth/login');
  const kept = await page.evaluate<[string, string]>(
    `[sessionStorage.getItem('giftlane.pendingItem'), sessionStorage.getItem('giftlane.path')]`,
  );
  expect(JSON.parse(kept[0])).toEqual({ id: brand.cards[0], quantity: 3 });
  expect(JSON.parse(kept[1]).path).toBe(`/gift-cards/${brand.id}?from=mail`);
  await page.reload();
  await signIn(page, anna.email);
  await page.waitForURL(`**/gift-cards/${brand.id}?from=mail`);
  await inCart(page, 3).waitFor();
  const held = async () => {
    const { body } = await shop.raw('GET', '/cart', { token: anna.token });
    return (body.data as { nQuantity: number }[]).map((line) => line.nQuantity);
  };
  expect(await held()).toEqual([3]);
  await page.reload();
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  expect(await held()).toEqual([3]);

  await page.getByRole('button', { name: 'Add to cart' }).dblclick();
  await inCart(page, 4).waitFor();
  expect(await held()).toEqual([4]);
  await page.getByRole('button', { name: 'Buy Now' }).dblclick();
  await page.waitForURL('**/account/cart');
  expect(await held()).toEqual([5]);

  const guest = await visit(shop.url);
  await guest.goto(`/gift-cards/${brand.id}`);
  await guest.getByRole('button', { name: 'Buy Now' }).click();
  await guest.waitForURL('**/auth/login');
  await signIn(guest, anna.email);
  await guest.waitForURL('**/account/cart');
  expect(await held()).toEqual([6]);
  // Signed in once more in the same tab: the wish was for once.
  await guest.evaluate(`localStorage.removeItem('giftlane.token')`);
  await guest.goto('/auth/login');
  await signIn(guest, anna.email);
  await guest.waitForURL(`${shop.url}/`);
  await guest.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  expect(await held()).toEqual([6]);
});

longTest(
  'CAT-04 1,200 brands come as one scrolls, few of them drawn at a time; Back finds the place, also after a reload',
  async () => {
    const shop = await startShop();
    await makeManyBrands(shop, 1_200);
    const page = await visit(shop.url);
    const shown = async () =>
      Number.parseInt((await page.getByText(/of 1200 shown$/).textContent()) ?? '', 10);
    const toTheEnd = () => page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const tiles = page.getByRole('tabpanel').locator('a[href^="/gift-cards/"]');
    await page.goto('/gift-cards');
    await page.getByText('1200 brands').waitFor();
    // Nobody presses anything.
    await expect
      .poll(async () => {
        await toTheEnd();
        return shown();
      })
      .toBe(240);

    const inSight = () =>
      page.evaluate<[string, number]>(`(() => {
      const seen = [...document.querySelectorAll('[role=tabpanel] li a')]
        .map((tile) => [tile.getAttribute('href'), Math.round(tile.getBoundingClientRect().top)]);
      return seen.find(([, top]) => top > 100) ?? ['', 0];
    })()`);
    await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)');
    await expect.poll(async () => (await inSight())[0]).toMatch(/brand_1\d\d$/);
    // What is on its way above would move it still.
    await page
      .getByRole('tabpanel')
      .locator('li[aria-hidden] > [aria-hidden]')
      .first()
      .waitFor(gone);
    let place = await inSight();
    const isStill = async () => {
      const last = place;
      place = await inSight();
      // Between two shelves that are on their way there is none.
      return place[0] !== '' && String(place) === String(last);
    };
    await expect.poll(isStill, { interval: 250 }).toBe(true);
    const comesBack = () => expect.poll(inSight).toEqual(place);
    await tiles.and(page.locator(`[href="${place[0]}"]`)).click();
    await page.getByRole('heading', { level: 1, name: 'Brand 0' }).waitFor();
    await page.goBack();
    await comesBack();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Brand 0' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Brand 0' }).waitFor();
    await page.goBack();
    await comesBack();
    await tiles.and(page.locator(`[href="${place[0]}"]`)).click();
    await page.getByRole('main').getByRole('link', { name: 'Gift Cards', exact: true }).click();
    await page.waitForURL('**/gift-cards');
    await comesBack();

    let most = 0;
    const last = tiles.filter({ hasText: 'Brand 1200' });
    await expect
      .poll(
        async () => {
          most = Math.max(most, await page.locator('main *').count());
          await toTheEnd();
          await page.getByRole('button', { name: 'Show more' }).click({ timeout: 500 }).catch(noop);
          return last.count();
        },
        { timeout: 40_000, interval: 20 },
      )
      .toBe(1);
    expect(await last.locator('..').getAttribute('aria-posinset')).toBe('1200');
    expect(most).toBeLessThan(2_500);
    await page.getByRole('contentinfo').waitFor();
  },
);

longTest(
  'CAT-04 who scrolls faster than the brands come: what comes late moves nothing',
  async () => {
    const shop = await startShop({ working: false });
    await makeManyBrands(shop, 600);
    // Room for more than a page of the list.
    const page = await visit(shop.url, { size: { width: 1280, height: 2_000 } });
    const release = Promise.withResolvers<void>();
    await page.route(/giftcards\?.*page=(?!1&)/, async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto('/gift-cards');
    const count = page.getByText(/of 600 shown$/);
    const shownAtTheEnd = async () => {
      await count.scrollIntoViewIfNeeded();
      return Number.parseInt((await count.textContent()) ?? '', 10);
    };
    await expect.poll(shownAtTheEnd).toBe(240);
    await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)');
    const onItsWay = page.getByRole('tabpanel').locator('li[aria-hidden] > [aria-hidden]').first();
    await onItsWay.waitFor();
    const height = () => page.evaluate<number>('Math.round(document.body.scrollHeight)');
    const tall = await height();
    await page.evaluate(`
    window.together = [];
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      together.push(added.filter((node) => node.ariaPosInSet).length);
    }).observe(document.querySelector("[role=tabpanel]"), { childList: true, subtree: true });`);
    release.resolve();
    await onItsWay.waitFor(gone);
    await page.locator('[role=tabpanel] li[aria-posinset]').first().waitFor();
    expect(await height()).toBe(tall);
    // A page of the list comes at once, and is drawn shelf by shelf.
    const together = await page.evaluate<number[]>('together');
    expect(together.reduce((sum, tiles) => sum + tiles, 0)).toBeGreaterThan(brandsPerPage / 2);
    expect(Math.max(...together)).toBeLessThan(brandsPerPage / 2);
  },
);

/** A phone and a window; all of them in `npm run prove -- --only=long`. */
const widths = [
  ['a phone that is turned', phone, { width: 740, height: 360 }],
  ['a window that is made smaller', desktop, { width: 900, height: 900 }],
  ['a phone that is turned back', { width: 740, height: 360 }, phone],
  ['a window with the same columns', desktop, { width: 1400, height: 700 }],
] as const;
const tried = isLong ? widths : widths.slice(0, 2);

longTest(
  'CAT-04 deep in the list another width shows the same brands, and the list goes on',
  async () => {
    const shop = await startShop({ working: false });
    await makeManyBrands(shop, 600);
    for (const [name, before, after] of tried) {
      const page = await visit(shop.url, { size: before });
      await page.goto('/gift-cards');
      const count = page.getByText(/of 600 shown$/);
      const shownAtTheEnd = async () => {
        await count.scrollIntoViewIfNeeded();
        return Number.parseInt((await count.textContent()) ?? '', 10);
      };
      await expect.poll(shownAtTheEnd, { message: name }).toBeGreaterThanOrEqual(144);
      await page.evaluate('scrollTo(0, document.body.scrollHeight * 0.6)');
      const tile = '[role=tabpanel] li[aria-posinset] a';
      const topOf = (brand: string) =>
        page.evaluate<number | undefined>(
          `document.querySelector('${tile}[href="${brand}"]')?.getBoundingClientRect().top`,
        );
      let seen = '';
      const isStill = async () => {
        const last = seen;
        seen = await page.evaluate<string>(`[...document.querySelectorAll('${tile}')]
        .find((one) => one.getBoundingClientRect().top > 0)?.getAttribute('href') ?? ''`);
        return seen !== '' && seen === last;
      };
      const onItsWay = page
        .getByRole('tabpanel')
        .locator('li[aria-hidden] > [aria-hidden]')
        .first();
      await onItsWay.waitFor(gone);
      await expect.poll(isStill, { message: name, interval: 250 }).toBe(true);
      await page.setViewportSize(after);
      let looks = 0;
      const staysInSight = async () => {
        const top = await topOf(seen);
        const inSight = top !== undefined && top > -after.height / 2 && top < after.height;
        looks = inSight ? looks + 1 : 0;
        return looks;
      };
      await expect.poll(staysInSight, { message: name, interval: 150 }).toBeGreaterThan(5);
      // Nothing has collapsed: what is above and below takes its room.
      const height = () => page.evaluate<number>('document.body.scrollHeight');
      const tall = await height();
      await page.evaluate('scrollTo(0, 0)');
      await expect.poll(() => topOf('/gift-cards/brand_1'), { message: name }).toBeGreaterThan(0);
      expect(Math.abs((await height()) - tall) / tall, name).toBeLessThan(0.1);
      await expect.poll(shownAtTheEnd, { message: name }).toBe(240);
      // What is kept for the way back is the heights of real shelves.
      await page.reload();
      const places: { heights: number[] }[] = JSON.parse(
        await page.evaluate<string>(`sessionStorage.getItem('giftlane.places')`),
      );
      expect(Math.min(...(places[0]?.heights ?? [0])), name).toBeGreaterThan(100);
      await page.close();
    }
  },
);

longTest(
  'CAT-04, ERR-02 a page of the list that does not come is said once, leaves no hole, and is asked for again',
  async () => {
    const shop = await startShop({ working: false });
    await makeManyBrands(shop, 600);
    const page = await visit(shop.url, { size: phone });
    await page.goto('/gift-cards');
    const count = page.getByText(/of 600 shown$/);
    const shownAtTheEnd = async () => {
      await count.scrollIntoViewIfNeeded();
      return Number.parseInt((await count.textContent()) ?? '', 10);
    };
    await expect.poll(shownAtTheEnd).toBeGreaterThanOrEqual(144);
    // In the middle of the third page, whose first row is far above.
    const inTheMiddle = page.locator('[role=tabpanel] li[aria-posinset="62"]');
    const upwards = async () => {
      await page.mouse.wheel(0, -300);
      return inTheMiddle.count();
    };
    await expect.poll(upwards, { interval: 60 }).toBe(1);
    await inTheMiddle.scrollIntoViewIfNeeded();
    const third = /giftcards\?.*page=3/;
    await page.route(third, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    const failed = page.getByText("We couldn't load the gift cards");
    await failed.waitFor();
    const inSight = () =>
      page.evaluate<number>(`[...document.querySelectorAll('[role=tabpanel] li[aria-posinset]')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ top, bottom }) => bottom > 0 && top < innerHeight).length`);
    await expect.poll(inSight).toBeGreaterThan(2);
    expect(await failed.count()).toBe(1);
    await page.unroute(third);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(inSight).toBeGreaterThan(2);
    expect(await failed.count()).toBe(0);
  },
);

longTest(
  'CAT-04 the page after those unrolled is fetched before one comes to it; until then nobody hears that it failed',
  async () => {
    const shop = await startShop({ working: false });
    await makeManyBrands(shop, 200);
    const page = await visit(shop.url, { size: phone });
    let asked = 0;
    const third = /giftcards\?.*page=3/;
    await page.route(third, (route) => {
      asked += 1;
      return route.fulfill({ status: 500, body: '' });
    });
    await page.goto('/gift-cards');
    await page.getByRole('link', { name: 'Brand 0001' }).waitFor();
    await page.mouse.move(180, 370);
    const downTo = (shown: number) =>
      expect
        .poll(
          async () => {
            await page.mouse.wheel(0, 300);
            return page.getByText(`${shown} of 200 shown`).count();
          },
          { interval: 60 },
        )
        .toBe(1);
    await downTo(2 * brandsPerPage);
    // Once more by itself, as everything is that fails for want of the server.
    await expect.poll(() => asked).toBe(2);
    await page.unroute(third);
    // The answer to the second try may still be on its way.
    const good = page.waitForResponse((reply) => third.test(reply.url()) && reply.ok());
    await downTo(3 * brandsPerPage);
    await good;
    await page.locator('li[aria-posinset="50"]').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  },
);

longTest(
  'a brand’s page leads to others of its category and to those looked at before, which one press forgets',
  async () => {
    const shop = await startShop();
    await makeManyBrands(shop, 14);
    const larch = await makeBrand(shop, 'Larch', [{ valueMinor: 15_00n, codes: 2 }], {
      category: 'Shopping',
    });
    const page = await visit(shop.url, { size: phone });
    await page.goto('/gift-cards/brand_3');
    const titles = (name: string) =>
      page.getByRole('region', { name }).locator('a > span:last-child').allTextContents();
    const others = [1, 2, 4, 5, 6, 7, 8, 9].map((n) => `Brand 000${n}`);
    await expect.poll(() => titles('More in Gaming')).toEqual(others);
    const viewed = page.getByRole('region', { name: 'Recently viewed' });
    expect(await viewed.count()).toBe(0);
    await page.getByRole('link', { name: 'Brand 0005' }).click();
    await expect.poll(() => titles('Recently viewed')).toEqual(['Brand 0003']);
    await expect.poll(async () => (await titles('More in Gaming'))[2]).toBe('Brand 0003');

    await page.goto(`/gift-cards/${larch.id}`);
    await page.getByText('Only 2 left').waitFor();
    await page.getByRole('spinbutton').fill('3');
    await page.getByRole('spinbutton').blur();
    await page.getByText('Only 2 left. Choose a lower quantity.').waitFor();
    await expect.poll(() => sidewaysScroll(page)).toBe(0);
    // Alone in its category.
    expect(await page.getByRole('region', { name: 'More in' }).count()).toBe(0);
    await page.goto('/gift-cards');
    await expect
      .poll(() => titles('Recently viewed'))
      .toEqual(['Larch', 'Brand 0005', 'Brand 0003']);
    await expect.poll(() => sidewaysScroll(page)).toBe(0);
    await viewed.getByRole('button', { name: 'Clear' }).click();
    await viewed.waitFor({ state: 'detached' });
    expect(await page.evaluate(`localStorage.getItem('giftlane.viewed')`)).toBeNull();
  },
);

test('what a member looked at is forgotten when they sign out, and what a guest looked at is not when they sign in', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await makeManyBrands(shop, 2);
  const page = await visit(shop.url);
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  await page.goto('/gift-cards/brand_1');
  const noted = () => page.evaluate(`localStorage.getItem('giftlane.viewed')`);
  await expect.poll(noted).toBe('["brand_1"]');
  await page.goto('/auth/login');
  await signIn(page, anna.email);
  await page.waitForURL(/[0-9]\/$/);
  await page.goto('/gift-cards');
  await viewed.getByRole('link', { name: 'Brand 0001' }).waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByText("You're signed out.").waitFor();
  expect(await noted()).toBeNull();
  await page.getByRole('link', { name: 'Gift Cards', exact: true }).first().click();
  await page.waitForURL('**/gift-cards*');
  await page.getByRole('link', { name: 'Brand 0002' }).first().waitFor();
  expect(await viewed.count()).toBe(0);
});

test('CAT-04 what one sees first is the art itself, what one scrolls to are tiles of it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'giftlane-e2e-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shop = await startShop({ working: false, env: { DATA_DIR: dataDir } });
  for (let views = 1; views <= 8; views += 1) {
    const art = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="404"><path d="M0 0h${views}v9z"/></svg>`;
    const banner = await storeMedia(shop.files.open, Buffer.from(art), 'svg');
    await makeBrand(shop, `Brand ${views}`, dollars(25), { banner, views });
  }
  const page = await visit(shop.url, { size: phone });
  await page.goto('/gift-cards');
  const pictures = page.getByRole('tabpanel').locator('img');
  await pictures.last().scrollIntoViewIfNeeded();
  const drawn = () =>
    pictures.evaluateAll((all) =>
      all.map((one) => {
        const { currentSrc, naturalWidth } = one as unknown as {
          currentSrc: string;
          naturalWidth: number;
        };
        return `${new URL(currentSrc || 'none:none').pathname.split('/')[1]} ${naturalWidth}`;
      }),
    );
  const seen = ['media 640', 'media 640', 'media 640', 'media 640', 'media 640', 'media 640'];
  await expect.poll(drawn).toEqual([...seen, 'tiles 480', 'tiles 480']);
});

longTest('CAT-04 pictures one scrolled past are given up; those one stops at come', async () => {
  const shop = await startShop({ working: false });
  await makeManyBrands(shop, 400);
  await shop.db.run(sql`update brands set banner = 'ab/' || md5(id) || '00000000.svg'`);
  await shop.catalog.refresh();
  const page = await visit(shop.url, { size: phone });
  const open = new Set<string>();
  const given: string[] = [];
  const release = Promise.withResolvers<void>();
  await page.route('**/tiles/**', async (route) => {
    open.add(route.request().url());
    await release.promise;
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="303"/>';
    await route.fulfill({ contentType: 'image/svg+xml', body }).catch(noop);
  });
  page.on('requestfailed', (request) => {
    if (open.delete(request.url())) given.push(request.url());
  });
  await page.goto('/gift-cards');
  const count = page.getByText(/of 400 shown$/);
  await expect
    .poll(async () => {
      await count.scrollIntoViewIfNeeded();
      return count.textContent();
    })
    .toContain('240 of');
  const pictures = page.getByRole('tabpanel').locator('img[src^="/tiles/"]');
  await page.getByRole('tabpanel').locator('li[aria-hidden] > [aria-hidden]').first().waitFor(gone);
  await expect.poll(async () => open.size - (await pictures.count())).toBeLessThanOrEqual(0);
  expect(given.length).toBeGreaterThan(100);
  release.resolve();
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.every((one) => 'naturalWidth' in one && one.naturalWidth)),
    )
    .toBe(true);
  // One comes back to those that were given up.
  await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)');
  await page.evaluate('scrollTo(0, 0)');
  await expect
    .poll(() =>
      pictures.evaluateAll(
        (all, wanted) =>
          all.some((one) => wanted.includes((one as unknown as { currentSrc: string }).currentSrc)),
        given,
      ),
    )
    .toBe(true);
});
