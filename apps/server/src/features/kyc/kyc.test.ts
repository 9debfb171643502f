import { myProfile } from '@giftlane/contract/members/accounts.ts';
import { type KycSubmission, showKyc as show, updateKyc } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { makeMember, type TestMember } from '../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { prove } from '../accounts/factors/factors.testing.ts';
import { makePicture, uploaded } from '../uploads/pictures.testing.ts';
import { openPicture } from '../uploads/uploads.ts';
import {
  look,
  lookAndVerify,
  lookClosely,
  personalData,
  submissionOf,
} from './applicants.testing.ts';
import { rejectKyc, renameMember, showKyc, verifyKyc, withdrawKyc } from './kyc.ts';
import { endOf } from './queries.ts';

const submit = (shop: TestShop, { token }: TestMember, body: KycSubmission) =>
  shop.call(updateKyc, { token, body });

const statusOf = async (shop: TestShop, { token }: TestMember) =>
  (await shop.call(myProfile, { token })).body.data.sKycStatus;

const count = async (shop: TestShop, table: 'submissions' | 'steps', { id }: TestMember) =>
  (
    await shop.db.one(
      table === 'steps'
        ? sql<{ n: number }>`select count(*)::int as n from kyc_steps where member_id = ${id}`
        : sql<{
            n: number;
          }>`select count(*)::int as n from kyc_submissions where member_id = ${id}`,
    )
  ).n;

const actor = 'command line: test';

