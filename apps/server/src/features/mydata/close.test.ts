import {
  forgotPassword,
  login,
  myProfile,
  resetPassword,
} from '@giftlane/contract/members/accounts.ts';
import { googleLogin } from '@giftlane/contract/members/google.ts';
import * as calls from '@giftlane/contract/members/my-data.ts';
import { searchUser } from '@giftlane/contract/members/people.ts';
import { listWalletTransactions } from '@giftlane/contract/money/wallet.ts';
import { initiate } from '@giftlane/contract/shop/checkout.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { days, hours, minutes } from '../../platform/process/durations.ts';
import { newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import { makeMember, type TestMember, testPassword } from '../../testing/builders.ts';
import { atProvider, initiated } from '../../testing/buying.ts';
import { captureLate, runChore } from '../../testing/faults.ts';
import { googleToken, linkGoogle } from '../../testing/google.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { freeze } from '../accounts/accounts.ts';
import { insertMailToken } from '../accounts/token-queries.ts';
import { begun } from '../checkout/capture/top-up.testing.ts';
import { makeWallet, startCoinShop } from '../coins/coins.testing.ts';
import { linkIn, mailsTo } from '../newsletter/readers.testing.ts';
import { makeBought, offered } from '../selling/offers.testing.ts';
import { send, sendPermit } from '../wallet/send/send.testing.ts';
import { emptyWallet, sweep, unguarded } from './lives.testing.ts';

const close = (shop: TestShop, { token }: Pick<TestMember, 'token'>, sPassword = testPassword) =>
  shop.call(calls.closeAccount, { token, body: { sPassword } });

/** What stands in the way, as the page says it and as closing is refused with it. */
async function waysOf(shop: TestShop, member: TestMember): Promise<string[]> {
  const { data } = (await shop.call(calls.showMyData, { token: member.token })).body;
  const refused = await close(shop, member);
  expect(refused.body.code).toBe('account.not_closable');
  expect(refused.body.data).toEqual({ aInTheWay: data.aInTheWay });
  return data.aInTheWay.map(({ eKind }) => eKind);
}

const signIn = (shop: TestShop, sEmail: string, sPassword = testPassword) =>
  shop.call(login, { body: { sEmail, sPassword } });

test('N an account with money, an open order, a waiting card or a freeze is not closed, and says why', async () => {
  const shop = await startShop({ working: false });
  const rich = await makeMember(shop, { walletMinor: 12_34n });
  expect(await waysOf(shop, rich)).toEqual(['wallet']);
  const { anna } = await initiated(shop, { walletMinor: 10_00n });
  expect(await waysOf(shop, anna)).toEqual(['wallet', 'orders']);
  const adding = await makeMember(shop);
  await begun(shop, adding, 10);
  expect(await waysOf(shop, adding)).toEqual(['adding']);
  const seller = await makeMember(shop);
  await offered(shop, seller, { card: await makeBought(shop) });
  expect(await waysOf(shop, seller)).toEqual(['selling']);
  const frozen = await makeMember(shop);
  await shop.db.tx((tx) => freeze(tx, frozen.id, 'a test'));
  expect(await waysOf(shop, frozen)).toEqual(['frozen']);
  expect((await shop.call(myProfile, { token: frozen.token })).status).toBe(200);
});

test('N coins on their way are in the way', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, anna, 'BTC');
  await shop.sandbox.coins.btc.fund(receiveAddress, 90_000n);
  await shop.look();
  expect(await waysOf(shop, anna)).toEqual(['coins']);
});

test('N coins that no fee is low enough for are not: anybody may have sent them', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, anna, 'BTC');
  await shop.sandbox.coins.btc.fund(receiveAddress, 403n);
  await shop.mine('btc');
  expect((await close(shop, anna)).status).toBe(200);
  const bo = await makeMember(shop);
  const own = await makeWallet(shop, bo, 'BTC');
  await shop.sandbox.coins.btc.fund(own.receiveAddress, 404n);
  await shop.mine('btc');
  expect(await waysOf(shop, bo)).toEqual(['coins']);
});

