/** The back office in a browser. */
import type { Role } from '@giftlane/contract/office/permissions.ts';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openOffice } from '../apps/server/src/assembly/office.ts';
import { hashPassword, operatorTurn } from '../apps/server/src/features/accounts/accounts.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeOperator, type TestOperator } from '../apps/server/src/testing/office.ts';
import type { TestShop } from '../apps/server/src/testing/start-shop.ts';
import { freePort } from '../tools/free-port.ts';

/** Starts the office of a shop on a port. */
export async function serveOffice(shop: TestShop, port: number) {
  const url = `http://127.0.0.1:${port}`;
  const office = openOffice(shop, { port, url });
  onTestFinished(() => office.app.close());
  await office.app.listen({ port, host: '127.0.0.1' });
  return { office, url, port };
}

/** Starts the office of a shop; returns its address. */
export const startOffice = async (shop: TestShop): Promise<string> =>
  (await serveOffice(shop, await freePort())).url;

export const operatorPassword = 'Correct-horse-7';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Gives an operator the password and an authenticator app; answers what gives a code of it. */
export async function equip(shop: TestShop, { id }: Pick<TestOperator, 'id'>) {
  const { config, db } = shop;
  const passwordHash = await hashPassword(operatorPassword, config.passwordCost, operatorTurn);
  const sealed = config.keys.seal(secret, `operator totp ${id}`);
  await db.run(sql`
    update operators set password_hash = ${passwordHash}, totp_secret = ${sealed} where id = ${id}`);
  return async () => {
    // Each code works once.
    await shop.moveClock(60_000);
    const { at } = await db.one(sql<{ at: Date }>`select app_now() as at`);
    return new TOTP({ secret }).generate({ timestamp: at.getTime() });
  };
}

/** Signs a new operator of a role in to a page of the office. */
export async function enterOffice(
  shop: TestShop,
  page: Page,
  role: Role,
  called = 'Olga Orlova',
): Promise<TestOperator> {
  const operator = await makeOperator(shop, role);
  await shop.db.run(sql`update operators set name = ${called} where id = ${operator.id}`);
  const [name = '', value = ''] = operator.cookie.split('=');
  await page
    .context()
    .addCookies([{ name, value, domain: '127.0.0.1', path: '/', httpOnly: true }]);
  return operator;
}
