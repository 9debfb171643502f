/** The list of what guards the database, `sql/guards.txt`: `vitest run guards-listed -u` writes it anew after a migration. */
import { expect, test } from 'vitest';
import { guardInvariant, guardsUnlike } from '../ledger/guards.ts';
import { startShop } from '../testing/start-shop.ts';

test('1 the guards that are listed are those that the migrations make', async () => {
  const { db } = await startShop({ working: false });
  const guards = await db.rows(guardsUnlike(''));
  const lines = guards.map(({ breach }) => breach.replace(' is none of ours', ''));
  const advice = 'after a migration `npx vitest run guards-listed -u` writes sql/guards.txt anew';
  await expect(`${lines.join('\n')}\n`, advice).toMatchFileSnapshot('../../sql/guards.txt');
});

test('a process of the release before takes the guards of a newer one for no breach', async () => {
  const { owner, db } = await startShop({ working: false });
  await owner.script('drop trigger orders_edges on orders');
  expect(await db.rows(guardInvariant.breaches)).not.toEqual([]);
  await owner.script(`insert into schema_migrations (name, hash) values ('9999_later.sql', '')`);
  expect(await db.rows(guardInvariant.breaches)).toEqual([]);
});

test('2 a restored dump has all guards: what PostgreSQL says of each, it says again of one made from that', async () => {
  const { owner, db } = await startShop({ working: false });
  await owner.script(`do $$ declare made record; begin
    for made in select tgname, tgrelid::regclass as of, pg_get_triggerdef(oid) as def
      from pg_trigger where not tgisinternal
    loop
      execute format('drop trigger %I on %s; %s', made.tgname, made.of, made.def);
    end loop;
    for made in select conname, conrelid::regclass as of, pg_get_constraintdef(oid) as def
      from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace
    loop
      execute format('alter table %s drop constraint %I, add constraint %2$I %s', made.of, made.conname, made.def);
    end loop;
  end $$`);
  expect(await db.rows(guardInvariant.breaches)).toEqual([]);
});
