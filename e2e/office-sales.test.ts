/** Reviewers work on offered cards by keyboard. */
import { declineSale } from '@giftlane/contract/office/sales.ts';
import { expect, test } from 'vitest';
import { lookAt, makeBought, offered } from '../apps/server/src/features/selling/offers.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { makeOperator } from '../apps/server/src/testing/office.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile } from './browser.ts';
import { sidewaysScroll } from './journey.ts';
import { enterOffice, startOffice } from './office.ts';

const { visit } = browserForFile();

const stateOf = (shop: TestShop, id: string) =>
  shop.db.one(sql<{ state: string; notice: string }>`
    select state, notice from sell_orders where id = ${id}`);

async function openQueue(titles: readonly string[]) {
  const shop = await startShop({ working: false });
  const member = await makeMember(shop);
  const ids: string[] = [];
  for (const title of titles)
    ids.push((await offered(shop, member, { card: await makeBought(shop, { title }) }))._id);
  const url = await startOffice(shop);
  const page = await visit(url);
  await enterOffice(shop, page, 'reviewer');
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: 'Offered cards' }).press('Enter');
  const caseOf = (title: string) => page.getByRole('article', { name: title });
  return { shop, page, url, ids, caseOf };
}

test('offered cards are bought and declined by keys alone, and a decision is undone within ten seconds', async () => {
  const titles = ['Amberfield', 'Briarwood', 'Cloverdale'];
  const { shop, page, ids, caseOf } = await openQueue(titles);
  const [first = '', second = '', third = ''] = ids;
  await caseOf('Amberfield').getByRole('img', { name: 'Front' }).waitFor();
  for (const key of ['z', 'r', 's', '2']) await page.keyboard.press(key);
  expect(await page.getByRole('button', { name: 'Zoom' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await page.keyboard.press('j');
  await caseOf('Briarwood').waitFor();
  // A press in the moment in which a case comes is for that case.
  await page.evaluate(`new Promise((done) => {
    const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
    const watch = new MutationObserver(() => {
      if (!document.querySelector('article[aria-label^=Amberfield]')) return;
      watch.disconnect();
      press('a');
      done();
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    press('k');
  })`);
  await page.getByText('Amberfield $50 bought').waitFor();
  await caseOf('Briarwood').waitFor();
  await page.keyboard.press('u');
  await page.getByRole('link', { name: 'Amberfield' }).waitFor();
  expect(await stateOf(shop, first)).toMatchObject({ state: 'pending' });
  await page.keyboard.press('d');
  await page.getByText('The card is not the one you offered.').waitFor();
  await page.keyboard.press('2');
  await page.getByText('Briarwood $50 declined').waitFor();
  await caseOf('Cloverdale').waitFor();
  await page.keyboard.press('d');
  await page.getByLabel('Own reason').fill('Not sold here');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Cloverdale $50 declined').waitFor();
  await caseOf('Amberfield').getByRole('img', { name: 'Front' }).waitFor();
  const looks = () => shop.db.rows(sql`select 1 from audit_entries where deed = 'sales.show'`);
  const { length } = await looks();
  expect(await stateOf(shop, third)).toMatchObject({ state: 'pending' });
  await page.clock.fastForward(10_000);
  await expect
    .poll(() => stateOf(shop, third))
    .toEqual({ state: 'declined', notice: 'Not sold here' });
  // What is decided elsewhere is no reason to look at the open case again.
  await page.waitForTimeout(1_000);
  expect(await looks()).toHaveLength(length);
  expect(await stateOf(shop, second)).toMatchObject({ state: 'declined' });
  await caseOf('Amberfield').waitFor();
  await page.keyboard.press('a');
  await page.getByText('No offers are waiting.').waitFor();
  // A decision is made when its page is left.
  await page.goto('about:blank');
  await expect.poll(() => stateOf(shop, first)).toMatchObject({ state: 'paid' });
});

test('two reviewers on one case see each other, and whoever comes second reads what was decided', async () => {
  const { shop, page, url, ids, caseOf } = await openQueue(['Amberfield', 'Briarwood']);
  await caseOf('Amberfield').waitFor();
  const other = await visit(url, { size: { width: 820, height: 1180 } });
  await enterOffice(shop, other, 'reviewer');
  await other.goto(`/queues/sales/${ids[0]}`);
  await other.getByText(/Olga Orlova is working on this/).waitFor();
  expect(await other.getByRole('button', { name: 'Buy' }).isDisabled()).toBe(true);
  expect(await sidewaysScroll(other)).toBe(0);
  await page.keyboard.press('a');
  await page.goto('/');
  await expect.poll(() => stateOf(shop, ids[0] ?? '')).toMatchObject({ state: 'paid' });
  await other.reload();
  await other.getByText(/Olga Orlova has decided this: paid/).waitFor();
  // Both at the same time: the first one's is not sent before ten seconds are over.
  await page.goto(`/queues/sales/${ids[1]}`);
  await caseOf('Briarwood').waitFor();
  await page.keyboard.press('a');
  await page.getByText('Briarwood $50 bought').waitFor();
  const theo = await makeOperator(shop, 'reviewer');
  await shop.db.run(sql`update operators set name = 'Theo Thoma' where id = ${theo.id}`);
  const params = { id: ids[1] ?? '' };
  await lookAt(shop, params.id, theo.id);
  const body = { sNotice: 'Not this one' };
  await expect.poll(async () => (await theo.call(declineSale, { params, body })).status).toBe(200);
  await page.clock.fastForward(10_000);
  await page.getByText('Theo Thoma has decided this already: declined').waitFor();
  await page.goto(`/queues/sales/${ids[1]}`);
  await page.getByText('Theo Thoma has decided this: declined').waitFor();
  await page.getByText('Not this one').waitFor();
});