describe('submissions and decisions in one shop', () => {
  const shared = shopForAll({ working: false });

  test('KYC-33, KYC-34, API-25 a submission is answered with the member, who waits from then on', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 5_00n });
    const body = await submissionOf(shop, anna);
    const reply = await submit(shop, anna, body);
    expect([reply.status, reply.body.message]).toEqual([
      200,
      'Documents Submited for Verification',
    ]);
    expect(reply.body.data).toMatchObject({ _id: anna.id, sKycStatus: 's', nWallet: 5 });
    const used = await shop.db.rows(sql<{ path: string }>`
      select path from uploads where used_by = (select id from kyc_submissions where member_id = ${anna.id})`);
    expect(used.map(({ path }) => path).sort()).toEqual(
      [body.docFront, body.docBack, body.docAddress, body.docSelffie].sort(),
    );
  });

  test('twenty submissions at once, of two contents, are one', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const body = await submissionOf(shop, anna);
    const other = { ...body, city: 'Elsewhere' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => submit(shop, anna, i % 2 ? body : other)),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    expect([await count(shop, 'submissions', anna), await count(shop, 'steps', anna)]).toEqual([
      1, 1,
    ]);
  });

  test('somebody else’s picture, one of another kind, one that was not put and one in use are refused at their fields', async () => {
    const shop = shared();
    const [anna, bo] = [await makeMember(shop), await makeMember(shop)];
    const hers = await submissionOf(shop, anna);
    const his = await submissionOf(shop, bo);
    const sold = await uploaded(shop, bo.token, 'sellimages');
    const tries: [keyof KycSubmission, string][] = [
      ['docFront', hers.docFront],
      ['docBack', sold],
      ['docAddress', 'kycDocs/../../etc/passwd'],
      ['docSelffie', `kycDocs/${'0'.repeat(40)}.jpg`],
    ];
    for (const [field, path] of tries) {
      const reply = await submit(shop, bo, { ...his, [field]: path });
      expect([reply.status, reply.body.errors?.map((error) => error.field)]).toEqual([
        400,
        [field],
      ]);
    }
    expect(await count(shop, 'submissions', bo)).toBe(0);
    expect((await submit(shop, anna, hers)).status).toBe(200);
    // Her own, once more, in his name or hers: it stays with what it was used for.
    expect((await submit(shop, bo, { ...his, docFront: hers.docFront })).status).toBe(400);
    expect((await submit(shop, bo, his)).status).toBe(200);
  });

  test('KYC-12 while one waits, and once verified, nothing else can be submitted; after a refusal it can', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const first = await submissionOf(shop, anna);
    expect((await submit(shop, anna, first)).status).toBe(200);
    const refused = await submit(shop, anna, await submissionOf(shop, anna));
    expect([refused.status, refused.body.code]).toEqual([409, 'kyc.not_open']);
    await look(shop, anna.id, actor);
    await rejectKyc(shop.db, anna.id, { actor, reason: 'Blurred' });
    expect(await statusOf(shop, anna)).toBe('r');
    expect((await shop.call(show, { token: anna.token })).body.data.sReason).toBe('Blurred');
    const again = await submissionOf(shop, anna);
    expect((await submit(shop, anna, again)).status).toBe(200);
    expect((await shop.call(show, { token: anna.token })).body.data).toEqual({
      sKycStatus: 's',
      sReason: '',
      dSentAt: expect.stringMatching(/^\d{4}-.*Z$/),
      aPapers: [],
      dKeptUntil: null,
    });
    await lookAndVerify(shop, anna.id, actor);
    expect(await statusOf(shop, anna)).toBe('v');
    expect((await submit(shop, anna, again)).status).toBe(409);
  });

  test('two operators at once decide once, and only what waits', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await expect(verifyKyc(shop.db, anna.id, actor)).rejects.toThrow('no documents to decide on');
    await submit(shop, anna, await submissionOf(shop, anna));
    await lookClosely(shop, anna.id, actor);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => verifyKyc(shop.db, anna.id, actor)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // A verification can be taken back.
    await rejectKyc(shop.db, anna.id, { actor, reason: 'Forged' });
    await expect(rejectKyc(shop.db, anna.id, { actor, reason: 'x' })).rejects.toThrow();
    expect(await statusOf(shop, anna)).toBe('r');
  });

  test('each step is taken of the statuses it is for, and of no other, whatever was looked at', async () => {
    const shop = shared();
    const reason = 'Blurred';
    const seen = async () => {
      const member = await makeMember(shop);
      await submit(shop, member, await submissionOf(shop, member));
      await lookClosely(shop, member.id, actor);
      return member;
    };
    const [fresh, waiting, verified] = [await makeMember(shop), await seen(), await seen()];
    const [refused, renamed] = [await seen(), await seen()];
    await verifyKyc(shop.db, verified.id, actor);
    await rejectKyc(shop.db, refused.id, { actor, reason });
    await verifyKyc(shop.db, renamed.id, actor);
    await shop.db.tx((tx) => renameMember(tx, renamed.id));
    const all = { fresh, waiting, verified, refused, renamed };
    const statuses = async () => Promise.all(Object.values(all).map((one) => statusOf(shop, one)));
    expect(await statuses()).toEqual(['p', 's', 'v', 'r', 'p']);
    for (const one of [fresh, verified, refused, renamed])
      await expect(verifyKyc(shop.db, one.id, actor)).rejects.toMatchObject({
        code: 'kyc.nothing_waits',
      });
    for (const one of [fresh, refused, renamed])
      await expect(rejectKyc(shop.db, one.id, { actor, reason })).rejects.toMatchObject({
        code: 'kyc.nothing_waits',
      });
    for (const one of [waiting, verified])
      expect((await submit(shop, one, await submissionOf(shop, one))).body.code).toBe(
        'kyc.not_open',
      );
    for (const one of [fresh, refused, renamed]) await shop.db.tx((tx) => renameMember(tx, one.id));
    for (const one of [fresh, verified, refused, renamed])
      await shop.db.tx((tx) => withdrawKyc(tx, one.id));
    expect(await statuses()).toEqual(['p', 's', 'v', 'r', 'p']);
  });

  test('an operator decides on what they have looked at, and on nothing that came in its place', async () => {
    const shop = shared();
    const [anna, eve] = [await makeMember(shop), await makeMember(shop)];
    const unseen = { code: 'kyc.not_shown' };
    const reason = 'Blurred';
    await submit(shop, anna, await submissionOf(shop, anna));
    await submit(shop, eve, await submissionOf(shop, eve));
    await lookClosely(shop, anna.id, actor);
    // Somebody else has seen it, and somebody else is what was seen.
    await expect(verifyKyc(shop.db, anna.id, 'another')).rejects.toMatchObject(unseen);
    await expect(verifyKyc(shop.db, eve.id, actor)).rejects.toMatchObject(unseen);
    await expect(rejectKyc(shop.db, anna.id, { actor: 'another', reason })).rejects.toMatchObject(
      unseen,
    );
    await expect(rejectKyc(shop.db, eve.id, { actor, reason })).rejects.toMatchObject(unseen);
    // Meanwhile a colleague has refused it, and the member has sent something else.
    await look(shop, anna.id, 'another');
    await rejectKyc(shop.db, anna.id, { actor: 'another', reason });
    await submit(shop, anna, await submissionOf(shop, anna));
    await expect(verifyKyc(shop.db, anna.id, actor)).rejects.toMatchObject(unseen);
    await expect(rejectKyc(shop.db, anna.id, { actor, reason })).rejects.toMatchObject(unseen);
    expect(await statusOf(shop, anna)).toBe('s');
    await lookAndVerify(shop, anna.id, actor);
    expect(await statusOf(shop, anna)).toBe('v');
  });

  test('an operator verifies after opening each of the pictures of that very submission', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const parts = { db: shop.db, files: shop.files, keys: shop.config.keys };
    const unseen = { code: 'kyc.pictures_not_seen' };
    const verifying = () => verifyKyc(shop.db, anna.id, actor);
    const body = await submissionOf(shop, anna);
    const { docFront, docBack, docAddress, docSelffie } = body;
    const open = (path: string, operator = actor) =>
      openPicture(parts, { path, operator, reason: 'a test' });
    await submit(shop, anna, body);
    await look(shop, anna.id, actor);
    await expect(verifying()).rejects.toMatchObject(unseen);
    for (const path of [docFront, docBack, docAddress]) await open(path);
    await open(docSelffie, 'another');
    await expect(verifying()).rejects.toMatchObject(unseen);
    await open(docSelffie);
    // The same pictures come back with other data.
    await rejectKyc(shop.db, anna.id, { actor, reason: 'Blurred' });
    expect((await submit(shop, anna, { ...body, city: 'Elsewhere' })).status).toBe(200);
    await look(shop, anna.id, actor);
    await expect(verifying()).rejects.toMatchObject(unseen);
    expect(await statusOf(shop, anna)).toBe('s');
    for (const path of [docFront, docBack, docAddress, docSelffie]) await open(path);
    await verifying();
    expect(await statusOf(shop, anna)).toBe('v');
  });
});

