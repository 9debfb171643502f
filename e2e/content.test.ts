/** Static pages, the contact form and the newsletter, as people use them. */
import { showPage } from '@giftlane/contract/shop/content.ts';
import { readProse, sectionsOf } from '@giftlane/prose/prose.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newestMessages } from '../apps/server/src/features/contact/contact.ts';
import { setOption } from '../apps/server/src/features/content/content.ts';
import { sendIssue } from '../apps/server/src/features/newsletter/newsletter.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, isLong, longTest, phone } from './browser.ts';
import { linkInMail, sidewaysScroll, withoutWords } from './journey.ts';

const { visit } = browserForFile();

const sizes = [
  ['phone', phone],
  ['desk', desktop],
] as const;
/** A whole journey is made on a phone, and at a desk in `npm run prove -- --only=long`. */
const journeys = isLong ? sizes : sizes.slice(0, 1);

const sectionsAt = async (shop: TestShop, path: string) => {
  const { body } = await shop.call(showPage, { params: { path } });
  return sectionsOf(readProse(body.data.sValue)).sections;
};

const topOf = (page: Page, id: string) =>
  page.locator(`[id="${id}"]`).evaluate((at) => Math.round(at.getBoundingClientRect().top));

test('ROUTE-19, ROUTE-20, ROUTE-21, ROUTE-22, ROUTE-23, ROUTE-24, ROUTE-25, GLOB-06, CONT-11 every static page opens from header or footer for a visitor, with its title and text', async () => {
  const shop = await startShop();
  await setOption(shop.db, 'company_name', 'Giftlane Ltd');
  const page = await visit(shop.url);
  const places: [label: string, path: string, title: string, words: string][] = [
    ['FAQ', '/faq', 'Frequently Asked Questions', 'What do I get when I buy a gift card?'],
    ['About Us', '/about-us', 'About Us', 'Codes are money.'],
    ['Contact Us', '/contact-us', 'Contact Us', 'Support hours'],
    ['Privacy Policy', '/privacy-policy', 'Privacy Policy', 'Who is responsible'],
    ['Terms and Conditions', '/tnc', 'Terms and Conditions', 'What we sell'],
    ['Refund Policy', '/refund-policy', 'Refund Policy', 'The short version'],
    ['Shipping Policy', '/shipping-policy', 'Shipping Policy', 'Electronic only'],
  ];
  await page.goto('/404');
  for (const [label, path, title, words] of places) {
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.getByRole('main').getByText(words).last().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.title()).toBe(`${title} · Giftlane`);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
  }
  // Who runs the shop is said in the footer, and on About Us itself.
  await page.getByRole('contentinfo').getByText('Giftlane Ltd').waitFor();
  await page.goto('/about-us');
  await page.getByRole('main').getByText('Giftlane Ltd').waitFor();
  const header = page.getByRole('banner');
  for (const label of ['About Us', 'Contact Us']) {
    await header.getByRole('link', { name: label }).click();
    await page.getByRole('heading', { level: 1, name: label }).waitFor();
  }
});

longTest('the header keeps its room at every width, for visitors and members', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 12_345_67n });
  for (const token of [undefined, anna.token]) {
    const page = await visit(shop.url, token ? { token } : {});
    await page.goto('/about-us');
    await page.getByText('Codes are money.').waitFor();
    for (const width of [360, 767, 768, 819, 820, 1023, 1024, 1279, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => sidewaysScroll(page), { message: `${width}` }).toBe(0);
      const height = await page
        .getByRole('banner')
        .evaluate((at) => at.getBoundingClientRect().height);
      expect(height, `${width}`).toBeLessThan(70);
    }
  }
});

