import { expect, inject, onTestFinished, test } from 'vitest';
import { connect, type Db, sql, type Tx } from '../platform/db/db.ts';
import { makeLog } from '../platform/process/log.ts';
import { cloneDatabase } from '../testing/databases.ts';

/** A database with one table, by default on one connection, so that what a failure leaves behind would show. */
async function notes(max = 1): Promise<Db> {
  const { ownerUrl, drop } = await cloneDatabase(inject('server'));
  const db = connect(ownerUrl, { max, log: makeLog('silent') });
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  await db.script('create table notes (id int primary key, body text)');
  return db;
}

const write = (tx: Tx, id: number) => tx.run(sql`insert into notes (id) values (${id})`);
const written = async (db: Db) =>
  (await db.rows(sql<{ id: number }>`select id from notes order by id`)).map(({ id }) => id);

test('statements started together are answered each with its own rows', async () => {
  const db = await notes();
  const answers = await db.tx((tx) =>
    Promise.all([
      tx.rows(sql<{ n: number }>`select n from generate_series(1, 3) n`),
      write(tx, 7),
      tx.first(sql<{ id: number }>`select id from notes`),
      tx.first(sql<{ id: number }>`select id from notes where id = ${8}`),
      tx.run(sql`update notes set body = ${'x'}`),
    ]),
  );
  expect(answers).toEqual([[{ n: 1 }, { n: 2 }, { n: 3 }], 1, { id: 7 }, undefined, 1]);
});

test('nothing of a failed transaction stays, and the connection goes on', async () => {
  const db = await notes();
  const failing = db.tx((tx) => Promise.all([write(tx, 1), write(tx, 1), write(tx, 2)]));
  await expect(failing).rejects.toMatchObject({ constraint: 'notes_pkey' });
  expect(await written(db)).toEqual([]);
  await db.tx((tx) => write(tx, 3));
  expect(await written(db)).toEqual([3]);
});

