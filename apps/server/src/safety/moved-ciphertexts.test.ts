/** Who can write to the database, but has no keys, moves what is encrypted to where the shop would open it for them. */

import { updateKyc } from '@giftlane/contract/members/kyc.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { viewCard } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { look, submissionOf } from '../features/kyc/applicants.testing.ts';
import { openPicture } from '../features/uploads/uploads.ts';
import { sql } from '../platform/db/db.ts';
import { makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { startShop } from '../testing/start-shop.ts';

test('a code that nobody bought does not open in the row of one that was bought', async () => {
  const shop = await startShop({ working: false });
  const eve = await makeMember(shop, { walletMinor: 10_00n });
  const card = await makeCard(shop, { codes: 2 });
  const body = orderBody(eve, { card, totalMinor: 10_00n });
  const { data: order } = (await shop.call(pay, { token: eve.token, body })).body;
  const cardId = order.aCartData[0]?.aCardCode[0]?._id ?? '';
  await shop.db.run(sql`
    update codes bought set content = other.content from codes other
    where bought.state = 'sold' and other.state = 'free' and other.card_id = bought.card_id`);
  const asked = { token: eve.token, params: { id: order._id }, body: { cardId } };
  expect((await shop.call(viewCard, asked)).status).toBe(500);
});

test('a member’s papers open as no other member’s, nor as another submission', async () => {
  const shop = await startShop({ working: false });
  const [anna, eve] = [await makeMember(shop), await makeMember(shop)];
  for (const member of [anna, eve])
    await shop.call(updateKyc, {
      token: member.token,
      body: await submissionOf(shop, member),
    });
  expect((await look(shop, anna.id, 'rita'))?.data.lastName).toBe('Quellmarker');
  await shop.db.run(sql`
    update kyc_submissions hers set sealed = other.sealed from kyc_submissions other
    where hers.member_id = ${eve.id} and other.member_id = ${anna.id}`);
  await expect(look(shop, eve.id, 'rita')).rejects.toThrow('authenticate');
});

test('a private picture of a member opens as no other member’s', async () => {
  const shop = await startShop({ working: false });
  const [anna, eve] = [await makeMember(shop), await makeMember(shop)];
  const { docFront: path } = await submissionOf(shop, anna);
  const parts = { db: shop.db, files: shop.files, keys: shop.config.keys };
  const asked = { path, operator: 'rita', reason: 'a test' };
  expect(await openPicture(parts, asked)).toBeInstanceOf(Buffer);
  await shop.owner.run(sql`alter table uploads disable trigger user`);
  await shop.db.run(sql`update uploads set member_id = ${eve.id} where path = ${path}`);
  await expect(openPicture(parts, asked)).rejects.toThrow('authenticate');
});