describe('KYC-13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 25, 26, 27 fields that are refused', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['firstName', '  ', 'First Name is required'],
    ['lastName', '', 'Last Name is required'],
    ['dob', '', 'Date of Birth is required'],
    ['dob', undefined, 'Date of Birth is required'],
    ['dob', '31.5.1990', 'Enter a date in the past, such as 1990-05-31'],
    ['dob', '1990-02-30', 'Enter a date in the past, such as 1990-05-31'],
    ['dob', '2999-01-01', 'Enter a date in the past, such as 1990-05-31'],
    ['address1', '', 'Address Line 1 is required'],
    ['address2', '', 'Address Line 2 is required'],
    ['city', '', 'City is required'],
    ['state', '', 'State is required'],
    ['zipcode', '', 'Zip Code is required'],
    ['country', 'England', 'Country is required'],
    ['terms', '', 'Please Accept Terms and Conditions'],
    ['docFront', '', 'Please Upload Identity Card (FRONT)'],
    ['docBack', undefined, 'Please Upload Identity Card (BACK)'],
    ['docAddress', '', 'Please Upload Proof of Address'],
    ['docSelffie', '', 'Please Upload a Selffie'],
    ['typeOfId', 'Library Card', 'Choose the type of your identity card'],
    ['typeOfAddress', '', 'Choose the type of your proof of address'],
  ])('%s = %j is refused: %s', async (field, value, message) => {
    const anna = await makeMember(shop());
    const body = {
      ...personalData,
      docFront: 'a',
      docBack: 'b',
      docAddress: 'c',
      docSelffie: 'd',
      [field]: value,
    };
    const reply = await shop().raw('PUT', '/updatekyc', { token: anna.token, body });
    expect([reply.status, reply.body.errors?.[0]]).toEqual([400, { field, message }]);
    expect(await statusOf(shop(), anna)).toBe('p');
  });
});

