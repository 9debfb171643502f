import type { Sandbox } from './sandbox.ts';

/** Where the stand-ins are, as far as a shop has to know; it is what `main.ts` prints, too. */
export type Addresses = {
  readonly [name in keyof Sandbox as Sandbox[name] extends string ? name : never]: string;
};

/** The shop's variables for card payment. They belong together: with another address all have to be given. */
export function payPalVariables(sandbox: Addresses): Record<string, string> {
  return {
    PAYPAL_API_URL: sandbox.paypalUrl,
    PAYPAL_SDK_URL: sandbox.paypalSdkUrl,
    PAYPAL_CLIENT_ID: sandbox.paypalClientId,
    PAYPAL_CLIENT_SECRET: sandbox.paypalClientSecret,
    PAYPAL_WEBHOOK_ID: sandbox.paypalWebhookId,
    PAYPAL_MERCHANT_ID: sandbox.paypalMerchantId,
  };
}

/** The shop's variables for Google sign-in. They belong together, too. */
export function googleVariables(sandbox: Addresses): Record<string, string> {
  return { GOOGLE_ISSUER: sandbox.googleIssuer, GOOGLE_CLIENT_ID: sandbox.googleClientId };
}

/** The shop's variable for push services: the stand-in beside those of real browsers. */
export function pushVariables(sandbox: Addresses): Record<string, string> {
  return { PUSH_SERVICES: `browsers,${sandbox.pushUrl}` };
}

/** The shop's variables for the node of each coin. They belong together: the chains are those of regtest. */
export function coinVariables(sandbox: Addresses) {
  return {
    btc: { BTC_RPC_URL: sandbox.btcRpcUrl, BTC_NETWORK: 'regtest' },
    ltc: { LTC_RPC_URL: sandbox.ltcRpcUrl, LTC_NETWORK: 'regtest' },
  };
}
