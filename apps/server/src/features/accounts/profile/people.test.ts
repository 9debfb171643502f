/** Finding the member one wants to send money to, and nobody's address (OPEN-79). */
import { randomBytes } from 'node:crypto';
import { register } from '@giftlane/contract/members/accounts.ts';
import { searchUser } from '@giftlane/contract/members/people.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { prepareDatabase } from '../../../assembly/database.ts';
import { connect, sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { makeLog } from '../../../platform/process/log.ts';
import { makeMember, type TestMember } from '../../../testing/builders.ts';
import { databaseOn } from '../../../testing/databases.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';
import { markVerified, showOwner } from '../accounts.ts';
import { mobileOf, nameWords } from '../names-and-phones.ts';
import { signInAs, signUpForm } from './people.testing.ts';
import { maskedEmail, maskedMobile, plainName } from './people.ts';

async function named(shop: TestShop, name: string, mobile = ''): Promise<TestMember> {
  const member = await makeMember(shop);
  const number = mobileOf(mobile, '', 'AT');
  await shop.db.run(sql`
    update members set full_name = ${name}, name_words = ${nameWords(name)},
      mobile = ${number?.mobile}, dial_code = ${number?.dialCode} where id = ${member.id}`);
  return member;
}

/** Has an address shown to be theirs, and an identity verified. */
async function prove(shop: TestShop, { id }: TestMember) {
  await shop.db.tx((tx) => showOwner(tx, id));
  for (const status of ['s', 'v'])
    await shop.db.run(sql`update members set kyc_status = ${status} where id = ${id}`);
}

const search = (shop: TestShop, { token }: TestMember, words: string, page = {}) =>
  shop.call(searchUser, { token, body: { search: words, ...page } });

const namesFor = async (shop: TestShop, member: TestMember, words: string) =>
  (await search(shop, member, words)).body.data.map(({ sFullName }) => sFullName);

test('API-51, WAL-33, WAL-36, WAL-41 members are found by words of their names, or by e-mail or mobile in full; never oneself', async () => {
  const shop = await startShop({ working: false });
  const anna = await named(shop, 'Anna Archer');
  const zoe = await named(shop, 'Zoë-Marie O’Brien', '660 123 4567');
  await prove(shop, zoe);
  await named(shop, 'Marianne Stone');
  await named(shop, 'Otto Zoe');
  const found = (words: string) => namesFor(shop, anna, words);
  expect(await found('zoe')).toEqual(['Otto Zoe', 'Zoë-Marie O’Brien']);
  expect(await found('MAR')).toEqual(['Marianne Stone', 'Zoë-Marie O’Brien']);
  expect(await found('marie zo')).toEqual(['Zoë-Marie O’Brien']);
  expect(await found('brien')).toEqual(['Zoë-Marie O’Brien']);
  expect(await found('oe')).toEqual([]);
  expect(await found(zoe.email.toUpperCase())).toEqual(['Zoë-Marie O’Brien']);
  expect(await found(zoe.email.slice(0, -1))).toEqual([]);
  expect(await found('+43 (660) 123-4567')).toEqual(['Zoë-Marie O’Brien']);
  expect(await found('660 123 456')).toEqual([]);
  expect(await found('anna')).toEqual([]);
  expect(await found(anna.email)).toEqual([]);
  for (const odd of ["o'", "' | !x:*", '\\\\', '!!', '%%', '&|!():*'])
    expect((await search(shop, anna, odd)).status).toBe(200);
  const { body } = await search(shop, anna, 'brien');
  expect(body.data).toEqual([
    {
      _id: zoe.id,
      sFullName: 'Zoë-Marie O’Brien',
      sEmail: maskedEmail(zoe.email),
      sMobileNumber: '••• 67',
      sProfilePicture: '',
      eCurrency: 'usd',
    },
  ]);
  expect(body).toMatchObject({ items: body.data, totalCount: 1 });
});

test('of a member with a dial code and no number, none is shown', async () => {
  const shop = await startShop({ working: false });
  const anna = await named(shop, 'Anna Archer');
  const { id } = await named(shop, 'Zoe Stone');
  await shop.db.run(sql`update members set dial_code = '+1' where id = ${id}`);
  const { body } = await search(shop, anna, 'zoe');
  expect(body.data).toMatchObject([{ sFullName: 'Zoe Stone', sMobileNumber: '' }]);
});

test('WAL-36 who has registered an address or typed in a number that need not be theirs is not found by it', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const squatter = await named(shop, 'Sam Squatter', '660 123 4567');
  const found = (words: string) => namesFor(shop, anna, words);
  expect(await found(squatter.email)).toEqual([]);
  // The owner's mail scanner has opened the link.
  await shop.db.tx((tx) => markVerified(tx, squatter.id));
  expect(await found(squatter.email)).toEqual([]);
  expect(await found('+436601234567')).toEqual([]);
  expect(await found('squatter')).toEqual(['Sam Squatter']);
  expect(await found(squatter.id)).toEqual(['Sam Squatter']);
  const owner = await named(shop, 'Olga Owner', '+43 660 1234567');
  await prove(shop, owner);
  expect(await found(owner.email)).toEqual(['Olga Owner']);
  // Another account has the number: whose it is nobody knows.
  expect(await found('+436601234567')).toEqual([]);
  await shop.db.run(sql`update members set mobile = '' where id = ${squatter.id}`);
  expect(await found('+436601234567')).toEqual(['Olga Owner']);
});

