import { expect, test } from 'vitest';
import { newPushKeys } from '../secrets/push-keys.ts';
import { readConfig } from './config.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const pushKeys = newPushKeys();
const whole = {
  DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
  ENCRYPTION_KEYS: `1:${key}`,
  PAYPAL_API_URL: 'https://api-m.paypal.com',
  PAYPAL_SDK_URL: 'https://www.paypal.com/sdk/js',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'hook',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Shop <shop@example.com>',
  RATES_URL: 'https://rates.example/latest',
  GOOGLE_ISSUER: 'https://accounts.google.com',
  GOOGLE_CLIENT_ID: 'shop.apps.googleusercontent.com',
  VAPID_PUBLIC_KEY: pushKeys.publicKey,
  VAPID_PRIVATE_KEY: pushKeys.privateKey,
  VAPID_SUBJECT: 'mailto:push@example.com',
};
const production = {
  ...whole,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  DATA_DIR: '/var/lib/shop',
};

test('a whole environment is read, with defaults for the rest', () => {
  const config = readConfig(whole);
  expect(config).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', throttle: 1 });
});

test('the back office has an origin of its own, without a path', () => {
  const read = (OFFICE_URL: string) => () => readConfig({ ...production, OFFICE_URL });
  expect(readConfig(production).office).toBeUndefined();
  const office = { port: 3001, url: 'https://office.example' };
  expect(read('https://office.example/')().office).toEqual(office);
  expect(read('https://shop.example')).toThrow('OFFICE_URL: another origin than PUBLIC_URL');
  expect(read('https://office.example/staff')).toThrow('OFFICE_URL: an address without a path');
});

test('a shop may do without rates of coins, but not with a broken address for them', () => {
  expect(readConfig(production).coinRatesUrl).toBe('');
  const read = (COIN_RATES_URL: string) => () => readConfig({ ...production, COIN_RATES_URL });
  expect(read('https://coins.example/')().coinRatesUrl).toBe('https://coins.example');
  expect(read('coins.example')).toThrow('COIN_RATES_URL: an address starting with http://');
  const COIN_RATES_URL_2 = 'https://other.example';
  expect(() => readConfig({ ...production, COIN_RATES_URL_2 })).toThrow(
    'COIN_RATES_URL is not set',
  );
});

test('a shop may do without a coin; of a node that is there, what is missing is named', () => {
  const wished = { ...production, COIN_WISH_KEY: key, BTC_NETWORK: 'main', LTC_NETWORK: 'main' };
  const BTC_RPC_URL = 'http://127.0.0.1:8332';
  const BTC_RPC_COOKIE_FILE = '/var/lib/bitcoind/.cookie';
  expect(readConfig(production).coins.nodes).toEqual({});
  expect(readConfig({ ...wished, BTC_RPC_URL, BTC_RPC_COOKIE_FILE }).coins.nodes).toEqual({
    btc: { url: BTC_RPC_URL, cookieFile: BTC_RPC_COOKIE_FILE, network: 'main' },
  });
  const without = { ...wished, BTC_RPC_URL: 'none', BTC_RPC_COOKIE_FILE };
  expect(readConfig(without).coins.nodes).toEqual({});
  const bare = { ...production, BTC_RPC_URL };
  expect(() => readConfig(bare)).toThrow('BTC_NETWORK is not set');
  expect(() => readConfig(bare)).toThrow('COIN_WISH_KEY is not set');
  for (const part of [{ BTC_RPC_COOKIE_FILE }, { BTC_NETWORK: 'main' }])
    expect(() => readConfig({ ...whole, ...part })).toThrow('BTC_RPC_URL is not set');
  expect(() => readConfig({ ...wished, BTC_RPC_COOKIE_FILE })).toThrow('BTC_RPC_URL is not set');
});

test('in production everything that is missing is named at once', () => {
  const read = () => readConfig({ NODE_ENV: 'production' });
  for (const name of [...Object.keys(whole), 'PUBLIC_URL']) expect(read).toThrow(name);
});

test('a bad value is named, with what it should be', () => {
  const wrong = { PORT: '70000', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', THROTTLE: 'no' };
  const read = () => readConfig({ ...whole, ...wrong });
  expect(read).toThrow('PORT: a whole number from 0 to 65535');
  expect(read).toThrow('LOG_LEVEL: one of trace, debug');
  expect(read).toThrow('DATABASE_URL: an address starting with postgres://');
  expect(read).toThrow('THROTTLE: a number');
});

test.each([
  ['WORKER', 'yes', 'inline, or not set'],
  ['NODE_ENV', 'prod', 'production, development, test, or not set'],
  ['TRUST_PROXY', 'true', 'addresses, ranges such as 10.0.0.0/8, or loopback'],
  ['TRUST_PROXY', '10.0.0.0/33', 'addresses, ranges'],
  ['TRUST_PROXY', 'loopback,proxy.example', 'addresses, ranges'],
  ['MAIL_FROM', 'Giftlane', 'the sender, such as'],
  ['LEDGER_HEAD_MAIL', 'the owner', 'an address, such as'],
  ['PUBLIC_URL', 'https://shop.example/cards', 'an address without a path'],
])('%s may not be %s', (name, value, want) => {
  expect(() => readConfig({ ...whole, [name]: value })).toThrow(`${name}: ${want}`);
});

test.each([
  ['WORKER', 'inline'],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8, 192.0.2.7, 2001:db8::/32'],
  ['MAIL_FROM', 'shop@example.com'],
  ['PUBLIC_URL', 'https://shop.example/'],
])('%s may be %s', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).not.toThrow();
});

