/** The authorisation matrix, generated from the calls that are served (trust programme, 13, 15, G). */
import { readdir } from 'node:fs/promises';
import { calls } from '@giftlane/contract/calls.ts';
import { expect, test } from 'vitest';
import { prove } from '../features/accounts/factors/factors.testing.ts';
import { runChore, startCoinShop } from '../features/coins/coins.testing.ts';
import { codeOf, givePoints } from '../features/points/points.testing.ts';
import { makeSubscription } from '../features/push/browsers.testing.ts';
import { makeVoucher } from '../features/wallet/cards.testing.ts';
import { sql } from '../platform/db/db.ts';
import { apiBase } from '../platform/http/http.ts';
import { hours } from '../platform/process/durations.ts';
import { builtShop } from '../platform/render/site.ts';
import { makeMember } from '../testing/builders.ts';
import { atProvider } from '../testing/buying.ts';
import { sealAll } from '../testing/faults.ts';
import { isLong } from '../testing/long.ts';
import {
  type Ask,
  askFor,
  coinPrices,
  type Ids,
  idsOf,
  idsUsed,
  make,
  routesOf,
  tellOf,
  unknownIds,
} from '../testing/policy.ts';
import { makeOwner, type Owner, wideCard } from '../testing/policy-owner.ts';
import type { TestShop } from '../testing/start-shop.ts';

async function openMatrix() {
  const shop = await startCoinShop({ env: { THROTTLE: '0' } });
  shop.sandbox.setCoinRates(coinPrices);
  const card = await wideCard(shop);
  const friend = await makeMember(shop);
  const world = {
    cardId: card.id,
    brandId: card.brandId,
    voucher: await makeVoucher(shop),
    subscriptionId: await makeSubscription(shop),
    friendId: friend.id,
    friendCode: await codeOf(shop, friend),
  };
  const owner = async () => {
    // Accounts for their wallets, and a price of this minute.
    await shop.sign();
    await runChore(shop, 'rates.spots');
    const made = await makeOwner(shop, card);
    await givePoints(shop, made.member, 1_000n);
    await shop.db.run(sql`
      insert into friends (member_id, inviter_id, near)
      values (${made.member.id}, ${friend.id}, false)`);
    return made;
  };
  const { served } = shop.http;
  const ask = (call: (typeof served)[number], ids: Ids): Ask => askFor(call, ids, world) ?? {};
  return { shop, world, owner, served, ask };
}

/** Everything of a member that a stranger must not change, as she sees it. */
async function belongings(shop: TestShop, { member, order, pending }: Owner) {
  const { token } = member;
  const paths = [
    '/myprofile',
    '/cart',
    '/transactions?limit=100',
    `/transactions/${order.id}/codes`,
    `/transactions/${order.id}/reveals`,
    `/transactions/${pending.id}`,
    '/wallet/transactions',
    '/crypto/getWallets',
    '/crypto/transactions/BTC',
  ];
  const replies = await Promise.all(paths.map((path) => shop.raw('GET', path, { token })));
  return replies.map(({ status, body }) => [status, body.data]);
}

test('every route below the API is a served call with a policy, and the contract knows it', async () => {
  const { shop, served } = await openMatrix();
  const expected = served.flatMap(({ method, path }) => {
    const url = apiBase + path.replace(/\{(\w+)\}/g, ':$1');
    return method === 'GET' ? [`GET ${url}`, `HEAD ${url}`] : [`${method} ${url}`];
  });
  const found = routesOf(shop.http.app).filter((route) => route.includes(` ${apiBase}`));
  expect(found.sort()).toEqual(expected.sort());
  expect(served.filter(({ policy }) => !['open', 'member', 'provider'].includes(policy))).toEqual(
    [],
  );
  const unlisted = served.filter((call) => !calls.includes(call)).map(({ name }) => name);
  expect(unlisted, 'their file is missing in packages/contract/src/calls.ts').toEqual([]);
});

/** What is served outside of the API, and who may ask for it. A new one is named here by whoever has thought of that. */
const elsewhere = [
  // Anybody: pages, files and what robots read.
  'GET /*',
  'GET /assets/*',
  'GET /media/*',
  'GET /share/:brand/:file',
  'GET /tiles/*',
  'GET /sitemap.xml',
  'GET /sitemap/:file',
  'GET /robots.txt',
  'GET /healthz',
  'GET /readyz',
  'GET /readyz/pages',
  // This machine, or who has METRICS_TOKEN.
  'GET /metrics',
  // Who has a signed address, the token of a mail, or an address that works once.
  'GET /copies/:token',
  'GET /uploads/*',
  'PUT /uploads/*',
  'POST /newsletter/unsubscribe/:token',
];

