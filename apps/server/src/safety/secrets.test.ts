/** Codes, PINs, tokens and passwords: never at rest in the open, in logs, in mails, in replies (trust programme, 4, 15). */
import { login } from '@giftlane/contract/members/accounts.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { downloadCodes, viewCard } from '@giftlane/contract/shop/orders.ts';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { refundOrder } from '../features/checkout/checkout.ts';
import { importCodes } from '../features/stock/stock.ts';
import { makeVoucher, permit, redeem } from '../features/wallet/cards.testing.ts';
import { sql } from '../platform/db/db.ts';
import { makeCard, makeMember, orderBody, testPassword } from '../testing/builders.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import { eventOutcomes, eventsDone } from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

/** A secret as it could lie around: itself, in hexadecimal, in base64 at either offset. */
function* formsOf(secret: string): Generator<string> {
  const bytes = Buffer.from(secret);
  yield secret;
  yield bytes.toString('hex');
  yield bytes.toString('base64').replace(/=+$/, '').slice(0, -1);
  yield Buffer.concat([Buffer.of(0), bytes])
    .toString('base64')
    .slice(3, -5);
}

/** The secrets whose text is somewhere in `text`. */
const foundIn = (text: string, secrets: Readonly<Record<string, string>>) =>
  Object.entries(secrets)
    .filter(([, secret]) => [...formsOf(secret)].some((form) => text.includes(form)))
    .map(([name]) => name);

