/** Browsers that subscribe to notifications, for tests. */
import * as push from '@giftlane/contract/members/push.ts';
import { expect } from 'vitest';
import type { Shop } from '../../app.ts';
import { newToken } from '../../platform/secrets/secrets.ts';
import type { TestMember } from '../../testing/builders.ts';
import type { TestShop } from '../../testing/start-shop.ts';
import { putSubscription } from './queries.ts';

/** A subscription with a real push service's host, to which nothing is sent; answers its id. */
export function makeSubscription({ db }: Pick<Shop, 'db'>): Promise<string> {
  return putSubscription(db, {
    id: `psh_${newToken()}`,
    endpoint: `https://fcm.googleapis.com/fcm/send/${newToken()}`,
    p256dh: `B${'A'.repeat(86)}`,
    auth: 'A'.repeat(22),
  });
}

/** A browser subscribed with the shop's public key. */
export function newBrowser(shop: TestShop) {
  return shop.sandbox.push.subscribe(shop.push?.publicKey);
}
export type Browser = ReturnType<typeof newBrowser>;

/** Subscribes a browser at the shop; answers the subscription's id. */
export const subscribe = async (shop: TestShop, browser: Browser) =>
  (await shop.call(push.subscribe, { body: browser })).body.data.sId;

/** Links a subscription to a member's session. */
export const link = (shop: TestShop, { token }: { token: string }, sId: string) =>
  shop.call(push.link, { token, body: { sId } });

/** A browser linked to a member. */
export async function browserOf(shop: TestShop, member: TestMember): Promise<Browser> {
  const browser = newBrowser(shop);
  expect((await link(shop, member, await subscribe(shop, browser))).status).toBe(200);
  return browser;
}

/** The notices a browser received. */
export const heard = (shop: TestShop, { endpoint }: Browser) =>
  shop.sandbox.push.messages(endpoint).map(({ text }) => JSON.parse(text));
