/** Members with data in every table, marked where possible, for tests. */
import { inflateRawSync } from 'node:zlib';
import { updateKyc } from '@giftlane/contract/members/kyc.ts';
import { setProfilePicture } from '@giftlane/contract/members/profile.ts';
import { addToCart } from '@giftlane/contract/shop/cart.ts';
import { viewCard } from '@giftlane/contract/shop/orders.ts';
import { showPoints, tieFriend } from '@giftlane/contract/shop/points.ts';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import { makeCard, makeMember, type TestMember } from '../../testing/builders.ts';
import { atProvider, initiated } from '../../testing/buying.ts';
import { linkGoogle } from '../../testing/google.ts';
import type { TestShop } from '../../testing/start-shop.ts';
import { showOwner } from '../accounts/accounts.ts';
import { insertIdentityLink } from '../accounts/google/identity-queries.ts';
import { insertMailToken } from '../accounts/token-queries.ts';
import { begun } from '../checkout/capture/top-up.testing.ts';
import { listOpenRefunds, refundOrder } from '../checkout/checkout.ts';
import { sendRefund } from '../checkout/refund/send-refund.ts';
import { bought, claim } from '../claims/claims.testing.ts';
import { decideClaim } from '../claims/decide.ts';
import { makeOptions } from '../content/content.ts';
import { submissionOf } from '../kyc/applicants.testing.ts';
import { judge } from '../kyc/judging.testing.ts';
import { makeConfirmation } from '../newsletter/readers.testing.ts';
import { settle } from '../points/points.testing.ts';
import { makeSubscription } from '../push/browsers.testing.ts';
import { linkToSession } from '../push/queries.ts';
import { lookAndAccept, makeBought, offered } from '../selling/offers.testing.ts';
import { uploaded } from '../uploads/pictures.testing.ts';
import { sweepUploads } from '../uploads/sweep.ts';
import { makeVoucher, permit, redeem } from '../wallet/cards.testing.ts';
import { send, sendPermit } from '../wallet/send/send.testing.ts';
import { sweepMyData } from './mydata.ts';
import { type PersonalTable, personal } from './register.ts';

export const partsOf = (shop: TestShop) => ({
  db: shop.db,
  replica: shop.replica,
  files: shop.files,
  keys: shop.config.keys,
  options: makeOptions(shop.db),
  log: shop.log,
  throttle: shop.throttle,
});

/** Runs the periodic work: due accounts and copies, then the files of pictures. */
export async function sweep(shop: TestShop): Promise<void> {
  await sweepMyData(partsOf(shop));
  await sweepUploads(partsOf(shop));
}

/** Sends the whole wallet balance to another member. */
export async function emptyWallet(shop: TestShop, member: TestMember, to: string, note = '') {
  const amount = Number(await member.balance()) / 100;
  if (amount > 0)
    await send(shop, member, { permit: await sendPermit(shop, member), to, amount, note });
}

/** Adds rows of mails, mailed links, browsers and failed jobs. */
async function leaveTraces(shop: TestShop, { id, email }: TestMember): Promise<void> {
  const { db } = shop;
  const [session] = await db.rows(
    sql<{ id: string }>`select id from sessions where member_id = ${id}`,
  );
  const sessionId = session?.id ?? '';
  const browser = await makeSubscription(shop);
  await linkToSession(db, browser, sessionId);
  await db.run(sql`
    insert into push_deliveries (subscription_id, order_id, notice, member_id, order_number)
    values (${browser}, 'ord_1', 'delivered', ${id}, 'order-1')`);
  await linkGoogle(shop, id, newId('google'));
  const key = { memberId: id, emailKey: email, lifeMs: hours(1) };
  await insertMailToken(db, { ...key, hash: tokenHash(newToken()), purpose: 'verify' });
  const google = { issuer: 'https://issuer.example', subject: 'somebody' };
  await insertIdentityLink(db, { ...key, ...google, hash: tokenHash(newToken()) });
  await db.run(sql`
    insert into email_changes (id, member_id, from_email, from_key, to_email, to_key, session_id)
    values (${newId('eml')}, ${id}, ${email}, ${email}, 'other@example.com', 'other@example.com', ${sessionId})`);
  await db.run(sql`insert into sign_in_places (member_id, place_hash) values (${id}, '\\x01')`);
  await db.run(sql`
    insert into operators (id, email, email_key, role) values ('opr_' || ${id}, ${id}, ${id}, 'support')`);
  await db.run(sql`
    insert into member_notes (id, member_id, operator_id, note)
    values (${newId('note')}, ${id}, 'opr_' || ${id}, 'Called twice')`);
  await makeConfirmation(shop, email);
  await db.run(sql`
    insert into newsletter_issues (id, content_hash, subject, body) values ('iss_1', '\\x01', 's', 'b')`);
  await db.run(sql`
    insert into newsletter_deliveries (issue_id, subscriber_id, sent_at)
    select 'iss_1', id, app_now() from newsletter_subscribers where email_key = ${email}`);
  await db.run(sql`
    insert into contact_threads (id, email, subject, reference)
    values (${email}, ${email}, 'Hello', ${email})`);
  await db.run(sql`
    insert into contact_messages (id, email, full_name, subject, message, suspect, thread_id)
    values (${newId('msg')}, ${email}, 'Anna', 'Hello', 'Where is it?', false, ${email})`);
  await db.run(sql`
    insert into contact_answers (id, thread_id, email, operator, words)
    values (${newId('ans')}, ${email}, ${email}, 'olga', 'Here.')`);
  await db.run(sql`
    insert into jobs (task, payload, given_up_at, last_error)
    values ('test.failed', '{}', now(), ${`550 no mailbox ${email}`}),
      ('accounts.send_google_link', ${{ memberId: id, subject: 'google-of-a-failed-mail' }}, now(), 'no')`);
}