/** Every row of every table, as text; bytes are hexadecimal. */
async function dump(shop: TestShop): Promise<string> {
  const tables = await shop.db.rows(sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const rows = await Promise.all(
    tables.map(({ name }) =>
      shop.db.pool.query<{ row: string }>(`select t::text as row from ${name} t`),
    ),
  );
  return rows.flatMap((result) => result.rows.map(({ row }) => row)).join('\n');
}

/** Catches what the shop writes to its log. */
function listenToLog({ log }: TestShop): string[] {
  const written: string[] = [];
  const stream = Reflect.get(log, pino.symbols.streamSym) as { write: (line: string) => boolean };
  stream.write = (line) => written.push(line) > 0;
  return written;
}

/**
 * Lives a little: two orders, one by card, a refund, a gift card, wrong passwords, a duplicate import.
 * Answers every secret it used and every reply in which none may be.
 */
async function live(shop: TestShop) {
  const replies: unknown[] = [];
  const said = <T>(reply: T): T => {
    replies.push(reply);
    return reply;
  };
  const card = await makeCard(shop, { codes: 2 });
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const { token } = anna;
  const wrong = { sEmail: anna.email, sPassword: 'Wrong-password-9' };
  said(await shop.call(login, { body: wrong }));
  const signedIn = await shop.call(login, {
    body: { sEmail: anna.email, sPassword: testPassword },
  });
  await shop.raw('POST', '/mail/verification/resend', { token });

  const body = orderBody(anna, { card, quantity: 2, totalMinor: 20_00n });
  const order = said(await shop.call(pay, { token, body })).body.data;
  for (const path of [
    '/transactions',
    `/transactions/${order._id}`,
    `/transactions/${order._id}/codes`,
  ])
    said(await shop.raw('GET', path, { token }));

  const byCard = await initiated(shop);
  await atProvider(shop, byCard.sPaymentId, 'approve');
  const delivered = said(await byCard.confirm()).body.data;
  await refundOrder(shop, { memberId: byCard.anna.id, id: delivered._id }, { reason: 'test' });

  const voucher = await makeVoucher(shop);
  const pair = await permit(shop, anna);
  said(await redeem(shop, anna, { ...voucher, permit: pair }));
  const again = { rows: [{ line: 1, cardId: card.id, serial: 'S', code: card.codes[0] ?? '' }] };
  const { keys } = shop.config;
  said(await importCodes(shop.db, { ...again, source: 'test', keys }));
  await expect.poll(() => shop.sandbox.mails().length).toBeGreaterThanOrEqual(2);

  const secrets: Record<string, string> = {
    'a bought code': card.codes[0] ?? '',
    'another bought code': card.codes[1] ?? '',
    'a refunded code': byCard.card.codes[0] ?? '',
    'a free code': byCard.card.codes[4] ?? '',
    'a voucher code': voucher.code,
    'a wallet token': pair.token,
    'a wallet secret': pair.secretToken,
    'a session token': token,
    'a session token of sign-in': signedIn.body.Authorization ?? '',
    'a password': testPassword,
    'a wrong password': wrong.sPassword,
  };
  return { anna, card, order, secrets, replies };
}

/** The owner looks at one code and downloads all. */
async function reveal(shop: TestShop, { anna, order }: Awaited<ReturnType<typeof live>>) {
  const request = { token: anna.token, params: { id: order._id } };
  const cardId = order.aCartData[0]?.aCardCode[0]?._id ?? '';
  const seen = await shop.call(viewCard, { ...request, body: { cardId } });
  const file = await shop.call(downloadCodes, { ...request, body: { sPassword: testPassword } });
  return { seen: seen.body.data?.sOrderContent, file: String(file.body.data), status: seen.status };
}

test('4, 15 the database holds no code, PIN, token or password in the open', async () => {
  const shop = await startShop();
  const life = await live(shop);
  const { seen, file } = await reveal(shop, life);
  expect(life.secrets['a bought code']).toBe(seen);
  expect(file).toContain(life.secrets['another bought code']);
  const text = await dump(shop);
  expect(foundIn(text, life.secrets)).toEqual([]);
  // The search finds what is there: an open text, and the same as bytes.
  expect(text).toContain(life.order.sOrderId);
  const planted = { planted: 'PLANTED-SECRET' };
  // An event that is still to be verified would be found false, and emptied.
  await expect.poll(() => eventOutcomes(shop)).not.toEqual({});
  await eventsDone(shop);
  await shop.db.run(sql`
    update provider_events set body = ${Buffer.from(`{"x":"${planted.planted}"}`)}`);
  expect(foundIn(await dump(shop), planted)).toEqual(['planted']);
});

test('4 a code moved to another card’s row does not open', async () => {
  const shop = await startShop();
  const life = await live(shop);
  await shop.db.script(`
    update codes c set content = other.content from codes other
    where c.state = 'sold' and other.state = 'free' and other.card_id <> c.card_id`);
  const { status, file } = await reveal(shop, life);
  expect(status).toBe(500);
  expect(foundIn(file, life.secrets)).toEqual([]);
});

test('4 no reply shows a code before it is revealed, and no mail ever does', async () => {
  const shop = await startShop();
  const { secrets, replies } = await live(shop);
  const codes = Object.fromEntries(
    Object.entries(secrets).filter(([name]) => name.includes('code')),
  );
  expect(
    foundIn(
      JSON.stringify(replies, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      codes,
    ),
  ).toEqual([]);
  expect(foundIn(JSON.stringify(shop.sandbox.mails()), secrets)).toEqual([]);
});

test('4, 15 the log holds no secret, not even when things fail', async () => {
  const shop = await startShop({ env: { LOG_LEVEL: 'trace' } });
  const lines = listenToLog(shop);
  const life = await live(shop);
  await reveal(shop, life);
  await shop.owner.script('alter table code_reveals rename to code_reveals_gone');
  expect((await reveal(shop, life)).status).toBe(500);
  const { secrets } = life;
  // Tokens and codes in addresses: of calls, of pages, of nothing, and of no address at all.
  const inPath = 'a-token-in-an-address';
  const paths = ['api/v1/wallet/redeem', 'api/v1/mail/undo', 'mail/undo', 'copies', 'nowhere'];
  for (const path of paths)
    for (const end of ['', '%zz', '/more', '?code=1'])
      await fetch(`${shop.url}/${path}/${inPath}${end}`);
  shop.log.info(
    { Authorization: secrets['a session token'], body: { sPin: secrets['a voucher code'] } },
    'marked',
  );
  const text = lines.join('');
  expect(foundIn(text, { ...secrets, 'a token in an address': inPath })).toEqual([]);
  expect(text).toContain('"msg":"marked"');
  expect(text).toContain('code_reveals');
  expect(text).toContain('"route":"/api/v1/transactions/viewCard/:id"');
  await shop.owner.script('alter table code_reveals_gone rename to code_reveals');
});