test('whoever started a statement behind the failed one hears of the failure that caused it', async () => {
  const db = await notes();
  await db
    .tx(async (tx) => {
      const outcomes = await Promise.allSettled([write(tx, 1), write(tx, 1), write(tx, 2)]);
      expect(outcomes.map((o) => o.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
      expect(outcomes[2]).toMatchObject({ reason: { constraint: 'notes_pkey' } });
      await expect(write(tx, 4)).rejects.toMatchObject({ constraint: 'notes_pkey' });
    })
    .catch(() => undefined);
  expect(await written(db)).toEqual([]);
});

test('a transaction whose failure was swallowed is not reported as committed', async () => {
  const db = await notes();
  const swallowing = db.tx(async (tx) => {
    await write(tx, 1);
    await write(tx, 1).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('not committed');
  expect(await written(db)).toEqual([]);
});

test('the last statements commit', async () => {
  const db = await notes();
  const answer = await db.tx(async (tx) => {
    await write(tx, 1);
    return tx.last(() => Promise.all([write(tx, 2), write(tx, 3)]));
  });
  expect(answer).toEqual([1, 1]);
  expect(await written(db)).toEqual([1, 2, 3]);
});

test('one failed statement among the last: nothing is committed', async () => {
  const db = await notes();
  const failing = db.tx((tx) => tx.last(() => Promise.all([write(tx, 1), write(tx, 1)])));
  await expect(failing).rejects.toMatchObject({ constraint: 'notes_pkey' });
  expect(await written(db)).toEqual([]);
});

test('a fault in what starts the last statements: nothing is committed', async () => {
  const db = await notes();
  const faulty = async () => {
    await Promise.resolve();
    throw new Error('a fault');
  };
  const failing = db.tx((tx) => tx.last(() => Promise.all([write(tx, 1), faulty()])));
  await expect(failing).rejects.toThrow('a fault');
  expect(await written(db)).toEqual([]);
  await db.tx((tx) => write(tx, 2));
  expect(await written(db)).toEqual([2]);
});

test('nothing can follow the last statements', async () => {
  const db = await notes();
  const following = db.tx(async (tx) => {
    await tx.last(() => write(tx, 1));
    await write(tx, 2);
  });
  await expect(following).rejects.toThrow('over');
  expect(await written(db)).toEqual([1]);
});

test('nothing can follow once the work has returned', async () => {
  const db = await notes();
  let kept: Tx | undefined;
  await db.tx(async (tx) => {
    kept = tx;
    await write(tx, 1);
  });
  await expect(kept && write(kept, 2)).rejects.toThrow('over');
  expect(await written(db)).toEqual([1]);
});

test('a deferred rule that is broken at the commit of the last statements is heard of', async () => {
  const db = await notes();
  await db.script(`create table marks (id int primary key,
    note int references notes deferrable initially deferred)`);
  const failing = db.tx((tx) => tx.last(() => tx.run(sql`insert into marks values (1, 99)`)));
  await expect(failing).rejects.toMatchObject({ constraint: 'marks_note_fkey' });
  expect(await db.rows(sql`select id from marks`)).toEqual([]);
});

test('a deferred rule that a statement alone breaks is heard of', async () => {
  const db = await notes();
  await db.script('alter table notes add other int references notes deferrable initially deferred');
  const lonely = db.run(sql`insert into notes (id, other) values (1, 2)`);
  await expect(lonely).rejects.toMatchObject({ constraint: 'notes_other_fkey' });
  expect(await written(db)).toEqual([]);
  await db.run(sql`insert into notes (id, other) values (1, 1)`);
  expect(await written(db)).toEqual([1]);
});

test('what a savepoint undoes is gone, the rest stays', async () => {
  const db = await notes();
  await db.tx(async (tx) => {
    await write(tx, 1);
    await tx.nested(() => Promise.all([write(tx, 2), write(tx, 1)])).catch(() => undefined);
    await write(tx, 3);
  });
  expect(await written(db)).toEqual([1, 3]);
});

test('a statement whose table changed its types meanwhile fails once, then works', async () => {
  const db = await notes();
  const bodies = () => db.rows(sql<{ body: unknown }>`select body from notes`);
  await db.tx((tx) => write(tx, 1));
  expect(await bodies()).toEqual([{ body: null }]);
  await db.tx((tx) => tx.run(sql`alter table notes alter column body type int using 5`));
  await bodies().catch(() => undefined);
  expect(await bodies()).toEqual([{ body: 5 }]);
});

test('values arrive as they were sent', async () => {
  const db = await notes();
  const at = new Date('2026-02-03T04:05:06.789Z');
  const odd = 'a "quoted\\", {comma} and a 💳 \n';
  const row = await db.one(sql`
    select ${odd}::text as text, ${[odd, null, '']}::text[] as texts, ${12n}::bigint as big,
      ${[1n, -2n]}::bigint[]::text as bigs, ${Buffer.from('\0\x01')}::bytea as bytes,
      ${[Buffer.from('\0"')]}::bytea[] as "manyBytes", ${at}::timestamptz as at,
      ${{ a: [1, 'x'] }}::jsonb as json, ${true}::boolean as yes, ${undefined}::int as nothing`);
  expect(row).toEqual({
    text: odd,
    texts: [odd, null, ''],
    big: 12n,
    bigs: '{1,-2}',
    bytes: Buffer.from('\0\x01'),
    manyBytes: [Buffer.from('\0"')],
    at,
    json: { a: [1, 'x'] },
    yes: true,
    nothing: null,
  });
});

test('a connection that dies in a transaction fails it and is replaced', async () => {
  const db = await notes();
  const dying = db.tx(async (tx) => {
    await write(tx, 1);
    await tx.run(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(dying).rejects.toThrow();
  expect(await written(db)).toEqual([]);
});

test('a session waits for nobody without end and compiles nothing; a survey reads as long as it takes, and writes nothing', async () => {
  const db = await notes();
  const limits = (queryable: Pick<Db, 'one'>) =>
    queryable.one(sql<Record<string, string>>`
      select current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
        current_setting('enable_seqscan') as scans,
        (select setting || ', by the ' || source from pg_settings where name = 'jit') as compiling`);
  const usual = {
    idle: '15s',
    lock: '10s',
    statement: '1min',
    scans: 'off',
    // Whatever the server's configuration says.
    compiling: 'off, by the session',
  };
  expect(await limits(db)).toEqual(usual);
  expect(await db.survey(limits)).toEqual({
    ...usual,
    idle: '10min',
    statement: '0',
    scans: 'on',
  });
  await expect(db.survey((tx) => write(tx, 1))).rejects.toThrow('read-only');
  expect(await limits(db)).toEqual(usual);
});

test('a survey that is given up ends at once in the database, too', async () => {
  const db = await notes(2);
  const sleepers = sql<{ one: number }>`
    select 1 as one from pg_stat_activity where state = 'active' and query like '%pg_sleep(100)'`;
  const giving = new AbortController();
  const surveyed = db.survey((tx) => tx.rows(sql`select pg_sleep(100)`), giving.signal);
  surveyed.catch(() => undefined);
  await expect.poll(() => db.rows(sleepers)).toHaveLength(1);
  giving.abort();
  await expect.poll(() => db.rows(sleepers), { timeout: 20_000 }).toEqual([]);
  await expect(surveyed).rejects.toThrow();
});

test('two that wait for each other both come through, the loser by beginning again', async () => {
  const db = await notes(2);
  await db.tx((tx) => Promise.all([write(tx, 1), write(tx, 2)]));
  const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const touch = (tx: Tx, id: number, by: string) =>
    tx.run(sql`update notes set body = concat(body, ${by}::text) where id = ${id}`);
  const crosswise = (mine: number, by: string) =>
    db.tx(async (tx) => {
      begun += 1;
      await touch(tx, mine + 1, by);
      met[mine]?.resolve();
      await met[1 - mine]?.promise;
      await touch(tx, 2 - mine, by);
    });
  await Promise.all([crosswise(0, 'a'), crosswise(1, 'b')]);
  // More than once when the loser has its row again before the winner wakes up.
  expect(begun).toBeGreaterThanOrEqual(3);
  const bodies = await db.rows(sql<{ body: string }>`select body from notes`);
  expect(bodies.map(({ body }) => [...body].sort().join(''))).toEqual(['ab', 'ab']);
});