test('14 the database holds nothing of what was submitted in the open, and a row moved elsewhere does not open', async () => {
  const shop = await startShop({ working: false });
  const [anna, bo] = [await makeMember(shop), await makeMember(shop)];
  await submit(shop, anna, await submissionOf(shop, anna));
  await submit(shop, bo, await submissionOf(shop, bo));
  const tables = await shop.db.rows(sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  expect(tables.length).toBeGreaterThan(30);
  for (const { name } of tables) {
    const { rows } = await shop.db.pool.query(`select t::text as row from public."${name}" t`);
    for (const { row } of rows) expect(row).not.toMatch(/marker|1990-05-31|MK1 2ER/i);
  }
  const shown = await showKyc({ db: shop.db, keys: shop.config.keys }, anna.id, actor);
  const { terms: _accepted, ...data } = personalData;
  expect(shown?.data).toEqual(data);
  const [one, two] = await shop.db.rows(sql<{ id: string; sealed: Buffer }>`
    select id, sealed from kyc_submissions order by id`);
  if (!one || !two) throw new Error('no rows');
  await shop.db.run(sql`update kyc_submissions set sealed = ${two.sealed} where id = ${one.id}`);
  await expect(showKyc({ db: shop.db, keys: shop.config.keys }, anna.id, actor)).rejects.toThrow();
});

test('a refusal deletes what was submitted at once and the pictures within a day; the steps stay', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const body = await submissionOf(shop, anna);
  await submit(shop, anna, body);
  await look(shop, anna.id, actor);
  await rejectKyc(shop.db, anna.id, { actor, reason: 'Blurred' });
  expect(await showKyc({ db: shop.db, keys: shop.config.keys }, anna.id, actor)).toBeUndefined();
  expect(await shop.db.rows(sql`select from kyc_submissions where sealed is not null`)).toEqual([]);
  await shop.moveClock(hours(25));
  await shop.worker?.chore('uploads.sweep');
  expect(await shop.files.closed.get(body.docFront)).toBeUndefined();
  expect(await count(shop, 'steps', anna)).toBe(3);
});

test('steps can not be changed or forgotten, and a status takes no other way', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await expect(
    shop.db.run(sql`update members set kyc_status = 'v' where id = ${anna.id}`),
  ).rejects.toThrow('a KYC status moves along its edges');
  await submit(shop, anna, await submissionOf(shop, anna));
  await expect(shop.owner.run(sql`delete from kyc_steps`)).rejects.toThrow('kept for ever');
  await expect(shop.owner.run(sql`update kyc_steps set actor = 'me'`)).rejects.toThrow('for ever');
  await expect(shop.owner.run(sql`delete from kyc_submissions`)).rejects.toThrow('for ever');
  await lookAndVerify(shop, anna.id, actor);
  await expect(
    shop.db.run(sql`update kyc_submissions set verdict = null, decided_at = null`),
  ).rejects.toThrow('decided once');
});

test('each step is told by one mail, which says nothing of what was submitted', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  await submit(shop, anna, await submissionOf(shop, anna));
  await look(shop, anna.id, actor);
  await rejectKyc(shop.db, anna.id, { actor, reason: 'The front is <blurred>' });
  await submit(shop, anna, await submissionOf(shop, anna));
  await lookAndVerify(shop, anna.id, actor);
  const subjects = () => shop.sandbox.mails(anna.email).map(({ subject }) => subject);
  await expect
    .poll(subjects)
    .toEqual(
      expect.arrayContaining([
        'Your identity is verified',
        "We couldn't verify your identity",
        'We received your documents',
      ]),
    );
  const mails = shop.sandbox.mails(anna.email);
  expect(mails.some(({ text }) => text.includes('Reason: The front is <blurred>'))).toBe(true);
  for (const { text, html } of mails) expect(text + html).not.toMatch(/marker|1990/i);
});

