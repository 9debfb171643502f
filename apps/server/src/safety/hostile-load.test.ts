/** What one stranger, one member or one broken process does must not stop the shop for everybody. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { updateUseWallet } from '@giftlane/contract/members/profile.ts';
import { showCart } from '@giftlane/contract/shop/cart.ts';
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { put, signed } from '../features/uploads/pictures.testing.ts';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { loadSharp } from '../platform/render/sharp.ts';
import { makeCard, makeMember, orderBody, testPassword } from '../testing/builders.ts';
import { initiated } from '../testing/buying.ts';
import { lockWaits } from '../testing/locks.ts';
import { longTest } from '../testing/long.ts';
import { envOf, runProgram } from '../testing/process.ts';
import { startShop } from '../testing/start-shop.ts';

// Searched from each of its letters, this text alone would take minutes.
const longText = 'a'.repeat(900_000);

test.each([
  ['/registration', { sPassword: longText }],
  ['/password/reset/x', { sNewPassword: longText }],
  ['/login', { sEmail: longText, sPassword: 'x' }],
])('a text of almost a megabyte sent to %s is refused before it is read', async (path, body) => {
  const shop = await startShop({ working: false });
  expect((await shop.raw('POST', path, { body })).status).toBe(413);
});

test('what a stranger writes as a name takes no longer to refuse than any other text of that length', async () => {
  const shop = await startShop({ working: false });
  const refusing = async (sFirstName: string) => {
    const before = process.threadCpuUsage();
    const { status } = await shop.raw('POST', '/registration', {
      body: {
        sFirstName,
        sLastName: 'Doe',
        sEmail: 'eve@example.com',
        oCountry: { value: 'DE', label: 'Germany' },
        eCurrency: 'eur',
        sPassword: testPassword,
      },
    });
    const { user, system } = process.threadCpuUsage(before);
    return { status, ms: (user + system) / 1_000 };
  };
  // Each mark belongs before the one it follows: putting 60,000 of them in order took more than a second.
  const marks = '\u0301\u0316'.repeat(30_000);
  const usual = await refusing('a'.repeat(120_000));
  const hostile = await refusing(`a${marks}`);
  expect([usual.status, hostile.status]).toEqual([400, 400]);
  expect(hostile.ms).toBeLessThan(usual.ms + 100);
}, 30_000);

test('who sends long bodies one after the other takes little of the time of others', async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '0.1' } });
  const names = Array.from({ length: 11_000 }, (_, n) => [`k${n}`, 0]);
  const long = JSON.stringify(Object.fromEntries(names));
  const send = async (host: string, body = long) => {
    const headers = { 'x-forwarded-for': `2001:db8:7:${host}::1` };
    return (await shop.raw('POST', '/giftcards', { headers, body })).status;
  };
  const statuses: number[] = [];
  // One customer of IPv6 has all of these; a tenth of what a minute takes is fifteen of them.
  for (let n = 0; n < 20; n += 1) statuses.push(await send(`${n}`));
  expect(statuses).toEqual([...Array(16).fill(400), ...Array(4).fill(429)]);
  expect(await send('0', '{}')).toBe(200);
  const elsewhere = { 'x-forwarded-for': '2001:db8:8::1' };
  expect((await shop.raw('POST', '/giftcards', { headers: elsewhere, body: long })).status).toBe(
    400,
  );
});

/** What has a program of the server take the machine for one of eight cores. */
const eightCores = `--import=data:text/javascript,${encodeURIComponent(`
  import os from 'node:os';
  import { syncBuiltinESMExports } from 'node:module';
  os.availableParallelism = () => 8;
  syncBuiltinESMExports();`)}`;