test('N money on its way back to a card is in the way', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await unguarded(
    shop,
    'refunds',
    `insert into refunds (id, member_id, order_id, provider, capture_id, amount_minor, currency, reason,
      source, state)
    values ('ref_1', '${anna.id}', 'ord_1', 'paypal', 'c', 1, 'usd', 'a test', 'unmatched', 'pending')`,
  );
  expect(await waysOf(shop, anna)).toEqual(['refunds']);
  await unguarded(shop, 'refunds', 'delete from refunds');
  expect((await close(shop, anna)).status).toBe(200);
});

test('N closing takes the password and ends every way in: sessions, password, links, Google', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { verified: true });
  const second = (await signIn(shop, anna.email)).body.Authorization ?? '';
  await linkGoogle(shop, anna.id, 'anna-at-google');
  const reset = newToken();
  await insertMailToken(shop.db, {
    hash: tokenHash(reset),
    memberId: anna.id,
    purpose: 'reset',
    emailKey: anna.email,
    lifeMs: hours(1),
  });
  expect((await close(shop, anna, 'not-this-one')).body.code).toBe('account.wrong_password');
  expect((await close(shop, anna)).status).toBe(200);
  for (const token of [anna.token, second])
    await expect.poll(async () => (await shop.call(myProfile, { token })).status).toBe(401);
  const refused = await signIn(shop, anna.email);
  const unknown = await signIn(shop, 'nobody-at-all@example.com');
  expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body]);
  const body = { sNewPassword: 'Another-Passw0rd', sNewRetypedPassword: 'Another-Passw0rd' };
  const set = await shop.call(resetPassword, { params: { token: reset }, body });
  expect(set.body.code).toBe('account.token_expired');
  // Asking for another link mails what became of the account, and no link that opens it.
  await shop.call(forgotPassword, { body: { sEmail: anna.email } });
  const mails = await mailsTo(shop, anna.email, 2);
  const told = mails.find(({ subject }) => subject === 'This account is closed');
  expect(told?.text).not.toContain('/reset-password/');
  const account = shop.sandbox.google.addAccount({
    sub: 'anna-at-google',
    email: anna.email,
    emailVerified: true,
  });
  const sGoogleToken = await googleToken(shop, account);
  const google = await shop.call(googleLogin, { body: { sGoogleToken } });
  expect([google.status, google.body.code]).toEqual([409, 'google.not_linked']);
});

test('N the link of the mail undoes closing, once and within its days, and the password is what it was', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { verified: true });
  await close(shop, anna);
  const [mail] = await mailsTo(shop, anna.email);
  const { token } = linkIn(mail ?? { text: '' }, '/mail/reopen/');
  const tries = await Promise.all(
    [1, 2, 3].map(() => shop.call(calls.reopenAccount, { params: { token } })),
  );
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  const back = await signIn(shop, anna.email);
  expect(back.status).toBe(200);
  await close(shop, { token: back.body.Authorization ?? '' });
  const later = (await mailsTo(shop, anna.email, 2)).map(
    (one) => linkIn(one, '/mail/reopen/').token,
  );
  const fresh = later.find((one) => one !== token) ?? '';
  await shop.moveClock(days(7.1));
  const late = await shop.call(calls.reopenAccount, { params: { token: fresh } });
  expect(late.body.code).toBe('account.token_expired');
});

test('N nobody finds a closed account or sends it money, and the sender sees a former member', async () => {
  const shop = await startShop({ working: false });
  const [anna, ben] = [await makeMember(shop), await makeMember(shop, { walletMinor: 20_00n })];
  await send(shop, ben, { permit: await sendPermit(shop, ben), to: anna.id, amount: 5 });
  await emptyWallet(shop, anna, ben.id);
  await close(shop, anna);
  for (const search of [anna.email, anna.id, 'Archer']) {
    const found = await shop.call(searchUser, { token: ben.token, body: { search } });
    expect(found.body.data).toEqual([]);
  }
  const sent = await send(shop, ben, {
    permit: await sendPermit(shop, ben),
    to: anna.id,
    amount: 1,
  });
  expect(sent.body.code).toBe('wallet.send_unavailable');
  const list = await shop.call(listWalletTransactions, { token: ben.token, query: {} });
  const words = list.body.data.map(({ sDescription }) => sDescription).join('\n');
  expect(words).toContain('a former member');
  expect(words).not.toContain('Archer');
});

