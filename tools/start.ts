/**
 * `npm start`: the whole shop on one machine. Every variable that is not set gets an embedded default: a
 * real PostgreSQL, and stand-ins for PayPal, mail and exchange rates. In production nothing is embedded:
 * what is missing is an error.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { ownKeys } from '@giftlane/server/cli/own-keys.ts';
import { ConfigError, readConfig } from '@giftlane/server/platform/config.ts';
import { startEmbedded } from '@giftlane/server/platform/postgres/embedded.ts';
import { start, stopOnSignals } from '@giftlane/server/serve.ts';
import { seedOnce } from './seed-once.ts';

type Closing = () => Promise<unknown>;

/** The smallest of the ports the sandbox would like; the next ones follow. */
const sandboxPorts = { paypalPort: 3010, smtpPort: 3011, inboxPort: 3012, ratesPort: 3013 };

async function embeddedDatabase(env: NodeJS.ProcessEnv, dataDir: string): Promise<Closing> {
  const embedded = await startEmbedded({ dataDir: resolve(dataDir, 'postgres') });
  env.DATABASE_URL = embedded.url;
  return embedded.stop;
}

async function embeddedProviders(env: NodeJS.ProcessEnv, dataDir: string) {
  const sandbox = await startSandbox({ ...sandboxPorts, stateDir: resolve(dataDir, 'sandbox') });
  const payPalIsOurs = env.PAYPAL_API_URL === undefined;
  const defaults: Record<string, string> = {
    SMTP_URL: sandbox.smtpUrl,
    MAIL_FROM: 'Giftlane <shop@giftlane.example>',
    RATES_URL: sandbox.ratesUrl,
    // The stand-in's credentials belong to the stand-in: with another address all five must be given.
    ...(payPalIsOurs && {
      PAYPAL_API_URL: sandbox.paypalUrl,
      PAYPAL_SDK_URL: sandbox.paypalSdkUrl,
      PAYPAL_CLIENT_ID: sandbox.paypalClientId,
      PAYPAL_CLIENT_SECRET: sandbox.paypalClientSecret,
      PAYPAL_WEBHOOK_ID: sandbox.paypalWebhookId,
    }),
  };
  for (const [name, value] of Object.entries(defaults)) env[name] ??= value;
  return sandbox;
}

/** Starts what is missing, then the shop; answers what to close, last first. */
async function main(): Promise<void> {
  const env = process.env;
  const began = performance.now();
  const closing: Closing[] = [];
  const stop = async () => {
    for (const close of closing.reverse()) await close();
  };
  try {
    const dataDir = resolve(env.DATA_DIR ?? './data');
    if (env.NODE_ENV !== 'production') {
      await mkdir(dataDir, { recursive: true, mode: 0o755 });
      env.DATA_DIR = dataDir;
      env.ENCRYPTION_KEYS ??= await ownKeys(dataDir);
      if (env.DATABASE_URL === undefined) closing.push(await embeddedDatabase(env, dataDir));
    }
    const sandbox =
      env.NODE_ENV === 'production' ? undefined : await embeddedProviders(env, dataDir);
    if (sandbox) closing.push(() => sandbox.close());
    const config = readConfig({ LOG_LEVEL: 'warn', ...env });
    const running = await start(config, { serving: true, working: true });
    closing.push(() => running.stop());
    stopOnSignals(stop);
    await sandbox?.setWebhookUrl(`${running.url}/api/v1/webhooks/paypal`);
    const accounts = env.SEED === 'none' ? [] : await seedOnce(running.shop);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    print([
      '',
      `  Giftlane runs (${seconds} s).`,
      '',
      `  Shop         ${config.publicUrl}`,
      `  API          ${config.publicUrl}/api/docs`,
      ...(sandbox
        ? [`  Mails        ${sandbox.inboxUrl}`, `  Card payment ${sandbox.paypalUrl}`]
        : []),
      '',
      ...accounts.map((account) => `  ${account}`),
      '',
      '  Ctrl-C ends it.',
      '',
    ]);
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    await stop();
    process.exit(1);
  }
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

await main();
