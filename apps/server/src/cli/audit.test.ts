import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { brokenConstraint } from '../platform/db/errors.ts';
import { startShop } from '../testing/start-shop.ts';
import { runOn } from './run.testing.ts';

test('what changes the shop is kept with who asked for it, for ever', async () => {
  const shop = await startShop({ working: false });
  await runOn(shop, 'operator', 'create', '--email', 'olga@shop.example', '--role', 'finance');
  await runOn(shop, 'stock', 'level');
  const { stdout } = await runOn(shop, 'voucher', 'create', '--value', '5', '--currency', 'usd');
  const kept = await shop.db.rows(sql`select actor, deed, facts from audit_entries order by id`);
  const actor = `command line: ${userInfo().username}`;
  expect(kept).toEqual([
    { actor, deed: 'operator create', facts: { email: 'olga@shop.example', role: 'finance' } },
    { actor, deed: 'voucher create', facts: { value: '5', currency: 'usd' } },
  ]);
  expect(JSON.stringify(kept)).not.toContain(stdout.slice(0, 19));
  for (const change of [sql`delete from audit_entries`, sql`update audit_entries set deed = ''`]) {
    const error = await shop.owner.run(change).catch((cause: unknown) => cause);
    expect(brokenConstraint(error)).toBe('history_kept');
  }
});