test('14 the same person and the same pictures are shown with the other accounts that sent them', async () => {
  const shop = await startShop({ working: false });
  const [anna, bo, cy] = [await makeMember(shop), await makeMember(shop), await makeMember(shop)];
  const front = await makePicture();
  const hers = await submissionOf(shop, anna);
  const docFront = await uploaded(shop, anna.token, 'kycDocs', front);
  await submit(shop, anna, { ...hers, docFront });
  await lookAndVerify(shop, anna.id, actor);
  // Under another name, with her picture in another place; and written otherwise, with pictures of his own.
  const his = { ...(await submissionOf(shop, bo)), firstName: 'Bo' };
  const docBack = await uploaded(shop, bo.token, 'kycDocs', front);
  await submit(shop, bo, { ...his, docBack });
  await submit(shop, cy, {
    ...(await submissionOf(shop, cy)),
    firstName: ' QUELLMARKER',
    lastName: 'Zoe',
  });
  const seen = async ({ id }: TestMember) => (await look(shop, id, actor))?.sharing;
  expect(await seen(bo)).toEqual([
    { memberId: anna.id, email: anna.email, kycStatus: 'v', same: ['back'] },
  ]);
  expect(await seen(cy)).toEqual([
    { memberId: anna.id, email: anna.email, kycStatus: 'v', same: ['person'] },
  ]);
  // What was refused is known again as well.
  await rejectKyc(shop.db, bo.id, { actor, reason: 'Not yours' });
  expect((await seen(anna))?.map(({ memberId, same }) => [memberId, same]).sort()).toEqual(
    [
      [bo.id, ['front']],
      [cy.id, ['person']],
    ].sort(),
  );
});

const rename = (shop: TestShop, { token, email }: TestMember, names: object) =>
  shop.raw('PUT', '/updateprofile', {
    token,
    body: {
      sFirstName: 'Anna',
      sLastName: 'Archer',
      sEmail: email,
      oCountry: { value: 'US', label: 'United States' },
      ...names,
    },
  });

test('PROF-04 a verified member who takes another name is not verified under it, whoever waits sends anew', async () => {
  const shop = await startShop();
  const [anna, bo] = [await makeMember(shop), await makeMember(shop)];
  await submit(shop, anna, await submissionOf(shop, anna));
  await lookAndVerify(shop, anna.id, actor);
  await rename(shop, anna, { sFirstName: 'ANNÁ', oCountry: { value: 'DE', label: 'Germany' } });
  expect(await statusOf(shop, anna)).toBe('v');
  // Not by a session that is not proven. The name that others see counts as well.
  expect((await rename(shop, anna, { sFullName: 'Bill Baker' })).status).toBe(403);
  expect(await statusOf(shop, anna)).toBe('v');
  await prove(shop, anna);
  await rename(shop, anna, { sFullName: 'Bill Baker' });
  expect(await statusOf(shop, anna)).toBe('p');
  expect((await look(shop, anna.id, actor))?.data).toMatchObject({ lastName: 'Quellmarker' });
  expect((await submit(shop, anna, await submissionOf(shop, anna))).status).toBe(200);

  await submit(shop, bo, await submissionOf(shop, bo));
  await lookClosely(shop, bo.id, actor);
  await prove(shop, bo);
  await rename(shop, bo, { sLastName: 'Baker' });
  await expect(verifyKyc(shop.db, bo.id, actor)).rejects.toMatchObject({
    code: 'kyc.nothing_waits',
  });
  expect(await statusOf(shop, bo)).toBe('p');
  const told = () => shop.sandbox.mails(bo.email).map(({ subject }) => subject);
  await expect.poll(told).toContain(text('mail.kyc.renamed.heading'));
});

test('of two decisions on a submission the later one counts, also where its number has a digit more', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await submit(shop, anna, await submissionOf(shop, anna));
  const { id } = await shop.db.one(sql<{ id: string }>`
    insert into kyc_steps (id, submission_id, member_id, step, actor, reason) overriding system value
    select nth, k.id, k.member_id, 'rejected', 'operator', 'reason ' || nth
    from kyc_submissions k, unnest(array[999, 1000]) as nth where k.member_id = ${anna.id}
    returning submission_id as id`);
  expect(await endOf(shop.db, id)).toMatchObject({ id: '1000', reason: 'reason 1000' });
});
