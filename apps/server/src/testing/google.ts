/** Google accounts of test members. */
import { insertIdentity } from '../features/accounts/identity-queries.ts';
import type { TestShop } from './start-shop.ts';

/** Links an account of the sandbox to a member, as registration does. */
export async function linkGoogle(shop: TestShop, memberId: string, subject: string): Promise<void> {
  const key = { issuer: shop.sandbox.googleIssuer, subject };
  await shop.db.tx((tx) => insertIdentity(tx, key, { memberId, by: 'registration' }));
}
