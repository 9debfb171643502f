import { expect, test } from 'vitest';
import { logLevels } from '../platform/process/config.ts';
import { readSignerConfig } from './config.ts';

const whole = {
  DATABASE_URL: 'postgres://signer@127.0.0.1/shop',
  COIN_SEED:
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  COIN_WISH_KEY: Buffer.alloc(32, 1).toString('base64'),
};

test('the signer takes every level of logs that the shop takes, as both may be given the same', () => {
  for (const level of logLevels)
    expect(readSignerConfig({ ...whole, LOG_LEVEL: level }).logLevel).toBe(level);
  expect(() => readSignerConfig({ ...whole, LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL: one of');
});

test('outside of production networks and limits have a default, in production all is named that is missing', () => {
  const { networks, limits } = readSignerConfig(whole);
  expect(networks).toEqual({ btc: 'regtest', ltc: 'regtest' });
  expect(limits.btc).toEqual({
    perTransfer: 1_000_000_000n,
    perHour: 10_000_000_000n,
    perDay: 50_000_000_000n,
  });
  const read = () => readSignerConfig({ NODE_ENV: 'production', CRASH_POINT: 'signer.noted' });
  expect(read).toThrow('CRASH_POINT: refused in production');
  for (const name of ['NETWORK', 'SIGN_LIMITS'])
    for (const coin of ['BTC', 'LTC']) expect(read).toThrow(`${coin}_${name} is not set`);
  for (const name of Object.keys(whole)) expect(read).toThrow(`${name} is not set`);
});

test('a value keeps no quotes: `docker run --env-file` passes on those that `keys make` writes', () => {
  const quoted = { ...whole, COIN_SEED: `"${whole.COIN_SEED}"`, LOG_LEVEL: '""' };
  expect(readSignerConfig(quoted)).toEqual(readSignerConfig(whole));
  const production = () => readSignerConfig({ ...whole, NODE_ENV: '"production"' });
  expect(production).toThrow('BTC_NETWORK is not set');
});