test('13 every route outside of the API is one that somebody has thought of', async () => {
  const { shop } = await openMatrix();
  const { app } = shop.http;
  const built = await readdir(builtShop, { recursive: true }).catch((cause) => {
    throw new Error('The storefront is not built: run "npm run build" once.', { cause });
  });
  const files = new Set(built.map((file) => `/${file}`));
  const found = routesOf(app).filter((route) => {
    const [method, path = ''] = route.split(' ');
    return method !== 'HEAD' && !path.startsWith('/api/') && !files.has(path);
  });
  expect(found.sort(), 'a new one is added to `elsewhere`, above').toEqual(elsewhere.sort());
});

test('the matrix has a request for every served call', async () => {
  const { owner, served, world } = await openMatrix();
  const ids = idsOf(await owner());
  const missing = served.filter((call) => !askFor(call, ids, world)).map(({ name }) => name);
  expect(missing, 'a new call gets a request in `askFor` of testing/policy.ts').toEqual([]);
});

const garbage = (token: string): Record<string, string | undefined> => ({
  nobody: undefined,
  'an empty token': '',
  'a word': 'Bearer',
  'a made-up token': 'x'.repeat(43),
  'a token with another first letter': (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
  'a token cut short': token.slice(0, -1),
  'a token with something behind': `${token}a`,
  'a token of another scheme': `Basic ${token}`,
  'two tokens': `${token}, ${token}`,
  'a quote': `' or 1=1 --`,
});

test('13 without a good token members’ calls answer one and the same, open calls answer as ever', async () => {
  const { shop, owner, served, ask } = await openMatrix();
  const anna = await owner();
  const before = await belongings(shop, anna);
  const revoked = await makeMember(shop);
  await shop.raw('GET', '/logout', { token: revoked.token });
  const tokens = { ...garbage(anna.member.token), 'a revoked token': revoked.token };
  const wrong: string[] = [];
  const unauthorized = {
    status: 401,
    code: 'session.required',
    message: 'Please sign in.',
    data: null,
  };
  for (const call of served)
    for (const [who, token] of Object.entries(tokens)) {
      const reply = await make(shop, call, ask(call, idsOf(anna)), token);
      const told = tellOf(reply);
      const good =
        call.policy === 'member'
          ? JSON.stringify(told) === JSON.stringify(unauthorized)
          : reply.status !== 401 && reply.status < 500;
      if (!good) wrong.push(`${call.name} by ${who}: ${JSON.stringify(told)}`);
    }
  expect(wrong).toEqual([]);
  expect(await belongings(shop, anna)).toEqual(before);
});

test('15 a session that is over opens nothing', async () => {
  const { shop, owner, served, ask } = await openMatrix();
  const anna = await owner();
  const { token } = anna.member;
  await shop.moveClock(hours(24 * 31));
  const profile = () => shop.raw('GET', '/myprofile', { token });
  await expect.poll(async () => (await profile()).status).toBe(401);
  const members = served.filter(({ policy }) => policy === 'member');
  const statuses = await Promise.all(
    members.map(async (call) => (await make(shop, call, ask(call, idsOf(anna)), token)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([401]));
});

/** What changes nothing: its requests can all be one member's. */
const isLook = ({ method, name }: { method: string; name: string }) =>
  method === 'GET' && !['accounts.logout', 'accounts.updateUseWallet'].includes(name);

/** What an owner is told of her own things, where there is nothing else to answer. */
const hers: Readonly<Record<string, string>> = {
  'myData.close': 'account.not_closable',
  'myData.link': 'copy.not_found',
  'kyc.sendAgain': 'kyc.nothing_kept',
  'security.proveCode': 'factor.wrong_code',
  'security.confirmTotp': 'factor.wrong_code',
  'security.provePasskey': 'factor.wrong_passkey',
  'security.addPasskey': 'factor.wrong_passkey',
  'security.removePasskey': 'factor.not_found',
  'security.renewRecoveryCodes': 'factor.none',
  'claims.open': 'claim.not_revealed',
  'claims.answer': 'claim.not_asked',
  'claims.ofSale': 'order.not_found',
  'coins.cancelSend': 'coins.not_waiting',
  'coins.quoteBump': 'coins.bump_needless',
  'coins.bumpSend': 'coins.bump_needless',
};

test('a member’s own requests are answered: the matrix knows how to ask', async () => {
  const { shop, owner, served, ask } = await openMatrix();
  const refused: string[] = [];
  const ready = async (isApproved: boolean) => {
    const anna = await owner();
    // What is approved is paid, and can not be cancelled any more.
    if (isApproved) await atProvider(shop, anna.pending.paymentId, 'approve');
    await prove(shop, anna.member);
    await sealAll(shop);
    return anna;
  };
  // What one request has used up or ended, a member who is made anew has again.
  let anna = await ready(true);
  let isNew = true;
  for (const call of served.filter(({ policy }) => policy === 'member')) {
    if (call.name === 'checkout.cancel') [anna, isNew] = [await ready(false), true];
    const good = async () => {
      const { status, body } = await make(shop, call, ask(call, idsOf(anna)), anna.member.token);
      // She has money, no copy and no second factor: that is said to her, and to nobody else.
      const isHers = body.code !== undefined && hers[call.name] === body.code;
      return { isGood: status < 300 || isHers, told: `${call.name}: ${status} ${body.message}` };
    };
    let reply = await good();
    if (!reply.isGood && !isNew) {
      anna = await ready(true);
      reply = await good();
    }
    isNew = false;
    if (!reply.isGood) refused.push(reply.told);
  }
  expect(refused).toEqual([]);
});

test('13 another member’s ids in path, query, header or body answer exactly as unknown ones', async () => {
  const { shop, world, owner, served, ask } = await openMatrix();
  const anna = await owner();
  const before = await belongings(shop, anna);
  const [hers, nobodys] = [idsOf(anna), unknownIds(idsOf(anna))];
  const told: string[] = [];
  let cells = 0;
  const looker = await owner();
  for (const call of served.filter(({ policy }) => policy === 'member')) {
    const names = idsUsed(call, hers, world);
    const each = names.map((name) => [name]);
    for (const swapped of names.length > 1 ? [...each, names] : each) {
      const replies = [];
      const first = isLook(call) ? looker : await owner();
      for (const foreign of [hers, nobodys]) {
        // Neither request should change anything; in the long form the second can not profit from it if one does.
        const bert = isLong && first !== looker && foreign !== hers ? await owner() : first;
        const ids = {
          ...idsOf(bert),
          ...Object.fromEntries(swapped.map((name) => [name, foreign[name]])),
        };
        replies.push(tellOf(await make(shop, call, ask(call, ids), bert.member.token)));
      }
      cells += 1;
      const [withHers, withNobodys] = replies.map((reply) => JSON.stringify(reply));
      if (withHers !== withNobodys)
        told.push(`${call.name} with another's ${swapped}: ${withHers}, unknown: ${withNobodys}`);
    }
  }
  expect(told).toEqual([]);
  expect(cells).toBeGreaterThan(15);
  expect(await belongings(shop, anna)).toEqual(before);
});

const unasked = {
  role: 'admin',
  nWallet: 1_000_000,
  sKycStatus: 'v',
  nPrice: 0.01,
  nMembershipLevel: 2,
  isEmailVerified: true,
  eStatus: 'Delivered',
  nDiscount: 100,
  _id: 'mem_admin',
  member_id: 'mem_admin',
  frozen_at: null,
};

/** The body with `extra` in one of its objects; bodies that take anything by design are left out. */
function* assignments(body: object): Generator<Record<string, unknown>> {
  for (const extra of Object.entries(unasked)) {
    yield { ...body, [extra[0]]: extra[1] };
    for (const [name, value] of Object.entries(body))
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        yield { ...body, [name]: { ...value, [extra[0]]: extra[1] } };
  }
}

test('13 fields nobody asked for are refused and change nothing', async () => {
  const { shop, owner, served, ask } = await openMatrix();
  const anna = await owner();
  const before = await belongings(shop, anna);
  const wrong: string[] = [];
  // Browsers put into a subscription what they like; the decisions ask to let it pass.
  const strict = served.filter(
    ({ policy, name }) => policy !== 'provider' && name !== 'push.subscribe',
  );
  for (const call of strict) {
    const request = ask(call, idsOf(anna));
    const tries = [
      ...(call.body
        ? [...assignments(request.body ?? {})].map((body) => ({ ...request, body }))
        : []),
      ...(call.query
        ? Object.keys(unasked).map((name) => ({ ...request, query: `${name}=1` }))
        : []),
    ];
    for (const one of tries) {
      const { status, body } = await make(shop, call, one, anna.member.token);
      if (status !== 400 || body.code !== 'input.invalid')
        wrong.push(`${call.name} ${JSON.stringify(one.body ?? one.query)}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await belongings(shop, anna)).toEqual(before);
});

test('12 what a cart line says of its price is display: the shop’s price is charged', async () => {
  const { shop, owner, world } = await openMatrix();
  const { member, pending } = await owner();
  const line = {
    iGiftCardId: world.cardId,
    nQuantity: 1,
    nPrice: 0.01,
    nValue: 1_000,
    nDiscount: 100,
    nCashBack: 100,
    nServiceCharge: 0,
    eCurrency: 'aud',
  };
  const pay = (sOrderId: string, nTotalAmount: number) =>
    shop.raw('POST', '/transaction', {
      token: member.token,
      body: {
        ...pending.wish,
        eGateway: 'Wallet',
        sPayerId: member.id,
        sOrderId,
        nTotalAmount,
        nWalletAmount: nTotalAmount,
        aCartData: [line],
      },
    });
  const balance = await member.balance();
  const cheap = await pay('test-0123456789-a', 0.01);
  expect([cheap.status, cheap.body.code]).toEqual([409, 'order.price_changed']);
  const honest = await pay('test-0123456789-b', 10);
  expect(honest.body.data).toMatchObject({ nTotalAmount: 10, nCashBack: 0, eCurrency: 'usd' });
  expect(await member.balance()).toBe(balance - 10_00n);
});
