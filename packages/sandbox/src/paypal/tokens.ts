/** POST /v1/oauth2/token ("Authentication"): client credentials for a bearer that expires. */
import { randomBytes } from 'node:crypto';
import { badBearer, badClient, badGrant, noBearer } from './problems.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
}

export interface Tokens {
  /** The answer to a token request; throws a `Problem` for wrong credentials. */
  issue(authorization: string | undefined, body: unknown): Readonly<Record<string, unknown>>;
  /** Throws a `Problem` unless the header carries a valid bearer. */
  check(authorization: string | undefined): void;
  /** Revokes every bearer. */
  revokeAll(): void;
}

/** Nine hours, as PayPal's. */
const livesSeconds = 32_400;
const scope =
  'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund https://uri.paypal.com/services/applications/webhooks';

export function makeTokens(client: Client): Tokens {
  const expiry = new Map<string, number>();
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
  return {
    issue(authorization, body) {
      if (authorization !== basic) throw badClient();
      if (!(body instanceof URLSearchParams) || body.get('grant_type') !== 'client_credentials')
        throw badGrant();
      const now = Date.now();
      for (const [token, until] of expiry) if (until < now) expiry.delete(token);
      const token = `A21AA${randomBytes(48).toString('base64url')}`;
      expiry.set(token, now + livesSeconds * 1000);
      return {
        scope,
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: livesSeconds,
        nonce: `${new Date(now).toISOString()}${randomBytes(16).toString('base64url')}`,
      };
    },
    check(authorization) {
      if (authorization === undefined) throw noBearer();
      const token = authorization.replace(/^Bearer /i, '');
      if ((expiry.get(token) ?? 0) < Date.now()) throw badBearer();
    },
    revokeAll: () => expiry.clear(),
  };
}
