import * as options from '@giftlane/contract/office/options.ts';
import * as pages from '@giftlane/contract/office/pages.ts';
import { showPage } from '@giftlane/contract/shop/content.ts';
import { expect, test } from 'vitest';
import { runOn } from '../../cli/run.testing.ts';
import { sql } from '../../platform/db/db.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { startShop } from '../../testing/start-shop.ts';
import { publishPages } from './content.ts';

const params = { path: 'tnc' };

async function withEditors() {
  const shop = await startShop({ working: false });
  const office = officeOf(shop);
  const [olga, ben] = [
    await makeOperator(shop, 'catalogue', office),
    await makeOperator(shop, 'owner', office),
  ];
  const page = async () => (await olga.call(pages.showEditedPage, { params })).data;
  const save = (operator: typeof olga, sBody: string, nVersion: number) =>
    operator.call(pages.savePage, { params, body: { sTitle: 'Terms', sBody, nVersion } });
  return { shop, olga, ben, page, save };
}

test('an edited page is in the shop, its former text and who saved it are kept, and it can be restored', async () => {
  const { shop, olga, ben, page, save } = await withEditors();
  const first = await page();
  expect(first).toMatchObject({ nVersion: 1, sEditor: null, aVersions: [] });
  expect((await save(olga, '## One\r\nHers', 1)).status).toBe(200);
  expect((await save(ben, '## One\nHis', 2)).status).toBe(200);
  const saved = await page();
  expect(saved).toMatchObject({ sBody: '## One\nHis', nVersion: 3, sEditor: ben.email });
  expect(saved.aVersions).toMatchObject([
    { nVersion: 3, sEditor: ben.email },
    { nVersion: 2, sEditor: olga.email },
    { nVersion: 1, sEditor: null, sTitle: first.sTitle },
  ]);
  const version = { params: { ...params, version: 1 } };
  const { data } = await olga.call(pages.showVersion, version);
  expect(data).toEqual({ sTitle: first.sTitle, sBody: first.sBody });
  await save(olga, data.sBody, 3);
  await expect
    .poll(async () => (await shop.call(showPage, { params })).body.data.sValue)
    .toBe(first.sBody);
});

test('who saves what somebody else has saved meanwhile is refused, of two at once too, and nothing is lost', async () => {
  const { shop, olga, ben, page, save } = await withEditors();
  for (let version = 1; version <= 10; version += 1) {
    const both = await Promise.all([
      save(olga, `## ${version}\nHers`, version),
      save(ben, `## ${version}\nHis`, version),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual(['', 'page.changed']);
  }
  expect((await page()).aVersions).toHaveLength(11);
  // A release is somebody else, too.
  await shop.db.run(sql`update pages set edited_at = null, edition = 0`);
  await publishPages(shop.db);
  expect((await save(olga, '## Mine', 11)).code).toBe('page.changed');
});

test('a page is checked at its field; what looks like a script is a text like any other', async () => {
  const { shop, olga, page, save } = await withEditors();
  const refused = await save(olga, 'No sections', 1);
  expect([refused.status, refused.code]).toEqual([400, 'input.invalid']);
  expect((await save(olga, ' ', 1)).status).toBe(400);
  const body = `## <script>alert(1)</script>\n\u202e=cmd ${'a'.repeat(10_000)}`;
  expect((await save(olga, body, 1)).status).toBe(200);
  expect((await page()).sBody).toBe(body);
  expect((await shop.call(showPage, { params })).status).toBe(200);
  const nowhere = { params: { path: 'nowhere' } };
  expect((await olga.call(pages.showEditedPage, nowhere)).status).toBe(404);
});

test('every option there is is shown with what it does', async () => {
  const { shop, ben } = await withEditors();
  const { data } = await ben.call(options.listEditedOptions);
  const all = await shop.db.rows(
    sql<{ name: string }>`select name from site_options order by name`,
  );
  expect(data.map(({ sName }: { sName: string }) => sName)).toEqual(all.map(({ name }) => name));
  expect(data.find(({ sName }: { sName: string }) => sName === 'session_days')).toEqual({
    sName: 'session_days',
    eKind: 'whole',
    sValue: '30',
    sExplained: 'Days after which a member’s session ends in any case.',
    oChanged: null,
  });
});

test('a changed option says who changed what, also by the command line; a repeat of its value changes nothing', async () => {
  const { shop, ben } = await withEditors();
  const name = { name: 'session_days' };
  const set = (sValue: string, sBefore: string) =>
    ben.call(options.setOptionValue, { params: name, body: { sValue, sBefore } });
  expect((await set('20', '30')).status).toBe(200);
  expect((await set('20', '20')).status).toBe(200);
  expect((await runOn(shop, 'option', 'set', 'session_days', '--value', '10')).code).toBe(0);
  const { data } = await ben.call(options.listChanges, { params: name });
  expect(data).toMatchObject([
    { sBefore: '20', sValue: '10', sEditor: expect.stringMatching(/^command line: /) },
    { sBefore: '30', sValue: '20', sEditor: ben.email },
  ]);
  expect((await set('25', '20')).code).toBe('option.changed');
});

test('of two who change an option at once one does, and values are checked at their field', async () => {
  const { ben } = await withEditors();
  const set = (name: string, sValue: string, sBefore: string) =>
    ben.call(options.setOptionValue, { params: { name }, body: { sValue, sBefore } });
  let before = '30';
  for (let round = 1; round <= 20; round += 1) {
    const values = [`${round}1`, `${round}2`];
    const both = await Promise.all(values.map((value) => set('session_days', value, before)));
    expect(both.map(({ code }) => code).sort()).toEqual(['', 'option.changed']);
    before = values[both.findIndex(({ code }) => code === '')] ?? '';
  }
  const wrong = [
    await set('session_days', 'ten', before),
    await set('explorer_btc', 'http://x/{txid}', ''),
    await set('support_email', 'a@b.example, c@d.example', ''),
  ];
  expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect((await set('demo', 'x', '')).status).toBe(404);
});
