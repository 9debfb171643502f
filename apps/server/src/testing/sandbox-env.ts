import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '@giftlane/sandbox/sandbox.ts';
import {
  coinVariables,
  googleVariables,
  payPalVariables,
  pushVariables,
} from '@giftlane/sandbox/variables.ts';

const testKey = `1:${Buffer.alloc(32, 7).toString('base64')}`;

/** Public keys: no browser outside tests subscribes with them. */
const testPushKeys = {
  VAPID_PUBLIC_KEY:
    'BKb65YNgkPx4AMNH9NkaqfbK0jD_hSY6Pr_7cmB67oOZRAHHGypMofP_SeG2hb0t_xGhk5QqK6RqhwsJlSvWrqY',
  VAPID_PRIVATE_KEY: 'xxYTTN-Fa9Y8LoVvLGsy-33ZdSE3H7hFIKynOpCfpBs',
  VAPID_SUBJECT: 'mailto:shop@giftlane.test',
};

/** Shared compile cache of the shop's processes, outside their folders. */
export const compiledEnv = { NODE_COMPILE_CACHE: join(tmpdir(), 'giftlane-compiled') };

/** Variables of a shop that uses `sandbox`. */
export function sandboxEnv(sandbox: Sandbox, databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'error',
    THROTTLE: '1',
    PASSWORD_COST: 'least',
    ENCRYPTION_KEYS: testKey,
    ...payPalVariables(sandbox),
    ...googleVariables(sandbox),
    ...pushVariables(sandbox),
    ...testPushKeys,
    // Tests with a silent provider set less.
    PAYPAL_TIMEOUT_MS: '30000',
    SMTP_URL: sandbox.smtpUrl,
    MAIL_FROM: 'Giftlane <shop@giftlane.test>',
    RATES_URL: sandbox.ratesUrl,
    DATABASE_CONNECTIONS: '12',
  };
}

/** The key shared by a test's shop and signer. */
export const testWishKey = Buffer.alloc(32, 9).toString('base64');

/** Variables of a shop with wallets of both coins. */
export function nodeEnv(sandbox: Sandbox): Record<string, string> {
  const { btc, ltc } = coinVariables(sandbox);
  return {
    ...btc,
    ...ltc,
    COIN_WISH_KEY: testWishKey,
    COIN_RATES_URL: sandbox.coinRatesUrl,
    COIN_RATES_URL_2: sandbox.coinRatesUrl,
  };
}