test('where cores are many, large pictures leave threads to whoever signs in meanwhile', async () => {
  const shop = await startShop({ working: false });
  const sharp = await loadSharp();
  const white = { width: 3_000, height: 3_000, channels: 3, background: 'white' } as const;
  const large = await sharp({ create: white })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer();
  const members = await Promise.all(Array.from({ length: 4 }, () => makeMember(shop)));
  const addresses = await Promise.all(members.map(({ token }) => signed(shop, token, 'kycDocs')));
  const env = { ...envOf(shop), DATA_DIR: shop.config.dataDir, NODE_OPTIONS: eightCores };
  const url = await runProgram('main.ts', { env }).started();
  let nth = 0;
  const signIn = async () => {
    const began = performance.now();
    const body = { sEmail: `nobody-${++nth}@example.com`, sPassword: testPassword };
    const { status } = await fetch(`${url}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(status).toBe(400);
    return performance.now() - began;
  };
  await signIn();
  const began = performance.now();
  let left = addresses.length;
  const drawn = addresses.map(async ({ sUrl }) => {
    const { pathname, search } = new URL(sUrl);
    const { status } = await put(url + pathname + search, large);
    left -= 1;
    return status;
  });
  let longest = 0;
  while (left > 0) {
    longest = Math.max(longest, await signIn());
    await sleep(200);
  }
  expect(await Promise.all(drawn)).toEqual(Array(4).fill(200));
  // Four at once took every thread there is, for as long as pictures came.
  expect(longest).toBeLessThan((performance.now() - began) / 3);
}, 120_000);

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;
const heldMb = () => {
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
};

test('a body that comes byte by byte takes little more memory than its bytes', async () => {
  const shop = await startShop({ working: false });
  const { port } = new URL(shop.url);
  const head =
    'POST /api/v1/login HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  const before = heldMb();
  for (let n = 0; n < 5; n += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    await new Promise((sent) => socket.write(head + '1\r\nx\r\n'.repeat(60_000), sent));
  }
  await sleep(1_000);
  // It was some twenty megabytes for each.
  expect(heldMb() - before).toBeLessThan(20);
});

test('who waits for codes that a hung process holds leaves connections to others', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 30 });
  const buyers = await Promise.all(
    Array.from({ length: 25 }, () => makeMember(shop, { walletMinor: 10_00n })),
  );
  const visitor = await makeMember(shop);
  const hung = new pg.Client({ connectionString: shop.config.databaseUrl });
  onTestFinished(() => hung.end());
  await hung.connect();
  await hung.query('begin');
  await hung.query(`select 1 from codes where card_id = '${card.id}' for update`);
  const buying = buyers.map((one) =>
    shop.call(pay, { token: one.token, body: orderBody(one, { card, totalMinor: 10_00n }) }),
  );
  await expect.poll(() => lockWaits(shop.db)).toBe(4);
  expect((await shop.call(showCart, { token: visitor.token })).status).toBe(200);
  expect(await lockWaits(shop.db)).toBe(4);
  await hung.query('rollback');
  const statuses = (await Promise.all(buying)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a process whose connections are all in use is still fit to serve', async () => {
  const shop = await startShop({ working: false, env: { DATABASE_CONNECTIONS: '2' } });
  const over = Promise.withResolvers<void>();
  let held = 0;
  const holding = [1, 2].map(() =>
    shop.db.tx(async () => {
      held += 1;
      await over.promise;
    }),
  );
  await expect.poll(() => held).toBe(2);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  over.resolve();
  await Promise.all(holding);
});

test('orders of one member wait for each other without a connection each', async () => {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes: 60 });
  const anna = await makeMember(shop, { verified: true });
  await shop.db.run(
    sql`update site_options set value = '100' where name = 'unpaid_share_of_card_new'`,
  );
  const holder = new pg.Client({ connectionString: shop.config.databaseUrl });
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select 1 from members where id = '${anna.id}' for update`);
  const orders = Array.from({ length: 40 }, () => {
    const order = { card, totalMinor: 10_00n, gateway: 'PayPal' } as const;
    const { sPayerId, ...body } = orderBody(anna, order);
    return shop.call(initiate, { token: anna.token, body }).then((reply) => ({ sPayerId, reply }));
  });
  await expect.poll(() => lockWaits(shop.db)).toBe(1);
  expect((await shop.raw('GET', '/giftcards')).status).toBe(200);
  expect(await lockWaits(shop.db)).toBe(1);
  await holder.query('rollback');
  const all = await Promise.all(orders);
  expect(all.every(({ reply }) => reply.status === 200)).toBe(true);
});

test('what one session asks for at once leaves connections to others', async () => {
  const shop = await startShop({ working: false });
  const [eve, visitor] = [await makeMember(shop), await makeMember(shop)];
  const holder = new pg.Client({ connectionString: shop.config.databaseUrl });
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select 1 from members where id = '${eve.id}' for update`);
  const flips = Array.from({ length: 40 }, () =>
    shop.call(updateUseWallet, { token: eve.token }).then(({ status }) => status),
  );
  await expect.poll(() => lockWaits(shop.db)).toBe(8);
  expect((await shop.call(showCart, { token: visitor.token })).status).toBe(200);
  expect(await lockWaits(shop.db)).toBe(8);
  await holder.query('rollback');
  expect(new Set(await Promise.all(flips))).toEqual(new Set([200]));
});

test('what one customer asks for at once through a proxy leaves connections to others', async () => {
  const shop = await startShop({ working: false, env: { DATABASE_CONNECTIONS: '60' } });
  const visitor = await makeMember(shop);
  const holder = new pg.Client({ connectionString: shop.owner.pool.options.connectionString });
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table ledger_tree');
  // One customer of IPv6 has all of these.
  const asked = Array.from({ length: 100 }, (_, n) =>
    shop.raw('GET', '/ledger/head?size=1', {
      headers: { 'x-forwarded-for': `2001:db8:7:${n % 9}::1` },
    }),
  );
  await expect.poll(() => lockWaits(shop.db)).toBe(50);
  expect((await shop.call(showCart, { token: visitor.token })).status).toBe(200);
  await holder.query('rollback');
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404]));
});

test('statements that wait for a place keep no calls of their network waiting', async () => {
  const shop = await startShop({ working: false });
  const [visitor, ...members] = await Promise.all(
    Array.from({ length: 32 }, () => makeMember(shop)),
  );
  const holder = new pg.Client({ connectionString: shop.owner.pool.options.connectionString });
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table ledger_movements');
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const address = `${shop.url}/api/v1/wallet/statement.csv?dFrom=2026-01-01&dTo=2026-01-31`;
  const asked = [...members, ...members].map(({ token }) =>
    fetch(address, { headers: { ...headers, authorization: token } }).then(({ status }) => status),
  );
  // Six are made at once; two of each member are under way.
  await expect.poll(() => lockWaits(shop.db)).toBe(6);
  expect((await shop.call(showCart, { token: visitor?.token ?? '', headers })).status).toBe(200);
  await holder.query('rollback');
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
});

test('nobody has the card provider asked for ever, which would leave it to nobody', async () => {
  const shop = await startShop({ working: false });
  const { anna, wish, confirm } = await initiated(shop);
  // Making the provider's order was the first of a hundred questions.
  await shop.throttle.hit(`card provider ${anna.id}`, 100, minutes(5), 97);
  const codes = [await confirm(), await confirm(), await confirm()].map(({ body }) => body.code);
  expect(codes).toEqual(['payment.not_approved', 'payment.not_approved', 'request.throttled']);
  const asked = { token: anna.token, body: { sOrderId: wish.sOrderId } };
  expect((await shop.call(cancelOrder, asked)).status).toBe(429);
  expect((await initiated(shop)).reply.status).toBe(200);
  await shop.moveClock(minutes(5) + 1);
  expect((await shop.call(cancelOrder, asked)).status).toBe(200);
});

test.each([
  ['newsletter', '/newsletter', { sEmail: 'vera@example.com' }],
  ['contact', '/contact-us', { sEmail: 'vera@example.com', sMessage: 'Hello' }],
  ['forgot', '/password/forgot', { sEmail: 'vera@example.com' }],
  ['login', '/login', { sEmail: 'vera@example.com', sPassword: 'Guessed-1-wrong' }],
  [
    'push',
    '/push/subscribe',
    {
      endpoint: 'https://fcm.googleapis.com/x',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    },
  ],
])(
  'K one customer of IPv6, who has thousands of networks, does not ask for %s for ever',
  async (kind, path, body) => {
    const shop = await startShop({ working: false });
    await shop.db.run(sql`
    update site_options set value = '2' where name = ${`throttle_${kind}_address`}`);
    await shop.db.run(sql`
    update site_options set value = '100' where name in ('throttle_forgot_account', 'throttle_login_account')`);
    const ask = (network: number) =>
      shop.raw('POST', path, {
        body,
        headers: { 'x-forwarded-for': `2001:db8:7:${network}::1` },
      });
    const statuses: number[] = [];
    for (let network = 0; network < 21; network += 1) statuses.push((await ask(network)).status);
    expect(statuses.indexOf(429)).toBe(20);
  },
);

longTest('2,000 bodies that come slowly from ten networks keep nobody else out', async () => {
  const shop = await startShop({ working: false, env: { TRUST_PROXY: 'uniquelocal' } });
  const { port, hostname } = new URL(shop.url);
  const sockets = new Set<Socket>();
  let ending = false;
  /** Sends the head of a sign-in from a network and next to nothing of its body; begins anew when it is cut off. */
  const dial = (network: number): void => {
    if (ending) return;
    const localAddress = `127.0.1.${network}`;
    const socket = connect({ port: Number(port), host: hostname, localAddress }, () =>
      socket.write(
        'POST /api/v1/login HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
      ),
    );
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(() => dial(network), 50);
    });
  };
  for (let n = 0; n < 2_000; n += 1) dial(1 + (n % 10));
  onTestFinished(() => {
    ending = true;
    for (const socket of sockets) socket.destroy();
  });
  await sleep(3_000);
  const answers: string[] = [];
  for (let second = 0; second < 40; second += 1) {
    answers.push(
      await fetch(`${shop.url}/healthz`, { headers: { connection: 'close' } }).then(
        ({ status }) => String(status),
        () => 'cut off',
      ),
    );
    await sleep(1_000);
  }
  ending = true;
  expect(answers.filter((answer) => answer === 'cut off').length).toBeLessThan(4);
});