test('WAL-33 a number is found as people write it at home, in the country of who looks', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await shop.db.run(sql`update members set country_code = 'AT' where id = ${anna.id}`);
  const zoe = await named(shop, 'Zoe Quill', '0660 / 123 45 67');
  await prove(shop, zoe);
  for (const typed of ['0660 1234567', '0043 660 1234567', '+43 (0)660 123-45-67'])
    expect(await namesFor(shop, anna, typed)).toEqual(['Zoe Quill']);
});

/** A database that folds I otherwise than all others, and knows more letters than C does. */
async function turkish(): Promise<string> {
  const [server, name] = [inject('server'), `giftlane_${randomBytes(6).toString('hex')}`];
  const admin = connect(server.ownerUrl, { max: 1, log: makeLog('error') });
  onTestFinished(async () => {
    await admin.script(`drop database ${name} with (force)`);
    await admin.close();
  });
  await admin.script(
    `create database ${name} template template0 locale_provider icu icu_locale 'tr-TR' locale 'C'`,
  );
  const database = databaseOn(server, name);
  await prepareDatabase(database, makeLog('error'));
  return database.url;
}

test.each([
  ['of the embedded locale', async () => ({})],
  ['of a Turkish one', async () => ({ DATABASE_URL: await turkish() })],
])('WAL-33 names in all letters are found, in a database %s', async (_, database) => {
  const shop = await startShop({ working: false, env: await database() });
  const { body } = await shop.call(register, { body: signUpForm('IRIS@INBOX.example') });
  expect(body.status).toBe(200);
  await signInAs(shop, 'iris@inbox.example');
  const anna = await makeMember(shop);
  const found = (words: string) => namesFor(shop, anna, words);
  const names = [
    ['Søren Kjær', 'soren', 'KJAER', 'sØ'],
    ['Łukasz Żółć', 'lukasz zolc', 'ŻÓŁĆ'],
    ['IŞIL İnce', 'isil', 'ince', 'IŞIL'],
    ['Straßer', 'strasser', 'STRASSE'],
    ['محمد أحمد', 'محمد', 'احمد'],
    ['דוד כהן', 'כהן'],
    ['Γιάννης Παπάς', 'γιαννης', 'ΠΑΠΑΣ'],
    ['Алёна Йовович', 'алена', 'ЙОВ'],
    ['王小明', '王小', '小明'],
    ['김민수', '김민', '민수'],
    ['राम शर्मा', 'शर्मा'],
  ] as const;
  for (const [name] of names) await named(shop, name);
  for (const [name, ...searches] of names)
    for (const words of searches) expect([words, await found(words)]).toEqual([words, [name]]);
});

test('searches are counted by network and by day as well', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`
    update site_options set value = '3' where name = 'throttle_search_address'`);
  await shop.db.run(sql`update site_options set value = '5' where name = 'throttle_search_day'`);
  const [anna, ben] = [await makeMember(shop), await makeMember(shop)];
  const from = async (last: string, { token }: TestMember) => {
    const headers = { 'x-forwarded-for': `2001:db8:0:${last}` };
    return (await shop.call(searchUser, { token, headers, body: { search: 'zz' } })).status;
  };
  const statuses = [];
  for (const [last, member] of [
    ['1::1', anna],
    ['1::2', anna],
    ['1::3', ben],
    ['1::4', ben],
    ['2::1', anna],
    ['2::1', anna],
    ['2::1', anna],
    ['3::1', anna],
  ] as const)
    statuses.push(await from(last, member));
  expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
});

test('WAL-34, WAL-35 a search needs two characters, answers ten at most and goes on from a start', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  for (let i = 0; i < 12; i += 1) await named(shop, `Berta ${String.fromCharCode(65 + i)}`);
  expect((await search(shop, anna, 'b ')).body.message).toBe('Type at least two letters');
  expect((await search(shop, anna, 'berta', { limit: 11 })).status).toBe(400);
  const first = await search(shop, anna, 'berta');
  expect([first.body.data.length, first.body.totalCount]).toEqual([10, 12]);
  const rest = await search(shop, anna, 'berta', { start: 10 });
  expect(rest.body.data.map(({ sFullName }) => sFullName)).toEqual(['Berta K', 'Berta L']);
});

test('a member searches sixty times a minute', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  for (let i = 0; i < 60; i += 1) expect((await search(shop, anna, 'zz')).status).toBe(200);
  expect((await search(shop, anna, 'zz')).status).toBe(429);
  await shop.moveClock(minutes(1));
  expect((await search(shop, anna, 'zz')).status).toBe(200);
});

test.each([
  ['anna@example.com', 'a•••@e•••.com'],
  ['x@localhost', 'x•••@l•••'],
])('%s is shown as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});

test('a mobile shows its end alone, and a name in a mail is no address', () => {
  expect([maskedMobile('+431234'), maskedMobile('')]).toEqual(['••• 34', '']);
  expect(plainName('Win at https://evil.example/x!')).toBe('Win at https evil example x');
  expect(plainName('://')).toBe('A member');
});
