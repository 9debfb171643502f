/** What has had its time is cleared away, however much of it a flood has left. */
import { expect, test, vi } from 'vitest';
import { type Statement, sql } from '../platform/db/db.ts';
import { sweepThrottle } from '../platform/limits/throttle.ts';
import { hours } from '../platform/process/durations.ts';
import { makeMember } from '../testing/builders.ts';
import { runChore } from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

const sweeps = [
  'throttle.sweep',
  'accounts.sweep',
  'contact.sweep',
  'push.sweep',
  'newsletter.sweep',
  'checkout.sweep',
  'uploads.sweep',
  'stock.expire',
];

async function sweepEverything(shop: TestShop): Promise<void> {
  for (const name of sweeps) await runChore(shop, name);
}

/** More than is cleared away with one statement. */
const flood = 1_100;

/** What strangers and time leave behind, all of it older than it is kept: table, columns, values. */
const leftovers: readonly (readonly [table: string, columns: string, values: string])[] = [
  ['throttle_windows', 'key, hits, started_at', `'k' || n, 1, old`],
  [
    'sessions',
    'token_hash, id, member_id, last_seen_at, expires_at',
    `sha256(n::text::bytea), 's' || n, member, old, old`,
  ],
  ['sign_in_places', 'member_id, place_hash, seen_at', 'member, sha256(n::text::bytea), old'],
  [
    'mail_tokens',
    'token_hash, member_id, purpose, email_key, expires_at',
    `sha256(n::text::bytea), member, 'verify', 'a', old`,
  ],
  [
    'identity_links',
    'token_hash, member_id, email_key, issuer, subject, expires_at',
    `sha256(n::text::bytea), member, 'a', 'b', 'c', old`,
  ],
  [
    'email_changes',
    'id, member_id, from_email, from_key, to_email, to_key, session_id, state, decided_at',
    `'c' || n, member, 'a', 'a', 'b', 'b', 's', 'done', old`,
  ],
  [
    'push_subscriptions',
    'id, endpoint, p256dh, auth, touched_at',
    `'p' || n, 'https://push/' || n, '', '', old`,
  ],
  [
    'push_deliveries',
    'subscription_id, order_id, notice, member_id, order_number, created_at',
    `'p' || n, 'o', 'delivered', member, 'o', old`,
  ],
  [
    'newsletter_subscribers',
    'id, email, email_key, leave_hash, asked_at',
    `'a' || n, 'a' || n, 'a' || n, sha256(('a' || n)::bytea), old`,
  ],
  [
    'newsletter_subscribers',
    'id, email, email_key, leave_hash, asked_at, state, left_at',
    `'l' || n, 'l' || n, 'l' || n, sha256(('l' || n)::bytea), old, 'left', old`,
  ],
  [
    'newsletter_confirmations',
    'token_hash, subscriber_id, expires_at',
    `sha256(n::text::bytea), 'a' || n, old`,
  ],
  [
    'contact_threads',
    'id, email, subject, reference, moved_at, created_at',
    `'t' || n, 'a@b.c', '', 'r' || n, old, old`,
  ],
  [
    'contact_messages',
    'id, thread_id, email, full_name, subject, message, suspect, created_at',
    `'m' || n, 't' || n, 'a@b.c', '', '', 'Hi', false, old`,
  ],
  [
    'provider_events',
    'provider, event_id, headers, body, state, received_at',
    `'paypal', 'r' || n, '{}', '', 'refused', old`,
  ],
  [
    'provider_events',
    'provider, event_id, headers, body, state, received_at',
    `'paypal', 'h' || n, '{}', '', 'handled', old`,
  ],
  [
    'provider_events',
    'provider, event_id, headers, body, state, received_at',
    `'paypal', 'n' || n, '{}', '', 'new', old`,
  ],
  [
    'uploads',
    'path, member_id, kind, put_until, idle_since',
    `'kycDocs/u' || n || '.jpg', member, 'kycDocs', old, old`,
  ],
];
const tables = [...new Set(leftovers.map(([table]) => table))];

test('what a flood has left is cleared away in bounded steps until nothing of it is there', async () => {
  const shop = await startShop({ working: false });
  const { id } = await makeMember(shop);
  const before = `select now() - interval '3 years'`;
  await shop.owner.script(`
    create function refuse_bulk() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 1000 then
        raise exception 'too many rows of % at once', tg_table_name;
      end if;
      return null;
    end $$;
    ${leftovers
      .map(
        ([table, columns, values]) => `insert into ${table} (${columns})
          select ${values} from generate_series(1, ${flood}) n,
            (${before} as old) age, (select '${id}' as member) of_member;`,
      )
      .join('\n')}
    ${tables
      .flatMap((table) => ['delete', 'update'].map((change) => [table, change]))
      .map(
        ([table, change]) => `create trigger no_bulk_${change} after ${change} on ${table}
          referencing old table as changed for each statement execute function refuse_bulk();`,
      )
      .join('\n')}`);
  await sweepEverything(shop);
  // The rows of pictures end a day after their files.
  await shop.moveClock(hours(25));
  await runChore(shop, 'uploads.sweep');
  const left = await Promise.all(
    tables.map(async (table) => {
      const { rowCount } = await shop.db.pool.query(`select from ${table}`);
      return [table, rowCount] as const;
    }),
  );
  // The member's own session stays.
  expect(left.filter(([, rows]) => rows)).toEqual([['sessions', 1]]);
});

test('what has had its time is found by an index', async () => {
  const shop = await startShop({ working: false });
  const said: Statement<unknown>[] = [];
  const spy = vi.spyOn(shop.db, 'run').mockImplementation(async (statement) => {
    said.push(statement);
    return 0;
  });
  await sweepEverything(shop);
  spy.mockRestore();
  expect(said.length).toBeGreaterThan(tables.length);
  // As the shop has them planned: once for all values.
  const client = await shop.db.pool.connect();
  for (const [i, { text, values }] of said.entries()) {
    await client.query(`prepare sweep_${i} as ${text}`);
    const given = values.map((value) => client.escapeLiteral(String(value)));
    const plan = await client.query(
      `explain execute sweep_${i}${given.length > 0 ? `(${given})` : ''}`,
    );
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect.soft(lines, text).not.toMatch(/Seq Scan|Sort/);
  }
  client.release();
});

test('a sweep that is told to stop ends after the step it is at; what it did stays done', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`
    insert into throttle_windows (key, hits, started_at)
    select 'k' || n, 1, app_now() - interval '2 days' from generate_series(1, ${flood}::int) n`);
  const stop = new AbortController();
  const stopped = {
    ...shop.db,
    run: async (statement: Statement<unknown>) => {
      const swept = await shop.db.run(statement);
      stop.abort();
      return swept;
    },
  };
  await sweepThrottle(stopped, stop.signal);
  const left = () => shop.db.one(sql`select count(*)::int as left from throttle_windows`);
  expect(await left()).toEqual({ left: flood - 1_000 });
  await sweepThrottle(shop.db, new AbortController().signal);
  expect(await left()).toEqual({ left: 0 });
});