longTest.each(journeys)(
  'CONT-09 fifteen questions fold and unfold, are found by their words, and have an address each; on a %s',
  async (_name, size) => {
    const shop = await startShop();
    const questions = await sectionsAt(shop, 'faq');
    const page = await visit(shop.url, { size });
    await page.goto('/faq');
    const folded = page.locator('main details');
    await expect.poll(() => folded.count()).toBe(15);
    expect(await page.locator('main details[open]').count()).toBe(0);
    const first = folded.first();
    const answer = first.getByText('nothing is printed');
    expect(await answer.isVisible()).toBe(false);
    await first.locator('summary').click();
    await answer.waitFor();
    await first.locator('summary').press('Enter');
    await answer.waitFor({ state: 'hidden' });

    const search = page.getByRole('searchbox', { name: 'Search questions' });
    await search.fill('  CÁSHBACK');
    await page.getByText('What is cashback, and when do I get it?').waitFor();
    await expect.poll(() => page.locator('main summary:visible').count()).toBeLessThan(15);
    await search.fill('zebra');
    await page.getByText('No questions match your search').waitFor();
    expect(await page.locator('main summary:visible').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => page.locator('main summary:visible').count()).toBe(15);
    expect(await search.evaluate((field) => field.matches(':focus'))).toBe(true);

    const last = questions.at(-1);
    await page.goto('/404');
    await page.goto(`/faq#${last?.id}`);
    const asked = page.locator(`[id="${last?.id}"]`);
    await expect.poll(() => asked.evaluate((at) => at.hasAttribute('open'))).toBe(true);
    await expect.poll(() => asked.isVisible()).toBe(true);
    await expect.poll(() => topOf(page, last?.id ?? '')).toBeLessThan(size.height);
    await asked.getByRole('link', { name: 'Link to this question' }).click();
    expect(new URL(page.url()).hash).toBe(`#${last?.id}`);
  },
);

test('CONT-10 legal pages have their contents at the side on a desk: it stays, leads, and marks where one reads', async () => {
  const shop = await startShop();
  const page = await visit(shop.url);
  for (const path of ['privacy-policy', 'tnc', 'refund-policy', 'shipping-policy']) {
    const sections = await sectionsAt(shop, path);
    await page.goto(`/${path}`);
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.waitFor();
    const links = contents.getByRole('link');
    expect(await links.count(), path).toBe(sections.length);
    expect(await contents.locator('[aria-current]').textContent()).toContain(sections[0]?.title);
    const third = sections[2];
    await links.nth(2).click();
    await expect.poll(() => topOf(page, third?.id ?? '')).toBeLessThan(120);
    expect(new URL(page.url()).hash).toBe(`#${third?.id}`);
    await expect
      .poll(() => contents.locator('[aria-current]').textContent())
      .toContain(third?.title);
    expect(await contents.isVisible()).toBe(true);
    await links.last().click();
    await expect
      .poll(() => contents.locator('[aria-current]').textContent())
      .toContain(sections.at(-1)?.title);
    await page.evaluate('scrollTo(0, 0)');
    await expect
      .poll(() => contents.locator('[aria-current]').textContent())
      .toContain(sections[0]?.title);
  }
});

longTest(
  'CONT-10 on a phone the contents fold away above the text, and a section has an address',
  async () => {
    const shop = await startShop();
    const [, second] = await sectionsAt(shop, 'tnc');
    const page = await visit(shop.url, { size: phone });
    await page.goto('/tnc');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const link = contents.getByRole('link', { name: second?.title ?? '' });
    await contents.locator('summary').click();
    await link.click();
    await link.waitFor({ state: 'hidden' });
    await expect.poll(() => topOf(page, second?.id ?? '')).toBeLessThan(120);
    const address = page.url();
    await page.goto('/404');
    await page.goto(address);
    await expect.poll(() => topOf(page, second?.id ?? '')).toBeLessThan(120);
  },
);

longTest(
  'a page that can not be loaded says so and is loaded when asked again; one without a text says that',
  async () => {
    const shop = await startShop();
    const page = await visit(shop.url, { size: phone });
    await page.route('**/api/v1/settings/tnc', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(withoutWords('/tnc'));
    await page.getByText("We couldn't load this").waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'What we sell' }).waitFor();
    await page.route('**/api/v1/settings/about-us', (route) =>
      route.fulfill({
        json: { status: 200, message: '', data: { sTitle: 'About Us', sValue: '' } },
      }),
    );
    await page.goto(withoutWords('/about-us'));
    await page.getByText('Nothing here yet').waitFor();
  },
);