test('what only tests may do is refused in production', () => {
  expect(() => readConfig(production)).not.toThrow();
  for (const [name, value] of [
    ['CRASH_POINT', 'checkout.captured'],
    ['CRASH_VICTIM', '/tmp/pid'],
    ['THROTTLE', '0'],
    ['PASSWORD_COST', 'least'],
  ] as const)
    expect(() => readConfig({ ...production, [name]: value })).toThrow(name);
});

test('in production providers are asked over https, or over http on this machine', () => {
  const names = ['PAYPAL_API_URL', 'PAYPAL_SDK_URL', 'RATES_URL', 'COIN_RATES_URL'];
  for (const name of [...names, 'COIN_RATES_URL_2']) {
    const read = (from: object, value: string) => () =>
      readConfig({ ...from, COIN_RATES_URL: 'https://coins.example', [name]: value });
    expect(read(production, 'http://other.example')).toThrow(
      `${name}: an address starting with https://`,
    );
    for (const here of ['http://127.0.0.1:3010', 'http://localhost:1', 'http://[::1]:1'])
      expect(read(production, here)).not.toThrow();
    expect(read(production, 'http://127.0.0.1.example')).toThrow(name);
    expect(read(whole, 'http://other.example')).not.toThrow();
  }
});

test('in production the two prices of coins are of two sources', () => {
  const COIN_RATES_URL = 'https://coins.example/one';
  const read = (COIN_RATES_URL_2: string) => () =>
    readConfig({ ...production, COIN_RATES_URL, COIN_RATES_URL_2 });
  expect(read('https://coins.example/other')).toThrow('COIN_RATES_URL_2: another source than');
  expect(read('https://other.example')).not.toThrow();
});

test('a database has one host or several, of which the shop needs the one that takes writes', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL']) {
    const read = (url: string) => () => readConfig({ ...whole, [name]: url });
    for (const hosts of ['a:5432,b:5433', 'a,b', 'shop:secret@a:1,b', '[::1]:1,b'])
      expect(read(`postgres://${hosts}/shop`)).not.toThrow();
    expect(read('postgres://a,b/shop?target_session_attrs=read-write')).not.toThrow();
    expect(read('postgres://a,b/shop?target_session_attrs=standby')).toThrow(
      `${name}: target_session_attrs read-write, or not set`,
    );
    expect(read('http://a,b/shop')).toThrow(`${name}: an address starting with postgres://`);
    expect(read('postgres://a:1,b:x/shop')).toThrow(name);
  }
});

test('a balancer has five seconds in production to see that a process ends, none elsewhere', () => {
  expect(readConfig(production).shutdownDelayMs).toBe(5_000);
  expect(readConfig(whole).shutdownDelayMs).toBe(0);
  expect(readConfig({ ...whole, SHUTDOWN_DELAY_SECONDS: '30' }).shutdownDelayMs).toBe(30_000);
});

test('a key that is not 32 bytes, or a number used twice, is refused', () => {
  const read = (keys: string) => () => readConfig({ ...whole, ENCRYPTION_KEYS: keys });
  expect(read('1:c2hvcnQ=')).toThrow('each key 32 bytes');
  expect(read(`1:${key},1:${key}`)).toThrow('same number');
});

test('Google sign-in is both variables or none of them, and in production a word about it', () => {
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, ...others } = whole;
  expect(readConfig(whole).google).toEqual({ issuer: GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID });
  expect(readConfig(others).google).toBeUndefined();
  expect(readConfig({ ...production, GOOGLE_ISSUER: 'none' }).google).toBeUndefined();
  expect(() => readConfig({ ...others, GOOGLE_ISSUER })).toThrow('GOOGLE_CLIENT_ID is not set');
  expect(() => readConfig({ ...others, GOOGLE_CLIENT_ID })).toThrow('GOOGLE_ISSUER is not set');
  const plain = { ...production, GOOGLE_ISSUER: 'http://accounts.example' };
  expect(() => readConfig(plain)).toThrow('GOOGLE_ISSUER: an address starting with https://');
});

test('web push is keys that belong together and a subject, and in production a word about it', () => {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, ...others } = whole;
  expect(readConfig(production).push).toMatchObject({ ...pushKeys, subject: VAPID_SUBJECT });
  expect(readConfig(others).push).toBeUndefined();
  expect(readConfig({ ...production, VAPID_PUBLIC_KEY: 'none' }).push).toBeUndefined();
  const VAPID_OTHER = newPushKeys().privateKey;
  expect(() => readConfig({ ...whole, VAPID_PRIVATE_KEY: VAPID_OTHER })).toThrow(
    'VAPID_PRIVATE_KEY',
  );
  expect(() => readConfig({ ...others, VAPID_PUBLIC_KEY })).toThrow('VAPID_PRIVATE_KEY is not set');
  expect(() => readConfig({ ...others, VAPID_PRIVATE_KEY })).toThrow('VAPID_SUBJECT is not set');
  expect(() => readConfig({ ...whole, VAPID_SUBJECT: 'me' })).toThrow('VAPID_SUBJECT: an address');
  const PUSH_SERVICES = 'browsers,http://127.0.0.1:3015';
  expect(readConfig({ ...whole, PUSH_SERVICES }).push?.services).toContain('http://127.0.0.1:3015');
  expect(() => readConfig({ ...production, PUSH_SERVICES })).toThrow('PUSH_SERVICES');
});
