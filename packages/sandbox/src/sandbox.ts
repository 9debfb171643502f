/**
 * The outside world on one machine: a card payment provider speaking PayPal's wire format, an OpenID
 * provider in Google's place, an SMTP inbox with a page to read mails, feeds of exchange rates and coin
 * prices, a browser's push service, and nodes of two coins. Nothing here moves real money, and nothing
 * listens beyond the loopback address.
 */
import type { CoinControl } from './coins/control.ts';
import { type CoinOptions, startCoin } from './coins/server.ts';
import { type Faults, makeFaults } from './faults.ts';
import type { Google } from './google/control.ts';
import { startGoogle } from './google/server.ts';
import { openJournal } from './journal.ts';
import { type Mail, openInbox } from './mail/inbox.ts';
import { startInboxPage } from './mail/server.ts';
import { startSmtp } from './mail/smtp.ts';
import { startPayPal } from './paypal/server.ts';
import { merchant } from './paypal/wire.ts';
import { type PushService, startPush } from './push/server.ts';
import type { UsdPer } from './rates/coins.ts';
import type { PerUsd } from './rates/rates.ts';
import { startRates } from './rates/server.ts';

export type { CoinControl } from './coins/control.ts';
export type { Fault, Faults } from './faults.ts';
export type { Mail } from './mail/inbox.ts';

export interface SandboxOptions {
  /** Wished ports; 0 or none means any, a taken one falls back to any. */
  readonly paypalPort?: number;
  readonly smtpPort?: number;
  readonly inboxPort?: number;
  readonly ratesPort?: number;
  readonly googlePort?: number;
  readonly pushPort?: number;
  readonly btcPort?: number;
  readonly ltcPort?: number;
  /** With a folder, payments, mails and coins are still there after a restart. */
  readonly stateDir?: string;
  /** Where webhooks go; without it none are sent. */
  readonly webhookUrl?: string;
  /** The pause before a webhook that was not taken is sent again; doubled each time. */
  readonly webhookRetryMs?: number;
  /** How often a block is mined while transactions wait; never, unless told. */
  readonly coinBlockMs?: number;
  /** How many days of a span the feed of currencies tells: the last ones; a year, unless told. */
  readonly rateDays?: number;
}

export interface Sandbox {
  readonly paypalUrl: string;
  readonly paypalSdkUrl: string;
  readonly paypalClientId: string;
  readonly paypalClientSecret: string;
  readonly paypalWebhookId: string;
  /** The account that payments go to. */
  readonly paypalMerchantId: string;
  readonly smtpUrl: string;
  readonly inboxUrl: string;
  readonly ratesUrl: string;
  readonly coinRatesUrl: string;
  readonly pushUrl: string;
  readonly googleIssuer: string;
  readonly googleClientId: string;
  /** What tests do at Google without a browser. */
  readonly google: Google;
  /** What a browser does at its push service, without a browser. */
  readonly push: Pick<PushService, 'subscribe' | 'messages' | 'drop'>;
  /** The JSON-RPC of the coins' nodes, with user and password. */
  readonly btcRpcUrl: string;
  readonly ltcRpcUrl: string;
  /** The pages of the coins' chains. */
  readonly btcUrl: string;
  readonly ltcUrl: string;
  /** What tests do with the chains: mine, pay, reorganise, stop. */
  readonly coins: { readonly btc: CoinControl; readonly ltc: CoinControl };
  readonly faults: Faults;
  setWebhookUrl(url: string | undefined): void;
  /** Sets what one US dollar buys, such as `{ EUR: 0.9 }`; null goes back to the made-up rates. */
  setRates(perUsd: PerUsd | null): void;
  /** Sets what a coin costs in US dollars, such as `{ BTC: 90_000 }`; null as above. */
  setCoinRates(usdPer: UsdPer | null): void;
  /** Sets what the second place says of the first one's price of a coin; they agree at 1. */
  setCoinRatesApart(factor: number): void;
  /** The mails that came, newest first; only those to one address, if it is given. */
  mails(to?: string): Mail[];
  close(): Promise<void>;
}

/** Known to everybody: they open nothing but this sandbox. */
const credentials = {
  paypalClientId: 'giftlane-sandbox',
  paypalClientSecret: 'giftlane-sandbox-secret',
  paypalWebhookId: '1GIFTLANESANDBOX1',
  paypalMerchantId: merchant.merchant_id,
  googleClientId: 'giftlane-sandbox',
} as const;

/** Starts all stand-ins and answers where they are. Rejects, with nothing left running, if one can not start. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { stateDir } = options;
  const faults = makeFaults();
  const inbox = openInbox(openJournal(stateDir, 'mails'));
  const running: Array<{ close(): Promise<void> }> = [];
  const started = async <T extends { close(): Promise<void> }>(starting: Promise<T>) => {
    const part = await starting;
    running.push(part);
    return part;
  };
  const close = async () => {
    await Promise.all(running.map((part) => part.close()));
  };
  try {
    const paypal = await started(
      startPayPal({
        port: options.paypalPort ?? 0,
        faults,
        clientId: credentials.paypalClientId,
        clientSecret: credentials.paypalClientSecret,
        webhookId: credentials.paypalWebhookId,
        webhookUrl: options.webhookUrl,
        webhookRetryMs: options.webhookRetryMs ?? 2_000,
        stateDir,
      }),
    );
    const smtp = await started(startSmtp(options.smtpPort ?? 0, inbox, faults));
    const page = await started(startInboxPage(options.inboxPort ?? 0, inbox));
    const rates = await started(startRates(options.ratesPort ?? 0, faults, options.rateDays));
    const { googleClientId: clientId } = credentials;
    const google = await started(
      startGoogle({ port: options.googlePort ?? 0, faults, clientId, stateDir }),
    );
    const push = await started(startPush(options.pushPort ?? 0, faults));
    const startNode = (name: CoinOptions['name'], port = 0) =>
      started(startCoin({ name, port, faults, stateDir, blockMs: options.coinBlockMs ?? 0 }));
    const btc = await startNode('btc', options.btcPort);
    const ltc = await startNode('ltc', options.ltcPort);
    return {
      ...credentials,
      paypalUrl: paypal.url,
      paypalSdkUrl: `${paypal.url}/sdk/js`,
      smtpUrl: smtp.url,
      inboxUrl: page.url,
      ratesUrl: rates.url,
      coinRatesUrl: rates.url,
      pushUrl: push.url,
      push,
      googleIssuer: google.url,
      google,
      btcRpcUrl: btc.rpcUrl,
      ltcRpcUrl: ltc.rpcUrl,
      btcUrl: btc.url,
      ltcUrl: ltc.url,
      coins: { btc, ltc },
      faults,
      setWebhookUrl: paypal.setWebhookUrl,
      setRates: rates.set,
      setCoinRates: rates.setCoins,
      setCoinRatesApart: rates.setApart,
      mails: (to) => inbox.all(to),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
