/** The OpenID provider itself, by the npm package of that name: one public client, code flow with PKCE. */
import { randomBytes } from 'node:crypto';
import { type Configuration, Provider } from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import type { SigningKey } from './keys.ts';
import { makeMemory } from './memory.ts';
import { claimsOf } from './tokens.ts';

export interface ProviderParts {
  readonly issuer: string;
  readonly clientId: string;
  readonly key: SigningKey;
  readonly accounts: Accounts;
  /** Called with every ID token before it is sent. */
  readonly onIdToken: (idToken: string, about: readonly string[]) => Promise<string>;
}

/** Where the shop's sign-in window ends, whatever its own address. */
const callbackPath = '/auth/google/callback';

const minutes = (count: number) => () => count * 60;

function configuration({ clientId, key, accounts }: ProviderParts): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'RS256',
        redirect_uris: [`https://shop.example${callbackPath}`],
      },
    ],
    adapter: makeMemory(),
    jwks: { keys: [{ ...key.jwk }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // As Google does: the ID token says it all.
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: {
      AccessToken: minutes(60),
      AuthorizationCode: minutes(1),
      Grant: minutes(60),
      IdToken: minutes(60),
      Interaction: minutes(60),
      Session: minutes(60),
    },
    interactions: { url: (_ctx, interaction) => `/chooser/${interaction.uid}` },
    renderError(ctx, out) {
      ctx.type = 'text/plain';
      ctx.body = `${out.error}: ${out.error_description ?? ''}`;
    },
    findAccount: (_ctx, sub) => {
      const account = accounts.find(sub);
      return account && { accountId: sub, claims: () => ({ sub, ...claimsOf(account) }) };
    },
    async loadExistingGrant(ctx) {
      // Whoever chose an account has agreed.
      const { provider, client, session } = ctx.oidc;
      const accountId = session?.accountId;
      if (!client || accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

interface TokenReply {
  id_token?: string;
}

const isTokenReply = (body: unknown): body is TokenReply =>
  typeof body === 'object' && body !== null && 'id_token' in body;

export function makeProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts));
  // The shop may run anywhere; only the path of its callback is fixed.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    URL.parse(uri)?.pathname === callbackPath;
  provider.use(async (ctx, next) => {
    await next();
    const { body } = ctx;
    if (ctx.oidc?.route === 'token' && isTokenReply(body) && body.id_token)
      body.id_token = await parts.onIdToken(body.id_token, [ctx.oidc.account?.accountId ?? '']);
  });
  return provider;
}