/** Adds a coin wallet, a failed transfer, and a quote for an order. */
async function holdCoins({ db }: TestShop, { id }: TestMember): Promise<void> {
  const [wallet, transfer, txid] = [newId('cw'), newId('test'), newId('txid')];
  const script = newId('script');
  await db.run(sql`insert into coin_accounts (coin, number, xpub, tag)
    values ('btc', 1, ${newId('xpub')}, '\\x01') on conflict do nothing`);
  await db.run(sql`
    insert into coin_wallets (id, coin, owner, account, tag)
    values (${wallet}, 'btc', ${id}, 1, '\\x01')`);
  await db.run(sql`
    insert into coin_addresses (coin, script, address, wallet_id, branch, index)
    values ('btc', ${script}, ${`bc1${script}`}, ${wallet}, 0, 0)`);
  await db.run(sql`
    insert into coin_transfers (id, coin, wallet_id, type, txid, address, value, comment, state)
    values (${transfer}, 'btc', ${wallet}, 'send', ${txid}, 'bc1q', 1000, 'Thanks', 'failed')`);
  await db.run(sql`
    insert into coin_outputs (coin, txid, vout, wallet_id, script, value, kind, gone)
    values ('btc', ${txid}, 0, ${wallet}, ${script}, 1000, 'plain', true)`);
  await db.run(sql`
    insert into coin_wishes (coin, transfer_id, wish, tag) values ('btc', ${transfer}, '{}', '\\x01')`);
  await db.run(sql`
    insert into coin_approvals (transfer_id, coin, wish, tag, decision, decided_by, decided_at)
    values (${transfer}, 'btc', '{}', '\\x01', 'approved', 'command line: olga', app_now())`);
  await db.run(sql`
    insert into coin_quotes (member_id, order_id, coin, script, address, amount, rate, locked_until,
      tag)
    select member_id, id, 'btc', ${script}, 'bc1q', 1000, 90000, app_now(), '\\x01'
    from orders where member_id = ${id} limit 1`);
}

/** Adds a passkey, an authenticator app and recovery codes; the session is proven by the passkey. */
async function addFactors({ db }: TestShop, { id }: TestMember): Promise<void> {
  await db.run(sql`
    insert into passkeys (credential_id, id, member_id, public_key, counter, transports, name, owned)
    values ('\\x01', ${newId('pky')}, ${id}, '\\x02', 0, '{internal}', 'My phone', true)`);
  await db.run(sql`
    insert into totp_factors (member_id, secret, owned) values (${id}, '\\x03', true)`);
  await db.run(sql`insert into recovery_codes (code_hash, member_id) values ('\\x04', ${id})`);
  await db.run(sql`
    insert into sign_ins (member_id, id, opened_by, factor, new_device, device, place)
    values (${id}, ${newId('sgn')}, 'password', 'code', true, 'Firefox on Linux', 'DE')`);
  await db.run(sql`
    update sessions set proven_by = 'passkey', proven_at = app_now() where member_id = ${id}`);
}

/** Credits points of a purchase, and ties a friend by the member's code. */
async function earnPoints(shop: TestShop, anna: TestMember): Promise<void> {
  await settle(shop);
  const { data } = (await shop.call(showPoints, { token: anna.token })).body;
  const late = await makeMember(shop);
  const { sCode } = data.oFriends;
  await shop.call(tieFriend, { token: late.token, body: { sCode } });
}

