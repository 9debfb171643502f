/** The list of what guards the database, `sql/guards.txt`: `vitest run guards-listed -u` writes it anew after a migration. */
import { expect, test } from 'vitest';
import { guardsUnlike } from '../ledger/guards.ts';
import { startShop } from '../testing/start-shop.ts';

test('1 the guards that are listed are those that the migrations make', async () => {
  const { db } = await startShop({ working: false });
  const guards = await db.rows(guardsUnlike(''));
  const lines = guards.map(({ breach }) => breach.replace(' is none of ours', ''));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../sql/guards.txt');
});
