import { myProfile } from '@giftlane/contract/members/accounts.ts';
import {
  type KycSubmission,
  sendAgain,
  showKyc as show,
  updateKyc,
} from '@giftlane/contract/members/kyc.ts';
import { holdCase } from '@giftlane/contract/office/cases.ts';
import {
  decideSubmission,
  listSubmissions,
  openSubmission,
} from '@giftlane/contract/office/identity.ts';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { apiBase } from '../../platform/http/http.ts';
import { hours } from '../../platform/process/durations.ts';
import { makeMember, type TestMember } from '../../testing/builders.ts';
import { cloneDatabase } from '../../testing/databases.ts';
import { openKillable } from '../../testing/killable.ts';
import { makeOperator, officeOf, type TestOperator } from '../../testing/office.ts';
import { callsTo } from '../../testing/sell-crashes.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { showOwner } from '../accounts/accounts.ts';
import { uploaded } from '../uploads/pictures.testing.ts';
import { look, lookClosely, personalData, submissionOf } from './applicants.testing.ts';
import { judge, verdictsOf } from './judging.testing.ts';
import { rejectKyc, renameMember, sweepKept, verifyKyc, withdrawKyc } from './kyc.ts';

const statusOf = async (shop: TestShop, { token }: TestMember) =>
  (await shop.call(myProfile, { token })).body.data.sKycStatus;

const stateOf = async (shop: TestShop, { token }: TestMember) =>
  (await shop.call(show, { token })).body.data;

interface Row {
  readonly id: string;
  readonly sealed: Buffer | null;
}
const rowsOf = ({ db }: Pick<TestShop, 'db'>, { id }: Pick<TestMember, 'id'>) =>
  db.rows(sql<Row>`
    select id, sealed from kyc_submissions where member_id = ${id} order by created_at, id`);

const newestOf = async (shop: TestShop, member: TestMember) =>
  (await rowsOf(shop, member)).at(-1)?.id ?? '';

/** A member who has submitted everything. */
async function makeApplicant(shop: TestShop) {
  const member = await makeMember(shop);
  const body = await submissionOf(shop, member);
  await shop.call(updateKyc, { token: member.token, body });
  return { member, body };
}

const again = (
  shop: TestShop,
  { token }: TestMember,
  body: Partial<Omit<KycSubmission, 'terms'>>,
) => shop.call(sendAgain, { token, body });

/** The pictures that a member's submissions use. */
const usedBy = async (shop: TestShop, { id }: TestMember) =>
  (
    await shop.db.rows(sql<{ path: string }>`
      select path from uploads where member_id = ${id} and used_by is not null order by path`)
  ).map(({ path }) => path);

