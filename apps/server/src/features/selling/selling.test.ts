/** Members offer cards to the shop. */
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test, vi } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { minutes } from '../../platform/process/durations.ts';
import { makeMember } from '../../testing/builders.ts';
import { longTest } from '../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { makeVerified } from '../kyc/applicants.testing.ts';
import { uploaded } from '../uploads/pictures.testing.ts';
import {
  makeBought,
  type OfferBody,
  offer,
  offerBody,
  offered,
  pictures,
} from './offers.testing.ts';

const shopWithSeller = async (working = false) => sellerAt(await startShop({ working }));

async function sellerAt(shop: TestShop) {
  const anna = await makeMember(shop);
  return { shop, anna, card: await makeBought(shop) };
}

const list = (shop: TestShop, token: string, query = '') =>
  shop.raw('GET', `/transactions?eType=Sell${query}`, { token });

const countSales = async (shop: TestShop) =>
  (await shop.db.one(sql<{ n: number }>`select count(*)::int as n from sell_orders`)).n;

describe('offers in one shop', () => {
  const shared = shopForAll({ working: false });

  test('API-33 SELL-24 SELL-26 an offer is kept with its sums and pictures, and nothing is paid', async () => {
    const { shop, anna, card } = await sellerAt(shared());
    const body = await offerBody(shop, anna, { card, quantity: 2, priceMinor: 40_00n });
    expect([body.nTotalAmount, body.aExtraCharges]).toEqual([
      70.4,
      [{ name: 'Exchange Fees', amount: -9.6 }],
    ]);
    const reply = await offer(shop, anna, body);
    expect([reply.status, reply.body.message]).toEqual([200, 'Card details uploaded successfully']);
    expect(reply.body.data).toMatchObject({
      _id: expect.stringMatching(/^sell_[0-9a-f]{24}$/),
      eType: 'Sell',
      eStatus: 'Pending',
      nStatus: 1,
      eGateway: 'Wallet',
      sPayerId: anna.id,
      nTotalAmount: 70.4,
      nWalletAmount: 0,
      aExtraCharges: [{ name: 'Exchange Fees', amount: -9.6 }],
      sNotice: '',
      aCartData: [
        { iGiftCardId: card.id, sTitle: 'Nimbus $50', nQuantity: 2, nPrice: 40, eStatus: 0 },
      ],
    });
    expect(await anna.balance()).toBe(0n);
  });

  test('ORD-11 ORD-14 14 sell orders are listed and shown to their member alone, pictures included', async () => {
    const { shop, anna, card } = await sellerAt(shared());
    const eve = await makeMember(shop);
    const order = await offered(shop, anna, { card });
    const { body } = await list(shop, anna.token);
    expect([body.totalCount, (body.data as Order[])[0]?._id]).toEqual([1, order._id]);
    const shown = await shop.raw('GET', `/transactions/${order._id}`, { token: anna.token });
    const { aImages } = (shown.body.data as Order).aCartData[0] ?? {};
    for (const address of Object.values(aImages ?? {})) {
      const seen = await fetch(new URL(address, shop.url));
      expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(seen.headers.get('cache-control')).toBe('no-store');
      const forged = address.replace(/signature=./, (old) =>
        old.endsWith('A') ? 'signature=B' : 'signature=A',
      );
      expect((await fetch(new URL(forged, shop.url))).status).not.toBe(200);
    }
    expect(Object.keys(aImages ?? {})).toEqual(['imgFront', 'imgBack', 'imgPurchaseReceipt']);
    expect((await list(shop, eve.token)).body.data).toEqual([]);
    const foreign = await shop.raw('GET', `/transactions/${order._id}`, { token: eve.token });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'order.not_found']);
    // What is bought stays by itself.
    expect((await shop.raw('GET', '/transactions', { token: anna.token })).body.data).toEqual([]);
  });

  test('sell orders come newest first, page by page, and can be looked for', async () => {
    const { shop, anna, card } = await sellerAt(shared());
    const larch = await makeBought(shop, { title: 'Lärch ÉÇØ House' });
    const first = await offered(shop, anna, { card });
    const second = await offered(shop, anna, { card: larch });
    const found = async (query: string) => {
      const { body } = await list(shop, anna.token, query);
      return [body.totalCount, (body.data as Order[]).map(({ _id }) => _id)];
    };
    expect(await found('')).toEqual([2, [second._id, first._id]]);
    expect(await found('&page=2&limit=1')).toEqual([2, [first._id]]);
    expect(await found('&page=9&limit=1')).toEqual([2, []]);
    expect(await found('&search=hou')).toEqual([1, [second._id]]);
    for (const words of ['LARCH', 'lärch', 'eco', 'ÉÇØ'])
      expect(await found(`&search=${encodeURIComponent(words)}`)).toEqual([1, [second._id]]);
    expect(await found('&search=ouse')).toEqual([0, []]);
    expect(await found(`&search=${first._id}`)).toEqual([1, [first._id]]);
    expect(await found('&eStatus=Pending')).toEqual([2, [second._id, first._id]]);
    expect(await found('&eStatus=Delivered')).toEqual([0, []]);
    expect(await found(`&dFrom=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([0, []]);
  });

  test('SELL-17 one picture does not stand for two of the three', async () => {
    const { shop, anna, card } = await sellerAt(shared());
    const body = await offerBody(shop, anna, { card });
    const [line] = body.aCartData;
    for (const field of ['imgBack', 'imgPurchaseReceipt']) {
      const aImages = { ...line?.aImages, [field]: line?.aImages?.imgFront };
      const twice = { ...body, aCartData: [{ ...line, aImages }] };
      const reply = await offer(shop, anna, twice);
      expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([
        400,
        `aCartData.0.aImages.${field}`,
      ]);
    }
  });

  test('SELL-16 a read-only card goes at its price, others at most at their value', async () => {
    const { shop, anna } = await sellerAt(shared());
    const fixed = await makeBought(shop, { readOnly: true, valueMinor: 30_00n });
    const cheaper = await offer(
      shop,
      anna,
      await offerBody(shop, anna, { card: fixed, priceMinor: 20_00n }),
    );
    expect([cheaper.status, cheaper.body.code]).toEqual([409, 'order.price_changed']);
    expect((await offered(shop, anna, { card: fixed })).nTotalAmount).toBe(26.4);
    const open = await makeBought(shop, { valueMinor: 30_00n, priceMinor: 28_50n });
    expect((await offered(shop, anna, { card: open, priceMinor: 29_99n })).nTotalAmount).toBe(
      26.39,
    );
  });

  test('several cards are one offer, of one currency, each with its pictures', async () => {
    const { shop, anna, card } = await sellerAt(shared());
    const other = await makeBought(shop, { valueMinor: 10_00n, feesBp: 333 });
    const order = await offered(shop, anna, { card }, { card: other, quantity: 3 });
    expect([order.nTotalAmount, order.aCartData.length]).toEqual([73, 2]);
    const pound = await makeBought(shop, { currency: 'gbp' });
    const mixed = await offer(shop, anna, await offerBody(shop, anna, { card }, { card: pound }));
    expect([mixed.status, mixed.body.errors?.[0]?.field]).toEqual([400, 'aCartData.1.iGiftCardId']);
  });

  test('what the shop does not buy is not taken', async () => {
    const { shop, anna, card } = await sellerAt(shared());
    const body = await offerBody(shop, anna, { card });
    await shop.db.run(sql`update cards set sellable = false where id = ${card.id}`);
    const reply = await offer(shop, anna, body);
    expect([reply.status, reply.body.code]).toEqual([404, 'sell.card_not_found']);
  });

  test('SELL-21 money goes to the member’s own address only, and by a way that is open', async () => {
    const { shop, anna, card } = await sellerAt(shared());
    const eve = await makeMember(shop);
    const body = await offerBody(shop, anna, { card });
    const foreign = await offer(shop, anna, { ...body, sPayerId: eve.id });
    expect([foreign.status, foreign.body.errors?.[0]?.field]).toEqual([400, 'sPayerId']);
    const coin = await offer(shop, anna, { ...body, eGateway: 'BitCoin', sPayerId: 'bc1q' });
    expect([coin.status, coin.body.code]).toEqual([409, 'sell.method_unavailable']);
    expect((await offer(shop, anna, { ...body, eGateway: 'PayPal' })).status).toBe(400);
  });

  test('who is not verified can not offer more than a day may pay, who is can', async () => {
    const { shop, anna } = await sellerAt(shared());
    const card = await makeBought(shop, { valueMinor: 600_00n, feesBp: 0 });
    await offered(shop, anna, { card });
    const body = await offerBody(shop, anna, { card, priceMinor: 400_01n });
    const over = await offer(shop, anna, body);
    expect([over.status, over.body.code]).toEqual([409, 'sell.over_limit']);
    expect(over.body.message).toContain('$1,000.00');
    await offered(shop, anna, { card, priceMinor: 400_00n });
    await makeVerified(shop, anna);
    expect((await offer(shop, anna, body)).status).toBe(200);
  });

  test('a picture can not be cleaned up once it is part of an offer', async () => {
    const { shop, anna, card } = await sellerAt(shared());
    const images = await pictures(shop, anna.token);
    const body = await offerBody(shop, anna, { card });
    const [line] = body.aCartData;
    const reply = await offer(shop, anna, { ...body, aCartData: [{ ...line, aImages: images }] });
    expect(reply.status).toBe(200);
    const cleaned = await shop.raw('POST', '/cleanup/sellimages', {
      token: anna.token,
      body: { sFileName: images.imgFront },
    });
    expect([cleaned.status, cleaned.body.code]).toEqual([409, 'upload.in_use']);
  });
});

test('6 one set of pictures is one offer: repeated, at the same time, and never with other content', async () => {
  const { shop, anna, card } = await shopWithSeller();
  const body = await offerBody(shop, anna, { card });
  const replies = await Promise.all(Array.from({ length: 8 }, () => offer(shop, anna, body)));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(replies.map((reply) => (reply.body.data as Order)._id)).size).toBe(1);
  expect(await countSales(shop)).toBe(1);
  // The card is not bought any more, and the answer is still the first.
  await shop.db.run(sql`update cards set sellable = false where id = ${card.id}`);
  await shop.catalog.refresh();
  expect((await offer(shop, anna, body)).status).toBe(200);
  const other = await offer(shop, anna, { ...body, nTotalAmount: 1 });
  expect([other.status, other.body.code]).toEqual([409, 'order.other_content']);
  expect(await countSales(shop)).toBe(1);
});

test('14 pictures have to be the member’s own, put, for selling, and not used before', async () => {
  const { shop, anna, card } = await shopWithSeller();
  const eve = await makeMember(shop);
  const used = await offerBody(shop, anna, { card });
  expect((await offer(shop, anna, used)).status).toBe(200);
  const fresh = await offerBody(shop, anna, { card });
  const [line] = fresh.aCartData;
  const withImage = (imgBack: string) => ({
    ...fresh,
    aCartData: [{ ...line, aImages: { ...line?.aImages, imgBack } }],
  });
  const wrong = [
    used.aCartData[0]?.aImages?.imgBack ?? '',
    await uploaded(shop, eve.token, 'sellimages'),
    await uploaded(shop, anna.token, 'kycDocs'),
    'sellimages/nothing.jpg',
    '../../etc/passwd',
  ];
  for (const path of wrong) {
    const { status, body } = await offer(shop, anna, withImage(path));
    expect([path, status, body.errors?.[0]?.field]).toEqual([
      path,
      400,
      'aCartData.0.aImages.imgBack',
    ]);
  }
  expect(await countSales(shop)).toBe(1);
  // Nothing was taken by what was refused.
  expect((await offer(shop, anna, fresh)).status).toBe(200);
});

test('12 SELL-23 sums, fees and prices that are not the shop’s are refused with those of now', async () => {
  const { shop, anna, card } = await shopWithSeller();
  const body = await offerBody(shop, anna, { card });
  const [line] = body.aCartData;
  for (const wrong of [
    { nTotalAmount: 50 },
    { nTotalAmount: 44.01 },
    { aExtraCharges: [] },
    { aExtraCharges: [{ name: 'Exchange Fees', amount: 6 }] },
  ]) {
    const reply = await offer(shop, anna, { ...body, ...wrong });
    expect([reply.status, reply.body.code]).toEqual([409, 'order.price_changed']);
    expect(reply.body.data).toMatchObject({
      nTotalAmount: 44,
      aExtraCharges: [{ name: 'Exchange Fees', amount: -6 }],
    });
  }
  for (const nPrice of [50.01, 0.99, 0, 99_999_999.99]) {
    const reply = await offer(shop, anna, { ...body, aCartData: [{ ...line, nPrice }] });
    expect([nPrice, reply.status, reply.body.errors?.[0]?.field]).toEqual([
      nPrice,
      400,
      'aCartData.0.nPrice',
    ]);
  }
  for (const wrong of [
    { nPrice: 10.001 },
    { nQuantity: 0 },
    { nQuantity: 1.5 },
    { nQuantity: -1 },
    { nFee: 0 },
  ]) {
    const reply = await offer(shop, anna, { ...body, aCartData: [{ ...line, ...wrong }] });
    expect([wrong, reply.status]).toEqual([wrong, 400]);
  }
  expect((await offer(shop, anna, { ...body, nWalletAmount: 1 })).status).toBe(400);
  // The fee has changed and this process has not heard of it.
  await shop.db.run(sql`update cards set exchange_fees_bp = 1500 where id = ${card.id}`);
  const late = await offer(shop, anna, body);
  expect([late.status, late.body.data]).toMatchObject([409, { nTotalAmount: 42.5 }]);
  expect(await countSales(shop)).toBe(0);
});

test('ROUTE-50 visitors, frozen members and, where wished, unverified ones can not sell', async () => {
  const { shop, anna, card } = await shopWithSeller();
  // Before anybody has read the options, which are remembered for a while.
  await shop.db.run(sql`update site_options set value = '1' where name = 'verified_email_needed'`);
  const body = await offerBody(shop, anna, { card });
  const nobody = await shop.raw('POST', '/sellcards', { body });
  expect([nobody.status, nobody.body.code]).toEqual([401, 'session.required']);
  const unverified = await offer(shop, anna, body);
  expect([unverified.status, unverified.body.code]).toEqual([403, 'sell.unverified_email']);
  await shop.db.run(sql`update members set email_verified_at = now(), frozen_at = now(),
    frozen_reason = 'test' where id = ${anna.id}`);
  const frozen = await offer(shop, anna, body);
  expect([frozen.status, frozen.body.code]).toEqual([403, 'account.frozen']);
  await shop.db.run(sql`update members set frozen_at = null, frozen_reason = null`);
  expect((await offer(shop, anna, body)).status).toBe(200);
});

test('61 what a day still pays is told before a picture is taken, in the currency of the cards', async () => {
  const { shop, anna } = await shopWithSeller();
  const card = await makeBought(shop, { valueMinor: 600_00n, feesBp: 0 });
  const terms = async (query = '') =>
    (await shop.raw('GET', `/sellterms${query}`, { token: anna.token })).body.data;
  expect(await terms()).toEqual({ nMaxQuantity: 4, nDayLimit: 1000, nDayLeft: 1000 });
  await offered(shop, anna, { card });
  expect(await terms('?currency=usd')).toMatchObject({ nDayLimit: 1000, nDayLeft: 400 });
  // Without a rate nobody can say, and nothing is refused for it either.
  expect(await terms('?currency=gbp')).toMatchObject({ nDayLimit: 1000, nDayLeft: null });
  await shop.db.run(sql`
    insert into exchange_rates (currency, as_of, per_usd)
    values ('usd', current_date, 1), ('gbp', current_date, 0.33333)`);
  const inPounds = await terms('?currency=gbp');
  expect(inPounds).toMatchObject({ nDayLeft: 133.33 });
  // What was told is taken, to the penny.
  const pound = await makeBought(shop, { currency: 'gbp', valueMinor: 600_00n, feesBp: 0 });
  await offered(shop, anna, { card: pound, priceMinor: 133_33n });
  expect(await terms()).toMatchObject({ nDayLeft: 0.01 });
  await makeVerified(shop, anna);
  expect(await terms()).toEqual({ nMaxQuantity: 4, nDayLimit: null, nDayLeft: null });
});

longTest(
  'an offer is of no more cards than its pictures can show, and says so at the number',
  async () => {
    const { shop, anna, card } = await shopWithSeller();
    await shop.db.run(sql`update site_options set value = '2' where name = 'max_cards_per_sale'`);
    const terms = await shop.raw('GET', '/sellterms', { token: anna.token });
    expect(terms.body.data).toMatchObject({ nMaxQuantity: 2 });
    const many = await offerBody(shop, anna, { card }, { card, quantity: 3 });
    const reply = await offer(shop, anna, many);
    expect([reply.status, reply.body.errors?.[0]]).toEqual([
      400,
      {
        field: 'aCartData.1.nQuantity',
        message:
          'Every card must be visible in the pictures, so you can sell at most 2 at once. Sell the others separately.',
      },
    ]);
    expect(await countSales(shop)).toBe(0);
    // Lines that show the same pictures are of the same cards.
    const one = await offerBody(shop, anna, { card, quantity: 2 }, { card });
    const [first, second] = one.aCartData;
    const shared = [first, { ...second, aImages: first?.aImages }];
    const twice = await offer(shop, anna, { ...one, aCartData: shared });
    expect([twice.status, twice.body.errors?.[0]?.field]).toEqual([400, 'aCartData.1.nQuantity']);
    expect((await offered(shop, anna, { card, quantity: 2 })).aCartData[0]?.nQuantity).toBe(2);
  },
);

test('offers that wait are bounded per member, also when they come at once', async () => {
  const { shop, anna, card } = await shopWithSeller();
  await shop.db.run(
    sql`update site_options set value = '2' where name = 'max_pending_sell_orders'`,
  );
  // One after the other: so many pictures at once are too many.
  const bodies: OfferBody[] = [];
  for (let left = 5; left > 0; left -= 1)
    bodies.push(await offerBody(shop, anna, { card, priceMinor: 5_00n }));
  const replies = await Promise.all(bodies.map((body) => offer(shop, anna, body)));
  expect(replies.map(({ body }) => body.code ?? 'taken').sort()).toEqual([
    'sell.too_many',
    'sell.too_many',
    'sell.too_many',
    'taken',
    'taken',
  ]);
  expect(await countSales(shop)).toBe(2);
});

longTest('an offer in another currency than the wallet is reckoned at today’s rate', async () => {
  const { shop } = await shopWithSeller();
  const ben = await makeMember(shop, { currency: 'eur' });
  const pound = await makeBought(shop, { currency: 'gbp', valueMinor: 20_00n, feesBp: 0 });
  // No rate yet: it waits for one.
  const order = await offered(shop, ben, { card: pound });
  expect([order.eCurrency, order.nTotalAmount]).toEqual(['gbp', 20]);
});

longTest('the member is told by mail that the card arrived', async () => {
  const { shop, anna, card } = await shopWithSeller(true);
  await offered(shop, anna, { card });
  await vi.waitFor(() => {
    const [mail] = shop.sandbox.mails(anna.email);
    expect(mail?.subject).toBe('We received your card: Nimbus $50');
    expect(mail?.text).toContain('$44.00');
  }, minutes(1));
});
