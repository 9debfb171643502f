/** What a migration makes of identities that were there before it. */
import { expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { hours } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { migrate } from '../../platform/migrate.ts';
import { usualPatience } from '../../platform/table-locks.ts';
import { makeMember, type TestMember } from '../../testing/builders.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { markVerified } from './accounts.ts';
import { deleteUnprovenIdentities, insertIdentity } from './identity-queries.ts';

/** Moves a member to another address, or only asks for it. */
async function move(
  shop: TestShop,
  { id }: TestMember,
  to: string,
  state: 'asked' | 'done' | 'dropped' = 'done',
) {
  await shop.db.run(sql`
    insert into email_changes (id, member_id, from_email, from_key, to_email, to_key, session_id, state, decided_at)
    select ${newId('eml')}, id, email, email_key, ${to}, ${to}, 'ses_1', ${state},
      case when ${state} <> 'asked' then app_now() end
    from members where id = ${id}`);
  if (state === 'done')
    await shop.db.run(sql`update members set email = ${to}, email_key = ${to} where id = ${id}`);
}

test('an identity linked before the member moved to another address is known to be the former one’s, and goes', async () => {
  const shop = await startShop({ working: false });
  const names = ['stayed', 'moved', 'movedTwice', 'movedBefore', 'asked', 'dropped', 'returned'];
  const members = new Map<string, TestMember>();
  for (const name of names) {
    const member = await makeMember(shop);
    const email = `${name}@mail.example`;
    await shop.db.run(sql`
      update members set email = ${email}, email_key = lower(${email}) where id = ${member.id}`);
    await shop.db.tx((tx) => markVerified(tx, member.id));
    members.set(name, member);
  }
  const one = (name: string) => {
    const member = members.get(name);
    if (!member) throw new Error(`no ${name}`);
    return member;
  };
  await move(shop, one('movedBefore'), 'before@mail.example');
  await shop.moveClock(hours(1));
  for (const subject of names)
    await shop.db.tx((tx) =>
      insertIdentity(
        tx,
        { issuer: shop.sandbox.googleIssuer, subject },
        { memberId: one(subject).id, by: 'password' },
      ),
    );
  await shop.moveClock(hours(1));
  await move(shop, one('moved'), 'moved-on@mail.example');
  await move(shop, one('movedTwice'), 'second@mail.example');
  await move(shop, one('asked'), 'wanted@mail.example', 'asked');
  await move(shop, one('dropped'), 'unwanted@mail.example', 'dropped');
  await move(shop, one('returned'), 'away@mail.example');
  await shop.moveClock(hours(1));
  await move(shop, one('movedTwice'), 'third@mail.example');
  await move(shop, one('returned'), 'returned@mail.example');

  // As 0033 left them.
  await shop.db.run(
    sql`update identities i set email_key = m.email_key from members m where m.id = i.member_id`,
  );
  const name = '0035_identities_of_former_addresses.sql';
  await shop.owner.run(sql`delete from schema_migrations where name = ${name}`);
  expect(await migrate(shop.owner, { ...usualPatience, log: shop.log })).toEqual([name]);

  const keys = await shop.db.rows(sql<{ subject: string; key: string }>`
    select subject, email_key as key from identities`);
  expect(Object.fromEntries(keys.map(({ subject, key }) => [subject, key]))).toEqual({
    stayed: 'stayed@mail.example',
    moved: 'moved@mail.example',
    movedTwice: 'movedtwice@mail.example',
    movedBefore: 'before@mail.example',
    asked: 'asked@mail.example',
    dropped: 'dropped@mail.example',
    returned: 'returned@mail.example',
  });
  for (const { id } of members.values()) await shop.db.tx((tx) => deleteUnprovenIdentities(tx, id));
  const left = await shop.db.rows(
    sql<{ subject: string }>`select subject from identities order by subject`,
  );
  expect(left.map(({ subject }) => subject)).toEqual(
    ['asked', 'dropped', 'movedBefore', 'returned', 'stayed'].sort(),
  );
});
