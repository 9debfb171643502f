/** Operators, roles, the audit log and the lock of the office in a browser. */
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { enterOffice, equip, operatorPassword, startOffice } from './office.ts';

const { visit } = browserForFile();

/** A shop, and its owner at the office, who has a password and an app. */
async function openHouse() {
  const shop = await startShop({ working: false });
  const page = await visit(await startOffice(shop));
  const owner = await enterOffice(shop, page, 'owner', 'Olga');
  return { shop, page, owner, code: await equip(shop, owner) };
}

test('an owner makes a role, invites somebody to it and reads so in the audit log, by keyboard', async () => {
  const { shop, page } = await openHouse();
  await page.setViewportSize({ width: 820, height: 1000 });
  await page.goto('/operators/roles');
  await page.getByRole('button', { name: 'New role' }).press('Enter');
  await page.getByLabel('Name').fill('Night shift');
  await page.keyboard.press('Enter');
  await page.getByText('Choose at least one permission').waitFor();
  await page.getByLabel('See orders').press('Space');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Night shift').waitFor();
  await page.goto('/operators');
  await page.getByRole('button', { name: 'Invite an operator' }).press('Enter');
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Night shift');
  await page.getByLabel('Email').fill('mia@giftlane.test');
  await scanBoth(page, 'invite');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'mia@giftlane.test' }).press('Enter');
  await page.getByRole('button', { name: 'Invite again' }).waitFor();
  await page.goto('/audit?deed=operators.invite');
  await page.getByRole('row').nth(1).getByRole('link').press('Enter');
  await page.getByText('mia@giftlane.test').waitFor();
  const { jobs } = await shop.db.one(sql<{ jobs: number }>`
    select count(*)::int as jobs from jobs where task = 'operators.send_invitation'`);
  expect(jobs).toBe(1);
});

test('a screen nobody uses is locked, shows nothing, and keeps what was typed until the password comes', async () => {
  const { shop, page, owner, code } = await openHouse();
  await page.clock.install();
  await page.goto('/operators');
  await page.getByRole('button', { name: 'Invite an operator' }).click();
  await page.getByLabel('Email').fill('mia@giftlane.test');
  await page.clock.fastForward('14:00');
  await page.mouse.move(10, 10);
  await page.clock.fastForward('14:00');
  expect(await page.getByRole('heading', { name: 'Locked' }).count()).toBe(0);
  await page.clock.fastForward('02:00');
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await scanBoth(page, 'locked');
  // Nothing of the page can be seen or reached.
  const covered = `[[20, 20], [600, 60], [900, 700]].every(([x, y]) => document.elementFromPoint(x, y).closest('dialog'))`;
  expect(await page.evaluate<boolean>(covered)).toBe(true);
  await expect
    .poll(() => shop.db.rows(sql`select from operator_sessions where operator_id = ${owner.id}`))
    .toHaveLength(0);
  const dialog = page.getByRole('dialog', { name: 'Locked' });
  await dialog.getByText('Nobody was here').click();
  await dialog.getByLabel('Password', { exact: true }).fill(operatorPassword);
  await dialog.getByLabel('Code', { exact: true }).fill(await code());
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Email').inputValue()).toBe('mia@giftlane.test');
});

test('whose session ended is told so and led back; whose role was taken sees what is left', async () => {
  const { shop, page, owner, code } = await openHouse();
  await page.goto('/audit');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await shop.db.run(sql`
    with made as (
      insert into operator_roles (id, name, permissions) values ('rol_1', 'Small', '{today.read}') returning id
    ), other as (
      insert into operators (id, email, email_key, role, password_hash, totp_secret)
      values ('opr_other', 'o@giftlane.test', 'o@giftlane.test', 'owner', 'x', 'x')
    ) select from made`);
  await page.getByRole('combobox', { name: 'What' }).selectOption({ index: 0 });
  await page.getByLabel('About').fill('ord_1');
  await shop.db.run(sql`update operators set role = 'rol_1' where id = ${owner.id}`);
  // Told by the refused call, or before it by the events.
  await page.keyboard.press('Enter');
  await page.getByText('Your role was changed').waitFor();
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Olga' }).waitFor();
  await page.getByLabel('Current password').fill(operatorPassword);
  await page.getByLabel('New password').fill('Battery-staple-9');
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await shop.db.run(sql`delete from operator_sessions where operator_id = ${owner.id}`);
  await page.keyboard.press('Enter');
  await page.getByText('Your session has ended').waitFor();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(operatorPassword);
  await page.getByLabel('Code', { exact: true }).fill(await code());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');
});
