import { chmod, lstat, readFile, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { updateKyc } from '@giftlane/contract/members/kyc.ts';
import { expect, test } from 'vitest';
import { submissionOf } from '../../features/kyc/applicants.testing.ts';
import { sql } from '../../platform/db/db.ts';
import { makeMember } from '../../testing/builders.ts';
import { sandboxEnv } from '../../testing/sandbox-env.ts';
import { startShop } from '../../testing/start-shop.ts';
import { runCli, tempFolder } from '../run.testing.ts';

/** A shop with a command line, and a member. */
async function shopWithAnna() {
  const dataDir = await tempFolder();
  const shop = await startShop({ env: { DATA_DIR: dataDir } });
  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = sandboxEnv(
    shop.sandbox,
    shop.config.databaseUrl,
  );
  const cli = (...args: string[]) =>
    runCli(args, { DATABASE_URL, ENCRYPTION_KEYS, DATA_DIR: dataDir });
  return { dataDir, shop, cli, anna: await makeMember(shop) };
}

test('kyc list, show and reject: pictures for the operator alone, each look and step kept', async () => {
  const { dataDir, shop, cli, anna } = await shopWithAnna();
  expect((await cli('kyc', 'list')).stdout).toContain('Nobody waits.');
  const body = await submissionOf(shop, anna);
  expect((await shop.call(updateKyc, { token: anna.token, body })).status).toBe(200);
  const [waiting] = JSON.parse((await cli('kyc', 'list', '--json')).stdout);
  expect(waiting).toMatchObject({ memberId: anna.id, email: anna.email });

  const folder = join(dataDir, 'look');
  const shown = await cli('kyc', 'show', anna.email.toUpperCase(), '--save', folder, '--json');
  const { data, pictures, steps } = JSON.parse(shown.stdout);
  expect(data).toMatchObject({ lastName: 'Quellmarker', dob: '1990-05-31', typeOfId: 'Passport' });
  expect(pictures).toHaveLength(4);
  const [first] = pictures;
  // Another member's pictures never take the place of these, whatever folder is named.
  expect(first).toMatch(/kyc_\w+-front\.jpg$/);
  expect((await readFile(first)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect((await stat(first)).mode & 0o077).toBe(0);
  expect(steps.map((step: { step: string }) => step.step)).toEqual(['shown', 'submitted']);
  const reads = await shop.db.rows(sql<{ operator: string }>`select operator from upload_reads`);
  expect(reads).toHaveLength(4);
  expect(reads[0]?.operator).toMatch(/^command line: /);

  // Somebody else may have laid out what is written over, to read it or to have it elsewhere.
  await rm(first);
  await symlink(join(dataDir, 'elsewhere'), first);
  await chmod(pictures[1], 0o666);
  await cli('kyc', 'show', anna.email, '--save', folder);
  for (const file of pictures) {
    const { mode } = await lstat(file);
    expect([file, mode & 0o170077]).toEqual([file, 0o100000]);
  }

  expect((await cli('kyc', 'reject', anna.email)).code).toBe(2);
  const rejected = await cli('kyc', 'reject', anna.email, '--reason', 'Blurred', '--json');
  expect(JSON.parse(rejected.stdout)).toMatchObject({ status: 'r', reason: 'Blurred' });
  const gone = await cli('kyc', 'show', anna.email);
  expect(gone.stdout).toContain('Nothing that was submitted is kept.');
  expect(gone.stdout).toContain('rejected by command line: ');
  const early = await cli('kyc', 'verify', anna.email);
  expect([early.code, early.stderr]).toEqual([1, 'This member has no documents to decide on.\n']);
  expect((await cli('kyc', 'verify', 'nobody@example.com')).stderr).toContain('There is no member');
});

test('kyc show says which other accounts have the same papers, and the name of this one', async () => {
  const { shop, cli, anna } = await shopWithAnna();
  const bo = await makeMember(shop);
  for (const { token } of [anna, bo])
    await shop.call(updateKyc, { token, body: await submissionOf(shop, { token }) });
  const { stdout } = await cli('kyc', 'show', bo.email);
  expect(stdout).toContain('account: Anna Archer');
  expect(stdout).toContain(`The same person: ${anna.email} (KYC status s)`);
  const { sharing } = JSON.parse((await cli('kyc', 'show', bo.email, '--json')).stdout);
  expect(sharing).toMatchObject([{ memberId: anna.id, same: ['person'] }]);
});

test('kyc verify and reject: of what this operator was shown, and verified by its pictures', async () => {
  const { dataDir, shop, cli, anna } = await shopWithAnna();
  await shop.call(updateKyc, { token: anna.token, body: await submissionOf(shop, anna) });
  for (const deed of [['verify'], ['reject', '--reason', 'Blurred']]) {
    const unseen = await cli('kyc', ...deed, anna.email);
    expect([unseen.code, unseen.stderr]).toEqual([
      1,
      expect.stringContaining("View this member's documents first"),
    ]);
  }
  await cli('kyc', 'show', anna.email);
  const unopened = await cli('kyc', 'verify', anna.email);
  expect([unopened.code, unopened.stderr]).toEqual([
    1,
    expect.stringContaining('kyc show with --save'),
  ]);
  await cli('kyc', 'show', anna.email, '--save', join(dataDir, 'look'));
  expect((await cli('kyc', 'verify', anna.email)).stdout).toContain('is verified.');
  const deeds = await shop.db.rows(
    sql<{ deed: string }>`select deed from audit_entries order by id`,
  );
  expect(deeds.map(({ deed }) => deed)).toContain('kyc verify');
});