test('N of a send and a closing at once exactly one happens, twenty times', async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '0' } });
  const ben = await makeMember(shop, { walletMinor: 100_00n });
  const outcomes = new Set<string>();
  for (let i = 0; i < 20; i += 1) {
    const anna = await makeMember(shop);
    const permit = await sendPermit(shop, ben);
    const [sent, closed] = await Promise.all([
      send(shop, ben, { permit, to: anna.id, amount: 1 }),
      close(shop, anna),
    ]);
    const outcome = `${sent.body.code ?? 'sent'}, ${closed.body.code ?? 'closed'}`;
    expect(['sent, account.not_closable', 'wallet.send_unavailable, closed']).toContain(outcome);
    expect(await anna.balance()).toBe(sent.status === 200 ? 1_00n : 0n);
    outcomes.add(outcome);
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test('N an order and a closing at once: the account is closed without it, or stays open with it', async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '0' } });
  const { card } = await initiated(shop, { codes: 100 });
  for (let i = 0; i < 10; i += 1) {
    const anna = await makeMember(shop);
    const body = {
      sOrderId: `order-of-the-race-${i}`,
      eCurrency: 'usd' as const,
      eGateway: 'PayPal' as const,
      aCartData: [{ iGiftCardId: card.id, nQuantity: 1 }],
      nWalletAmount: 0,
      aExtraCharges: [],
      nTotalAmount: 10,
    };
    const [begunOrder, closed] = await Promise.all([
      shop.call(initiate, { token: anna.token, body }),
      close(shop, anna),
    ]);
    const { orders } = await shop.db.one(sql<{ orders: number }>`
      select count(*)::int as orders from orders where member_id = ${anna.id}`);
    expect([begunOrder.status, closed.status, orders]).toEqual(
      closed.status === 200 ? [401, 200, 0] : [200, 409, 1],
    );
  }
});

test('N money that comes after closing, for an order that lapsed before, goes back to the card', async () => {
  const shop = await startShop({ working: false });
  const { anna, sPaymentId } = await initiated(shop);
  await emptyWallet(shop, anna, (await makeMember(shop)).id);
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 1 });
  await atProvider(shop, sPaymentId, 'approve');
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.lapse');
  expect((await close(shop, anna)).status).toBe(200);
  await captureLate(shop, sPaymentId);
  const worker = await shop.work();
  await expect
    .poll(async () => {
      const rows = await shop.db.rows(sql<{ use: string; state: string }>`
        select c.use, coalesce(r.state, '') as state from payment_captures c
        left join refunds r using (member_id, order_id) where c.member_id = ${anna.id}`);
      return rows.map(({ use, state }) => `${use} ${state}`);
    })
    .toEqual(['return done']);
  await worker.stop();
  expect(await anna.balance()).toBe(0n);
});

test('N after the days the address opens a new account, which knows nothing of the first', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { verified: true });
  await close(shop, anna);
  await shop.moveClock(days(6.9));
  await sweep(shop);
  const { names } = await shop.db.one(sql<{ names: string }>`
    select full_name as names from members where id = ${anna.id}`);
  expect(names).toBe('Anna Archer');
  await shop.moveClock(days(0.2));
  await sweep(shop);
  const registered = await shop.raw('POST', '/registration', {
    body: {
      sFirstName: 'Anna',
      sLastName: 'Anew',
      sEmail: anna.email,
      oCountry: { value: 'US', label: 'United States' },
      eCurrency: 'usd',
      sPassword: 'Another-Passw0rd-of-tests',
    },
  });
  expect(registered.status).toBe(200);
  const back = await signIn(shop, anna.email, 'Another-Passw0rd-of-tests');
  expect(back.status).toBe(200);
  expect(back.body.data._id).not.toBe(anna.id);
});

test('N an account that a dispute has frozen in its last days is not erased until that is decided', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  await close(shop, anna);
  await shop.db.tx((tx) => freeze(tx, anna.id, 'a dispute'));
  await shop.moveClock(days(8));
  await sweep(shop);
  const emailOf = async () => {
    const row = await shop.db.one(sql<{ email: string }>`
      select email from members where id = ${anna.id}`);
    return row.email;
  };
  expect(await emailOf()).toBe(anna.email);
  await shop.db.run(sql`
    update members set frozen_at = null, frozen_reason = null where id = ${anna.id}`);
  await sweep(shop);
  expect(await emailOf()).toContain('@erased.invalid');
});
