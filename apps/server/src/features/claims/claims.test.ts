import { askClaim } from '@giftlane/contract/office/claims.ts';
import { refundOrder } from '@giftlane/contract/office/orders.ts';
import { answerClaim } from '@giftlane/contract/shop/claims.ts';
import { listCodes, viewCard } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { days, minutes } from '../../platform/process/durations.ts';
import { makeMember } from '../../testing/builders.ts';
import { setOption } from '../content/content.ts';
import { uploaded } from '../uploads/pictures.testing.ts';
import { bought, claim, codesOf, openGuarantee, replace } from './claims.testing.ts';

test('a revealed code is claimed once: the same request answers the claim, another is refused in words', async () => {
  const { shop, buyer, card, claimsOf } = await openGuarantee();
  const goods = await bought(shop, buyer, { card });
  const both = await Promise.all([claim(shop, buyer, goods), claim(shop, buyer, goods)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.body.data).toEqual(both[1]?.body.data);
  expect(both[0]?.body.data).toMatchObject({
    sCodeId: goods.code,
    eState: 'open',
    aSteps: [{ eKind: 'opened', eBy: 'buyer', sWords: 'The issuer says it was redeemed' }],
  });
  const other = await claim(shop, buyer, goods, { sWords: 'Something else' });
  expect([other.status, other.body.code]).toEqual([409, 'claim.exists']);
  expect(other.body.message).toBe("You reported this code already: We're checking it.");
  expect(await claimsOf(goods)).toMatchObject({ nTotal: 1, dUntil: expect.any(String) });
});

test('a claim is refused for a foreign, unseen, late, refunded or unknown code', async () => {
  const { shop, buyer, card, operators } = await openGuarantee({ codes: 9 });
  await setOption(shop.db, 'claim_days', '1');
  const refused = async (reply: ReturnType<typeof claim>) => (await reply).body.code;
  const goods = await bought(shop, buyer, { card });
  const bert = await makeMember(shop, { walletMinor: 100_00n });
  const his = await bought(shop, bert, { card });
  expect(await refused(claim(shop, bert, goods))).toBe('order.not_found');
  expect(await refused(claim(shop, bert, { ...his, code: goods.code }))).toBe(
    'order.code_not_found',
  );
  expect(await refused(claim(shop, buyer, { ...goods, code: 'code_x' }))).toBe(
    'order.code_not_found',
  );
  const unseen = await bought(shop, buyer, { card, seen: false });
  expect(await refused(claim(shop, buyer, unseen))).toBe('claim.not_revealed');
  const gone = await bought(shop, buyer, { card });
  const wish = { aLineIds: [gone.lineId], bEvenViewed: true, bEvenCoinsGone: false };
  const oSums = { nLines: 1, nToCard: 0, nToWallet: 10, nGone: 0 };
  const refund = { params: { id: gone.order._id }, body: { ...wish, sReason: '', oSums } };
  expect((await operators[0].call(refundOrder, refund)).status).toBe(200);
  expect(await refused(claim(shop, buyer, gone))).toBe('claim.line_refunded');
  await shop.moveClock(days(1) + minutes(1));
  expect(await refused(claim(shop, buyer, goods))).toBe('claim.too_late');
});

test('a member has at most twenty claims that wait, however many requests come at once', async () => {
  const { shop, buyer, card } = await openGuarantee({ codes: 25 });
  const { order, codes } = await bought(shop, buyer, { card, quantity: 22 });
  const more = await shop.db.rows(sql<{ id: bigint }>`
    update codes set viewed_at = app_now() where line_id = ${order.aCartData[0]?._id ?? ''} and viewed_at is null
    returning id`);
  const all = [...new Set([...codes, ...more.map(({ id }) => `code_${id}`)])];
  const replies = await Promise.all(all.map((code) => claim(shop, buyer, { order, code })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(new Set(replies.map(({ body }) => body.code).filter(Boolean))).toEqual(
    new Set(['claim.too_many']),
  );
});

test('a replaced code is void, and the new one is revealed, logged and claimed as any other', async () => {
  const { shop, buyer, operators, claimed, claimsOf } = await openGuarantee();
  const goods = await claimed();
  // The new code has days of its own.
  await shop.db.run(sql`
    update orders set delivered_at = delivered_at - interval '95 days' where id = ${goods.order._id}`);
  expect((await replace(operators[0], goods.id)).status).toBe(200);
  const [shown] = (await claimsOf(goods)).aClaims;
  expect(shown).toMatchObject({ eState: 'replaced', dDueAt: null });
  const next = shown?.sReplacementId ?? '';
  expect((await codesOf(shop, goods.lineId)).map(({ id, state }) => [`code_${id}`, state])).toEqual(
    [
      [goods.code, 'void'],
      [next, 'sold'],
    ],
  );
  const params = { id: goods.order._id };
  const listed = await shop.call(listCodes, { token: buyer.token, params });
  expect(listed.body.data).toMatchObject([{ _id: next, dViewedAt: null }]);
  const old = await shop.call(viewCard, {
    token: buyer.token,
    params,
    body: { cardId: goods.code },
  });
  expect(old.body.code).toBe('order.code_not_found');
  expect((await claim(shop, buyer, { ...goods, code: next })).body.code).toBe('claim.not_revealed');
  expect((await goods.see(next)).status).toBe(200);
  expect((await claim(shop, buyer, { ...goods, code: next })).status).toBe(200);
  const again = await claim(shop, buyer, goods, { sWords: 'Again' });
  expect(again.body.message).toBe('You reported this code already: You got a new code.');
});

test('a question is answered with words and pictures, at most three in all, and the same answer twice is one', async () => {
  const { shop, buyer, card, operators, claimsOf } = await openGuarantee();
  const goods = await bought(shop, buyer, { card });
  const picture = () => uploaded(shop, buyer.token, 'claimpictures');
  const aPictures = [await picture(), await picture()];
  const { body } = await claim(shop, buyer, goods, { aPictures });
  const id = body.data._id;
  const answer = async (wish: object) =>
    (
      await shop.call(answerClaim, {
        token: buyer.token,
        params: { id },
        body: { sWords: 'Here it is', aPictures: [], ...wish },
      })
    ).body;
  expect((await answer({})).code).toBe('claim.not_asked');
  const ask = { params: { id }, body: { sQuestion: 'A picture of the refusal?' } };
  expect((await operators[0].call(askClaim, ask)).status).toBe(200);
  expect((await operators[0].call(askClaim, ask)).code).toBe('claim.is_asked');
  expect((await answer({ aPictures: [await picture(), await picture()] })).code).toBe(
    'claim.too_many_pictures',
  );
  const third = await picture();
  // An answer moves nothing, and the question's clock goes on.
  await shop.db.run(sql`update members set locked_at = app_now() where id = ${buyer.id}`);
  const answers = [await answer({ aPictures: [third] }), await answer({ aPictures: [third] })];
  expect(answers.map(({ data }) => [data.eState, data.aSteps.length])).toEqual([
    ['open', 3],
    ['open', 3],
  ]);
  const [shown] = (await claimsOf(goods)).aClaims;
  expect(shown?.aPictures).toHaveLength(3);
  expect((await fetch(shop.url + shown?.aPictures[0])).status).toBe(200);
  const foreign = await makeMember(shop);
  const theirs = await shop.call(answerClaim, {
    token: foreign.token,
    params: { id },
    body: { sWords: 'x', aPictures: [] },
  });
  expect(theirs.body.code).toBe('claim.not_found');
});

test('a picture of somebody else, or of another use, is no evidence', async () => {
  const { shop, buyer, card, claimsOf } = await openGuarantee();
  const goods = await bought(shop, buyer, { card });
  const bert = await makeMember(shop);
  for (const picture of [
    await uploaded(shop, bert.token, 'claimpictures'),
    await uploaded(shop, buyer.token, 'sellimages'),
  ]) {
    const reply = await claim(shop, buyer, goods, { aPictures: [picture] });
    expect(reply.body.code).toBe('input.invalid');
  }
  expect((await claimsOf(goods)).nTotal).toBe(0);
});
