/** Signed heads of the ledger: what they find, and that each day has one. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runOn, tempFile, tempFolder } from '../../cli/run.testing.ts';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { makeMember } from '../../testing/builders.ts';
import { sealAll } from '../../testing/faults.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { headChore } from './signed-heads.ts';

/** A shop with sealed journals and a file of heads. */
async function started(mailTo = '') {
  const file = `${await tempFolder()}/heads/ledger`;
  const shop = await startShop({
    working: false,
    env: { LEDGER_HEAD_FILE: file, LEDGER_HEAD_MAIL: mailTo },
  });
  await makeMember(shop, { walletMinor: 50_00n });
  await sealAll(shop);
  const sign = () => headChore({ ...shop, keys: shop.config.keys }).run();
  const lines = async () => (await readFile(file, 'utf8')).trimEnd().split('\n');
  return { shop, file, sign, lines };
}

const verified = async (shop: TestShop, ...args: string[]) => {
  const { code, stdout } = await runOn(shop, 'ledger', 'verify', ...args);
  return { code, stdout };
};

const mailJobs = ({ db }: TestShop) =>
  db.rows(sql<{ line: string }>`
    select payload ->> 'line' as line from jobs where task = 'book.mail-head' order by id`);

/** Rewrites the ledger and seals it anew, as whoever owns the database can. */
async function rewrite(shop: TestShop, change: string): Promise<void> {
  const tables = ['journals', 'seals', 'tree'];
  const all = (to: string) =>
    tables.map((name) => `alter table ledger_${name} ${to} trigger user;`).join('');
  await shop.owner.script(`${all('disable')} ${change}; delete from ledger_tree; delete from ledger_seals;
    ${all('enable')}`);
  await sealAll(shop);
}

test('1 a ledger that was rewritten and sealed anew holds, but not against the heads that left before', async () => {
  const { shop, file, sign, lines } = await started();
  await sign();
  expect(await verified(shop, '--head', file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Signed heads compared: 1.'),
  });
  // It goes on, and continues what left.
  await makeMember(shop, { walletMinor: 1_00n });
  await sealAll(shop);
  expect((await verified(shop, '--head', file)).code).toBe(0);
  await rewrite(shop, "update ledger_journals set reference = 'other' where reference = 'test'");
  expect((await verified(shop)).code).toBe(0);
  const found = await verified(shop, '--head', file);
  expect(found.code).toBe(1);
  const day = (await lines())[0]?.split(' ')[1];
  expect(found.stdout).toContain(`line 1: the ledger had other seals on ${day}`);
});

test('1 a ledger that lost its newest seals does not reach the head that left', async () => {
  const { shop, file, sign } = await started();
  await makeMember(shop, { walletMinor: 1_00n });
  await sealAll(shop);
  await sign();
  // Sealed in one go, it has fewer seals.
  await rewrite(shop, 'select 1');
  expect((await verified(shop)).code).toBe(0);
  expect((await verified(shop, '--head', file)).code).toBe(1);
});

test('1 a line that was forged or changed is named, and no file is none', async () => {
  const { shop, file, sign, lines } = await started();
  await sign();
  const [line = ''] = await lines();
  const [, day, , , signature] = line.split(' ');
  const head = await shop.db.one(sql<{ root: string }>`
    select encode(substring(nodes from 1 for 32), 'hex') as root from ledger_tree where seal = 1`);
  const forged = [
    line.replace(/\d\d /, '77 '),
    `giftlane-ledger ${day} 1 ${head.root} ${'A'.repeat(86)}`,
    `giftlane-ledger ${day} 2 ${head.root} ${signature}`,
    'anything',
  ];
  for (const one of forged) {
    await writeFile(file, `${line}\n\n${one}\r\n`);
    const found = await verified(shop, '--head', file);
    expect([found.code, found.stdout]).toEqual([
      1,
      expect.stringContaining("line 2 is not signed with this shop's key"),
    ]);
  }
  const empty = await runOn(shop, 'ledger', 'verify', '--head', await tempFile('none', '\n'));
  expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('no signed head')]);
  expect((await verified(shop, '--head', `${file}.none`)).code).toBe(1);
});

test('a day has one line and one mail, however often and by however many it is asked', async () => {
  const { shop, file, sign, lines } = await started('owner@giftlane.test');
  await Promise.all([sign(), sign(), sign()]);
  await makeMember(shop, { walletMinor: 1_00n });
  await sealAll(shop);
  await sign();
  expect(await lines()).toHaveLength(1);
  await shop.moveClock(hours(24));
  // A line that a crash cut short joins no other.
  await appendFile(file, 'giftlane-ledger 20');
  await sign();
  const [first, torn, second] = await lines();
  expect([torn, await lines()]).toEqual([
    'giftlane-ledger 20',
    expect.objectContaining({ length: 3 }),
  ]);
  expect(await mailJobs(shop)).toEqual([{ line: first }, { line: second }]);
});

test('a process that is killed between file and mail has the same line mailed by the next one', async () => {
  const { shop, sign, lines } = await started('owner@giftlane.test');
  // The transaction of the mail is lost, the file is not.
  await shop.owner.script('alter table jobs rename to jobs_away');
  await expect(sign()).rejects.toThrow('jobs');
  expect(await lines()).toHaveLength(1);
  await shop.owner.script('alter table jobs_away rename to jobs');
  await makeMember(shop, { walletMinor: 1_00n });
  await sealAll(shop);
  await sign();
  const [line, ...others] = await lines();
  expect([others, await mailJobs(shop)]).toEqual([[], [{ line }]]);
});

test('the head is mailed to its address, and none is signed of an empty ledger', async () => {
  const file = `${await tempFolder()}/heads`;
  const env = { LEDGER_HEAD_FILE: file, LEDGER_HEAD_MAIL: 'owner@giftlane.test' };
  const shop = await startShop({ env });
  const sign = () => headChore({ ...shop, keys: shop.config.keys }).run();
  await sign();
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  await makeMember(shop, { walletMinor: 50_00n });
  await sealAll(shop);
  await sign();
  const [line = ''] = (await readFile(file, 'utf8')).split('\n');
  const mail = () => shop.sandbox.mails('owner@giftlane.test')[0];
  await expect.poll(mail).toBeDefined();
  expect(mail()?.text).toContain(line);
});
