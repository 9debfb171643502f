import { googleNonce } from '@giftlane/contract/members/google.ts';
import type { GoogleAccount } from '@giftlane/sandbox/google/accounts.ts';
import type { TokenWish } from '@giftlane/sandbox/google/tokens.ts';
import { insertIdentity } from '../features/accounts/google/identity-queries.ts';
import type { TestShop } from './start-shop.ts';

/** Links a sandbox account to a member, like registration. */
export async function linkGoogle(shop: TestShop, memberId: string, subject: string): Promise<void> {
  const key = { issuer: shop.sandbox.googleIssuer, subject };
  await shop.db.tx((tx) => insertIdentity(tx, key, { memberId, by: 'registration' }));
}

/** An ID token of an account, with a nonce of the shop. */
export async function googleToken(
  shop: TestShop,
  account: GoogleAccount,
  wish: TokenWish = {},
): Promise<string> {
  const { sNonce } = (await shop.call(googleNonce)).body.data;
  return shop.sandbox.google.idToken(account, { nonce: sNonce, ...wish });
}