test('a hostile text stays a text: no element, no script, no request comes of it', async () => {
  const shop = await startShop();
  const hostile = [
    '<script>document.title = "owned"</script>',
    '<img src="/owned.png" onerror="document.title=1">',
    '[press](javascript:document.title=1)',
    '![x](https://spy.example/x.png)',
    '<iframe src="javascript:alert(1)"></iframe>',
    '> '.repeat(500),
  ].join('\n\n');
  await shop.db.run(sql`update pages set body = ${hostile} where path = '/about-us'`);
  const page = await visit(shop.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/about-us');
  await page.getByText('<script>').first().waitFor();
  expect(await page.title()).toBe('About Us · Giftlane');
  expect(await page.locator('main :is(script, img, iframe)').count()).toBe(0);
  expect(await page.locator('main a[href^="javascript"]').count()).toBe(0);
  expect(asked.filter((url) => /owned|spy/.test(url))).toEqual([]);
});

test.each(journeys)(
  'ROUTE-48, CONT-01, CONT-02, CONT-06, CONT-13, CONT-14, CONT-15, CONT-16, CONT-17, CONT-18 a visitor writes to support; on a %s',
  async (_name, size) => {
    const shop = await startShop();
    await shop.db.run(
      sql`update site_options set value = 'support@giftlane.example' where name = 'support_email'`,
    );
    const page = await visit(shop.url, { size });
    await page.goto('/contact-us');
    const facts = page.getByRole('complementary', { name: 'Contact information' });
    for (const fact of [
      'within 24-48 hours',
      'Monday to Saturday, 9 am to 9 pm CET',
      'before 5 pm',
      'electronic only',
      'no refunds once a code is shipped',
      "Reward points are earned only when you're signed in",
      'support@giftlane.example',
    ]) {
      await facts.getByText(fact).waitFor();
    }
    const submit = page.getByRole('button', { name: 'Send message' });
    await page.getByLabel('Email').fill('vera@example.com');
    await page.getByRole('textbox', { name: 'Message' }).fill('Where is my order?\nThank you.');

    // A look at the terms, or a reload, loses nothing.
    await page.reload();
    const message = page.getByRole('textbox', { name: 'Message' });
    await expect.poll(() => message.inputValue()).toBe('Where is my order?\nThank you.');
    const call = '**/api/v1/contact-us';
    await page.route(call, (route) => route.fulfill({ status: 503, body: '' }));
    await submit.click();
    await page.getByText('Server error').waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toContain('Where is');
    await page.unrouteAll();
    await submit.dblclick();
    await page.getByText('Thank you for your message').waitFor();
    for (const name of ['Email', 'Full name (optional)', 'Subject (optional)', 'Message']) {
      await expect.poll(() => page.getByRole('textbox', { name }).inputValue()).toBe('');
    }
    expect(await newestMessages(shop.db, 5)).toMatchObject([
      { email: 'vera@example.com', fullName: '', subject: '', suspect: false },
    ]);
  },
);

longTest('a member finds name and e-mail filled in, before and after a message', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto('/contact-us');
  const filled = async () => [
    await page.getByRole('textbox', { name: 'Full name' }).inputValue(),
    await page.getByRole('textbox', { name: 'Email' }).inputValue(),
  ];
  await expect.poll(filled).toEqual(['Anna Archer', anna.email]);
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Thank you for your message').waitFor();
  await expect.poll(filled).toEqual(['Anna Archer', anna.email]);
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
});

test.each(journeys)(
  'HOME-08 a visitor subscribes, confirms by the mail, and leaves by the link of an issue; on a %s',
  async (_name, size) => {
    const shop = await startShop();
    const page = await visit(shop.url, { size });
    await page.goto('/');
    const form = page.getByRole('region', { name: 'Newsletter updates' });
    const press = form.getByRole('button', { name: 'Subscribe' });
    await form.getByLabel('Email').fill('vera@example.com');
    await page.route('**/api/v1/newsletter', (route) => route.abort());
    await press.click();
    await form.getByText('Server is unavailable.').waitFor();
    expect(await press.isDisabled(), 'after a lost connection').toBe(false);
    await page.unroute('**/api/v1/newsletter');
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await form.getByText('Check your inbox', { exact: true }).waitFor();

    const confirm = await linkInMail(shop, 'vera@example.com', '/newsletter/confirm/');
    await page.goto(confirm);
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await page.getByRole('heading', { name: "You're subscribed" }).waitFor();

    await sendIssue(shop.db, { subject: 'News', body: 'Hello.' });
    await expect.poll(() => shop.sandbox.mails('vera@example.com').length).toBe(2);
    const leave = await linkInMail(shop, 'vera@example.com', '/newsletter/unsubscribe/');
    await page.goto(leave);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: "You're unsubscribed" }).waitFor();
    await page.goto(confirm);
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.goto(`/newsletter/unsubscribe/${'x'.repeat(201)}`);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: "This link doesn't work" }).waitFor();
    expect(await page.getByRole('button', { name: 'Unsubscribe' }).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
  },
);