/** A verified member with finished purchases, a sale, a top-up, transfers, a voucher and a refund. */
export async function aLife(shop: TestShop) {
  const { anna, confirm, sPaymentId } = await initiated(shop, { walletMinor: 10_00n, codes: 50 });
  const friend = await makeMember(shop, { walletMinor: 50_00n });
  await shop.db.tx((tx) => showOwner(tx, anna.id));
  await atProvider(shop, sPaymentId, 'approve');
  const order = (await confirm()).body.data;
  const cardId = order.aCartData[0]?.aCardCode[0]?._id ?? '';
  await shop.call(viewCard, { token: anna.token, params: { id: order._id }, body: { cardId } });
  const topUp = await begun(shop, anna, 10);
  await topUp.approve();
  await topUp.add();
  const voucher = await makeVoucher(shop);
  await redeem(shop, anna, { ...voucher, permit: await permit(shop, anna) });
  await shop.call(updateKyc, { token: anna.token, body: await submissionOf(shop, anna) });
  await judge(shop, anna.id, {});
  const card = await makeBought(shop);
  const sale = await offered(shop, anna, { card });
  await lookAndAccept(shop, sale._id);
  const picture = await uploaded(shop, anna.token, 'profilepictures');
  await shop.call(setProfilePicture, { token: anna.token, body: { sProfilePicture: picture } });
  const gift = await makeCard(shop, { codes: 3 });
  const given = await bought(shop, anna, { card: gift });
  const reported = await claim(shop, anna, given, {
    aPictures: [await uploaded(shop, anna.token, 'claimpictures')],
  });
  const words = 'It was not redeemed';
  await decideClaim(shop.db, reported.body.data._id, { kind: 'decline', words, by: 'olga' });
  await shop.call(addToCart, { token: anna.token, body: { iGiftCardId: gift.id, nQuantity: 1 } });
  await send(shop, friend, {
    permit: await sendPermit(shop, friend),
    to: anna.id,
    amount: 1,
    note: 'from a friend',
  });
  await refundOrder(
    shop.checkout,
    { memberId: anna.id, id: order._id },
    { reason: 'a refund', evenViewed: true },
  );
  const [refund] = await listOpenRefunds(shop.db);
  await sendRefund(shop.checkout, refund?.id ?? '');
  await earnPoints(shop, anna);
  await emptyWallet(shop, anna, friend.id, 'to a friend');
  await leaveTraces(shop, anna);
  await addFactors(shop, anna);
  await holdCoins(shop, anna);
  return { anna, friend, picture, sale, gift };
}

/** Columns that identify rows, or whose values the shop interprets. */
const meant =
  /(^|_)(id|key|currency|path|state|kind|purpose|gateway|use|source|provider|email|picture|front|back|receipt|selfie|address|used_by|member|receiver|owner|serial)$|^doc_|^task$|^queue$|^password_hash$/;
const addresses = new Set(['code_reveals.address']);

/**
 * Writes a marker into every free-text column of a member's rows, without triggers; answers the markers by
 * `table.column`. The ledger is left out, because its history is sealed.
 */
export async function plantMarkers(
  shop: TestShop,
  memberId: string,
): Promise<ReadonlyMap<string, string>> {
  const columns = await shop.db.rows(sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER'`);
  const marks = new Map<string, string>();
  for (const table of personal.filter(({ name }) => !/^ledger_|^jobs$/.test(name)))
    for (const { column } of columns.filter((one) => one.table === table.name)) {
      const name = `${table.name}.${column}`;
      if (meant.test(column) && !addresses.has(name)) continue;
      const mark = `mark-${marks.size}-of-${memberId}`;
      if (await plant(shop, { table, column, mark, memberId })) marks.set(name, mark);
    }
  return marks;
}

/** Runs a statement with the triggers of a table disabled. */
export async function unguarded(
  shop: TestShop,
  table: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const client = await shop.owner.pool.connect();
  try {
    await client.query(`begin; alter table ${table} disable trigger user`);
    const { rowCount } = await client.query(statement, [...values]);
    await client.query(`alter table ${table} enable trigger user; commit`);
    return rowCount ?? 0;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function plant(
  shop: TestShop,
  wish: { table: PersonalTable; column: string; mark: string; memberId: string },
): Promise<boolean> {
  const { table, column, mark, memberId } = wish;
  if (table.whose === 'false') return false;
  // Notes that others sent to the member belong to them.
  const whose = table.name === 'transfers' ? 'member_id = $1' : table.whose;
  const statement = `update ${table.name} set ${column} = $2 where ${whose}`;
  try {
    return (await unguarded(shop, table.name, statement, [memberId, mark])) > 0;
  } catch {
    // The column allows only a fixed list of values.
    return false;
  }
}

/** Reads the whole database once; answers a search for the columns (`table.column`) that contain a text. */
export async function searchOf(shop: TestShop): Promise<(text: string) => string[]> {
  const tables = await shop.db.rows(sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public'`);
  const fields: (readonly [name: string, value: string])[] = [];
  for (const { name } of tables) {
    const { rows } = await shop.db.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    );
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        fields.push([`${name}.${column}`, JSON.stringify(value) ?? '']);
  }
  return (text) => [
    ...new Set(fields.flatMap(([name, value]) => (value.includes(text) ? [name] : []))),
  ];
}

/** The files of a ZIP by name. */
export function unzip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = zip.readUInt16LE(at + 10);
    const packed = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + packed);
    files.set(name, method === 8 ? inflateRawSync(bytes) : bytes);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