describe('papers in one shop', () => {
  const shared = shopForAll({ working: false });

  test('a declined paper alone is sent again; what was accepted goes with it', async () => {
    const shop = shared();
    const { member, body } = await makeApplicant(shop);
    const reason = 'The bill is older than three months.';
    const { data } = await judge(shop, member.id, { address: reason });
    expect(data).toEqual({ sKycStatus: 'r' });
    expect(await stateOf(shop, member)).toMatchObject({
      sKycStatus: 'r',
      sReason: `Proof of address: ${reason}`,
      aPapers: [
        { ePaper: 'data', sReason: '' },
        { ePaper: 'front', sReason: '' },
        { ePaper: 'back', sReason: '' },
        { ePaper: 'address', sReason: reason },
        { ePaper: 'selfie', sReason: '' },
      ],
      dKeptUntil: expect.stringMatching(/Z$/),
    });
    expect(await usedBy(shop, member)).toEqual(
      [body.docFront, body.docBack, body.docSelffie].sort(),
    );
    const docAddress = await uploaded(shop, member.token, 'kycDocs');
    const sent = { typeOfAddress: 'Bank Statement', docAddress } as const;
    expect((await again(shop, member, sent)).status).toBe(200);
    // After a lost answer the same is sent once more.
    expect((await again(shop, member, sent)).status).toBe(200);
    const rows = await rowsOf(shop, member);
    expect(rows.map(({ sealed }) => sealed === null)).toEqual([true, false]);
    const shown = await look(shop, member.id, 'somebody');
    expect(shown?.data).toMatchObject({ city: 'Markerton', typeOfAddress: 'Bank Statement' });
    expect(shown?.submission).toMatchObject({ front: body.docFront, address: docAddress });
    const operator = await makeOperator(shop, 'reviewer');
    const opened = await operator.call(openSubmission, { params: { id: rows[1]?.id ?? '' } });
    expect(opened.data.aAccepted).toEqual(['data', 'front', 'back', 'selfie']);
    expect((await judge(shop, member.id, {}, operator)).data).toEqual({ sKycStatus: 'v' });
    expect(await statusOf(shop, member)).toBe('v');
  });

  test('declined data is deleted at once, and the types of the documents are not asked again', async () => {
    const shop = shared();
    const { member, body } = await makeApplicant(shop);
    await judge(shop, member.id, { data: 'Your name is written otherwise on the card.' });
    expect((await look(shop, member.id, 'somebody'))?.data).toEqual({
      typeOfId: 'Passport',
      typeOfAddress: 'Water Bill',
    });
    const { terms: _t, typeOfId: _i, typeOfAddress: _a, ...person } = personalData;
    expect((await again(shop, member, { ...person, firstName: 'Zoe' })).status).toBe(200);
    expect((await look(shop, member.id, 'somebody'))?.data).toEqual({
      ...person,
      firstName: 'Zoe',
      typeOfId: 'Passport',
      typeOfAddress: 'Water Bill',
    });
    expect(await usedBy(shop, member)).toHaveLength(4);
    expect(await usedBy(shop, member)).toContain(body.docFront);
  });

  test('of what is sent again nothing may be missing, nothing more, and no picture of another use', async () => {
    const shop = shared();
    const { member } = await makeApplicant(shop);
    const other = await makeApplicant(shop);
    await judge(shop, member.id, { front: 'Blurred.', selfie: 'Too dark.' });
    const picture = () => uploaded(shop, member.token, 'kycDocs');
    const typeOfId = 'State Card' as const;
    const right = { typeOfId, docFront: await picture(), docSelffie: await picture() };
    const { docSelffie: _none, ...short } = right;
    const wrong: [string, Parameters<typeof again>[2]][] = [
      ['docSelffie', short],
      ['docFront', { ...right, docFront: other.body.docFront }],
    ];
    for (const [field, body] of wrong) {
      const reply = await again(shop, member, body);
      expect([reply.status, reply.body.errors?.map((error) => error.field)]).toEqual([
        400,
        [field],
      ]);
    }
    for (const more of [{ firstName: 'Eve' }, { docBack: right.docSelffie }])
      expect((await again(shop, member, { ...right, ...more })).status).toBe(400);
    expect(await statusOf(shop, member)).toBe('r');
    expect((await again(shop, member, right)).status).toBe(200);
    expect((await again(shop, member, { ...right, typeOfId: 'Passport' })).body.code).toBe(
      'kyc.not_open',
    );
  });

  test('when everything is declined, or the whole is rejected, everything is sent again', async () => {
    const shop = shared();
    const [one, two] = [await makeApplicant(shop), await makeApplicant(shop)];
    const no = 'Not yours.';
    const all = { data: no, front: no, back: no, address: no, selfie: no };
    await judge(shop, one.member.id, all);
    await look(shop, two.member.id, 'command line: test');
    await rejectKyc(shop.db, two.member.id, { actor: 'command line: test', reason: no });
    for (const { member } of [one, two]) {
      expect(await stateOf(shop, member)).toMatchObject({ dKeptUntil: null });
      const docFront = await uploaded(shop, member.token, 'kycDocs');
      const sent = await again(shop, member, { typeOfId: 'Passport', docFront });
      expect([sent.status, sent.body.code]).toEqual([409, 'kyc.nothing_kept']);
      expect((await rowsOf(shop, member)).map(({ sealed }) => sealed)).toEqual([null]);
      expect(await usedBy(shop, member)).toEqual([]);
    }
  });

  test('what was accepted is given up when the rest never comes, all is sent anew, the name changes or the account goes', async () => {
    const shop = shared();
    const made = [];
    for (let n = 0; n < 4; n += 1) {
      const { member } = await makeApplicant(shop);
      await judge(shop, member.id, { selfie: 'Too dark.' });
      made.push(member);
    }
    const [late, anew, renamed, gone] = made as [TestMember, TestMember, TestMember, TestMember];
    await shop.db.tx((tx) => renameMember(tx, renamed.id));
    await shop.db.tx((tx) => withdrawKyc(tx, gone.id));
    for (const member of [renamed, gone]) expect(await usedBy(shop, member)).toEqual([]);
    const whole = await submissionOf(shop, anew);
    expect((await shop.call(updateKyc, { token: anew.token, body: whole })).status).toBe(200);
    expect((await rowsOf(shop, anew)).map(({ sealed }) => sealed === null)).toEqual([true, false]);
    expect(await usedBy(shop, anew)).toHaveLength(4);
    await sweepKept(shop.db);
    expect(await usedBy(shop, late)).toHaveLength(3);
    await shop.moveClock(hours(24 * 31));
    await sweepKept(shop.db);
    expect(await usedBy(shop, late)).toEqual([]);
    expect((await rowsOf(shop, late)).map(({ sealed }) => sealed)).toEqual([null]);
  });

  test('two reviewers at once: one decision, the other is told whose, twenty rounds', async () => {
    const shop = shared();
    const both = [await makeOperator(shop, 'reviewer'), await makeOperator(shop, 'owner')];
    for (let n = 0; n < 20; n += 1) {
      const { member } = await makeApplicant(shop);
      for (const { id } of both) await lookClosely(shop, member.id, id);
      const params = { id: await newestOf(shop, member) };
      const replies = await Promise.all(
        both.map((one, nth) =>
          one.call(decideSubmission, {
            params,
            body: verdictsOf(nth === n % 2 ? {} : { selfie: 'Too dark.' }),
          }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const loser = replies.findIndex(({ status }) => status === 409);
      const winner = both[1 - loser] as TestOperator;
      expect(replies[loser]).toMatchObject({
        code: expect.stringMatching(/^case\.(held|decided)$/),
        message: expect.stringContaining(winner.email),
      });
      const steps = await shop.db.rows(sql`
        select from kyc_steps where member_id = ${member.id} and step in ('verified', 'rejected')`);
      expect(steps).toHaveLength(1);
    }
  });

  test('only the holder decides, after a look at the data and at each accepted picture', async () => {
    const shop = shared();
    const { member } = await makeApplicant(shop);
    const params = { id: await newestOf(shop, member) };
    const [olga, otto] = [await makeOperator(shop, 'reviewer'), await makeOperator(shop, 'owner')];
    const decide = async (by: TestOperator, reasons = {}) =>
      (await by.call(decideSubmission, { params, body: verdictsOf(reasons) })).code;
    await olga.call(holdCase, { params: { sQueue: 'identity', ...params } });
    await lookClosely(shop, member.id, otto.id);
    expect(await decide(otto)).toBe('case.held');
    expect(await decide(olga)).toBe('kyc.not_shown');
    await olga.call(openSubmission, { params });
    expect(await decide(olga, { selfie: 'Too dark.' })).toBe('kyc.pictures_not_seen');
    expect(await statusOf(shop, member)).toBe('s');
    await lookClosely(shop, member.id, olga.id);
    expect(await decide(olga)).toBe('');
    // Nobody decides or opens it again.
    expect(await decide(otto)).toBe('case.decided');
    const opened = await otto.call(openSubmission, { params });
    expect(opened).toMatchObject({ code: 'case.decided' });
    expect(opened.message).toBe(`${olga.email} has decided this already: verified`);
  });

  test('who sends again while an operator still reviews the first: their decision is refused', async () => {
    const shop = shared();
    const { member } = await makeApplicant(shop);
    const olga = await makeOperator(shop, 'reviewer');
    await lookClosely(shop, member.id, olga.id);
    const params = { id: await newestOf(shop, member) };
    const actor = 'command line: test';
    await look(shop, member.id, actor);
    await rejectKyc(shop.db, member.id, { actor, reason: 'Blurred.' });
    await shop.call(updateKyc, { token: member.token, body: await submissionOf(shop, member) });
    const reply = await olga.call(decideSubmission, { params, body: verdictsOf({}) });
    expect(reply).toMatchObject({
      code: 'case.decided',
      message: `${actor} has decided this already: declined. Blurred.`,
    });
    expect(await statusOf(shop, member)).toBe('s');
    // A member who takes another name meanwhile has withdrawn it.
    const now = { id: await newestOf(shop, member) };
    await shop.db.tx((tx) => renameMember(tx, member.id));
    expect((await olga.call(openSubmission, { params: now })).message).toBe(
      'The member has decided this already: withdrawn',
    );
  });

  test('each paper has one verdict', async () => {
    const shop = shared();
    const { member } = await makeApplicant(shop);
    const olga = await makeOperator(shop, 'reviewer');
    const params = { id: await newestOf(shop, member) };
    const { aVerdicts } = verdictsOf({});
    for (const some of [aVerdicts.slice(1), [...aVerdicts.slice(1), ...aVerdicts.slice(-1)]]) {
      const reply = await olga.call(decideSubmission, { params, body: { aVerdicts: some } });
      expect([reply.status, reply.code]).toEqual([400, 'input.invalid']);
    }
  });
});

test('the queue is the oldest first, page by page, for reviewers alone; looks are in the audit log', async () => {
  const shop = await startShop({ working: false });
  const office = officeOf(shop);
  const [olga, sam] = [
    await makeOperator(shop, 'reviewer', office),
    await makeOperator(shop, 'support', office),
  ];
  const { member, body } = await makeApplicant(shop);
  const id = await newestOf(shop, member);
  for (let n = 0; n < 55; n += 1) {
    const other = await makeMember(shop);
    const docFront = await uploaded(shop, other.token, 'kycDocs');
    const same = { docFront, docBack: docFront, docAddress: docFront, docSelffie: docFront };
    await shop.call(updateKyc, { token: other.token, body: { ...personalData, ...same } });
  }
  const first = await olga.call(listSubmissions);
  expect(first.data.aRows).toHaveLength(50);
  const second = await olga.call(listSubmissions, { query: { sAfter: first.data.sNext } });
  expect(second.data.aRows).toHaveLength(6);
  expect(second.data.sNext).toBeNull();
  const ids = [...first.data.aRows, ...second.data.aRows].map((row: { _id: string }) => row._id);
  expect(new Set(ids).size).toBe(56);
  expect(ids[0]).toBe(id);
  // Of other operators neither list, papers nor decision.
  const params = { id };
  expect((await sam.call(listSubmissions)).code).toBe('session.not_permitted');
  expect((await sam.call(openSubmission, { params })).code).toBe('session.not_permitted');
  const sent = { params, body: verdictsOf({}) };
  expect((await sam.call(decideSubmission, sent)).code).toBe('session.not_permitted');
  const picture = (cookie: string, paper: string) =>
    office.app.inject({ url: `${apiBase}/office/identity/${id}/${paper}`, headers: { cookie } });
  expect((await picture(sam.cookie, 'front')).statusCode).toBe(403);
  expect((await picture('', 'front')).statusCode).toBe(401);
  expect((await picture(olga.cookie, 'data')).statusCode).toBe(400);

  await shop.db.tx((tx) => showOwner(tx, member.id));
  const { data } = await olga.call(openSubmission, { params });
  expect(data.oMember).toMatchObject({ sEmail: member.email, nOrders: 0, bFrozen: false });
  expect(data.oData).toMatchObject({ lastName: 'Quellmarker' });
  expect(data.aSteps.map(({ eStep }: { eStep: string }) => eStep)).toEqual(['submitted']);
  const shown = await picture(olga.cookie, 'front');
  expect([shown.statusCode, shown.rawPayload.subarray(0, 3)]).toEqual([
    200,
    Buffer.from([0xff, 0xd8, 0xff]),
  ]);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': expect.stringContaining('no-store'),
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const reads = await shop.db.rows(sql`select operator, path from upload_reads`);
  expect(reads).toEqual([{ operator: olga.id, path: body.docFront }]);
  const deeds = await shop.db.rows(sql<{ deed: string }>`
    select deed from audit_entries where subject = ${id} and operator_id = ${olga.id} order by id`);
  expect(deeds.map(({ deed }) => deed)).toEqual(['kyc.open', 'kyc.showPaper']);
});

test('the mail says what to send again and nothing of what was submitted', async () => {
  const shop = await startShop();
  const { member } = await makeApplicant(shop);
  await judge(shop, member.id, { front: 'The photo is <blurred>.', selfie: 'Too dark.' });
  const mails = () => shop.sandbox.mails(member.email).map(({ text }) => text);
  await expect
    .poll(mails)
    .toContainEqual(
      expect.stringMatching(/front: The photo is <blurred>\.[\s\S]*Selfie: Too dark\./),
    );
  const all = shop.sandbox.mails(member.email);
  expect(all.some(({ text }) => text.includes('keep what we accepted for 30 days'))).toBe(true);
  for (const { text, html } of all) expect(text + html).not.toMatch(/marker|1990/i);
});

test('9 kill -9 while papers are decided or sent again leaves all of it or nothing', async () => {
  const database = await cloneDatabase(inject('server'));
  const world = await openKillable(database.url);
  onTestFinished(async () => {
    await world.close();
    await database.drop();
  });
  const { shop } = world;
  const anna = await makeMember(shop);
  const first = await world.live();
  const body = await submissionOf(callsTo(first), anna);
  const lost = (point: string, work: (url: { url: string }) => Promise<unknown>) =>
    world.live({ CRASH_POINT: point }).then(async (life) => {
      await work(life).catch(() => undefined);
      return life.death;
    });
  const put = (life: { url: string }, path: string, sent: unknown) =>
    callsTo(life).raw('PUT', path, { token: anna.token, body: sent });
  const deaths = [await lost('kyc.before_submission_commit', (to) => put(to, '/updatekyc', body))];
  expect(await rowsOf(shop, anna)).toEqual([]);
  expect((await put(first, '/updatekyc', body)).status).toBe(200);
  await judge(shop, anna.id, { selfie: 'Too dark.' });
  const docSelffie = await uploaded(callsTo(first), anna.token, 'kycDocs');
  deaths.push(await lost('kyc.before_submission_commit', (to) => put(to, '/kyc', { docSelffie })));
  expect((await put(first, '/kyc', { docSelffie })).status).toBe(200);
  const by = 'command line: test';
  await lookClosely(shop, anna.id, by);
  const email = anna.email;
  await world.command(['kyc', 'show', email]);
  const died = await world.command(['kyc', 'reject', email, '--reason', 'No'], {
    CRASH_POINT: 'kyc.before_decision_commit',
  });
  deaths.push(died.signal);
  expect(deaths).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
  expect((await callsTo(first).raw('GET', '/kyc', { token: anna.token })).body.data).toMatchObject({
    sKycStatus: 's',
  });
  await verifyKyc(shop.db, anna.id, by);
  expect((await world.verify()).problems).toEqual([]);
}, 120_000);
