import { expect, test } from 'vitest';
import { startShop } from '../../testing/start-shop.ts';
import { runOn } from '../run.testing.ts';

test('operator create, invite and close: a link each, one account whatever the case of the address, what is closed stays closed', async () => {
  const shop = await startShop({ working: false });
  const email = 'olga@shop.example';
  const create = (address = email) =>
    runOn(shop, 'operator', 'create', '--email', address, '--role', 'reviewer');
  const made = await create();
  expect(made.stdout).toMatch(
    /olga@shop\.example is an operator now: reviewer\.\n.*invitation#\S{20,}/,
  );
  const twice = await create('Olga@shop.example');
  expect(twice.code).toBe(1);
  expect(twice.stderr).toBe("Olga@shop.example has an operator's account already.\n");
  const again = await runOn(shop, 'operator', 'invite', 'OLGA@shop.example');
  expect(again.stdout).toMatch(/invitation#\S{20,}/);
  expect(again.stdout.split('#')[1]).not.toBe(made.stdout.split('#')[1]);
  expect((await runOn(shop, 'operator', 'close', email)).code).toBe(0);
  for (const word of ['close', 'invite'])
    expect((await runOn(shop, 'operator', word, email)).stderr).toContain(
      `${email} is no operator.`,
    );
  expect((await create()).code).toBe(1);
  expect((await runOn(shop, 'operator', 'create', '--email', email, '--role', 'king')).code).toBe(
    2,
  );
});
