/** Bought and revealed codes, and claims about them, for tests. */
import type { Call, Data } from '@giftlane/contract/call.ts';
import {
  chargeClaim,
  decideClaim,
  quoteCharge,
  showClaim,
} from '@giftlane/contract/office/claims.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { listClaims, openClaim } from '@giftlane/contract/shop/claims.ts';
import { viewCard } from '@giftlane/contract/shop/orders.ts';
import { sql } from '../../platform/db/db.ts';
import { makeCard, makeMember, orderBody, type TestMember } from '../../testing/builders.ts';
import { makeOperator, officeOf, type TestOperator } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { lookAndAccept, offered } from '../selling/offers.testing.ts';

export type Reply<C extends Call> = { status: number; code: string; data: Data<C> };

/** Buys cards from the wallet and reveals their codes. */
export async function bought(
  shop: TestShop,
  member: TestMember,
  {
    card,
    quantity = 1,
    totalMinor = 10_00n * BigInt(quantity),
    seen = true,
  }: {
    card: { id: string };
    quantity?: number;
    totalMinor?: bigint;
    seen?: boolean;
  },
) {
  const body = orderBody(member, { card, quantity, totalMinor });
  const reply = await shop.call(pay, { token: member.token, body });
  const order = reply.body.data;
  const codes = order.aCartData[0]?.aCardCode.map(({ _id }) => _id) ?? [];
  const see = (cardId: string) =>
    shop.call(viewCard, { token: member.token, params: { id: order._id }, body: { cardId } });
  if (seen) for (const code of codes) await see(code);
  return { order, codes, code: codes[0] ?? '', lineId: order.aCartData[0]?._id ?? '', see };
}

const claimBody = (sCodeId: string) => ({
  sCodeId,
  eReason: 'used' as const,
  sWords: 'The issuer says it was redeemed',
  aPictures: [] as string[],
});

/** Opens a claim about a code; answers the reply. */
export const claim = (
  shop: TestShop,
  { token }: Pick<TestMember, 'token'>,
  { order, code }: { order: { _id: string }; code: string },
  more: object = {},
) =>
  shop.call(openClaim, {
    token,
    params: { id: order._id },
    body: { ...claimBody(code), ...more },
  });

/** A shop with a buyer, two operators, and a card with codes. */
export async function openGuarantee({ codes = 5, cashbackBp = 0, working = false } = {}) {
  const shop = await startShop({ working });
  const office = officeOf(shop);
  const buyer = await makeMember(shop, { walletMinor: 1_000_00n, verified: true });
  // Proven, so that all codes can be revealed.
  await shop.db.run(sql`update sessions set proven_at = app_now() where member_id = ${buyer.id}`);
  const card = await makeCard(shop, { codes, cashbackBp });
  const operators = [
    await makeOperator(shop, 'support', office),
    await makeOperator(shop, 'support', office),
  ] as const;
  /** Buys, reveals and claims; answers the claim's id beside what was bought. */
  const claimed = async (quantity = 1) => {
    const goods = await bought(shop, buyer, { card, quantity });
    const reply = await claim(shop, buyer, goods);
    return { ...goods, id: reply.body.data._id };
  };
  const claimsOf = async ({ order }: { order: { _id: string } }) =>
    (await shop.call(listClaims, { token: buyer.token, params: { id: order._id } })).body.data;
  return { shop, office, buyer, card, operators, claimed, claimsOf };
}

export const replace = (operator: TestOperator, id: string) =>
  operator.call(decideClaim, { params: { id }, body: { eDecision: 'replace', sReason: '' } });

export const decline = (operator: TestOperator, id: string) =>
  operator.call(decideClaim, {
    params: { id },
    body: { eDecision: 'decline', sReason: 'It works' },
  });

/** Gives the money back that is shown. */
export async function giveBack(operator: TestOperator, id: string) {
  const { oMoneyBack } = (await operator.call(showClaim, { params: { id } })).data;
  return operator.call(decideClaim, {
    params: { id },
    body: {
      eDecision: 'refund',
      sReason: '',
      oMoneyBack: oMoneyBack ?? { nAmount: 1, eCurrency: 'usd' },
    },
  });
}

/** The state of each code of a line, by id. */
export const codesOf = (shop: TestShop, lineId: string) =>
  shop.db.rows(sql<{ id: bigint; state: string }>`
    select id, state from codes where line_id = ${lineId} order by id`);

/** A seller who was paid for two of the card, at 8.80 each. */
export async function soldBy(world: Awaited<ReturnType<typeof openGuarantee>>, quantity = 2) {
  const { shop, card } = world;
  await shop.db.run(sql`
    update cards set sellable = true, exchange_fees_bp = 1200 where id = ${card.id}`);
  await shop.catalog.refresh();
  const seller = await makeMember(shop);
  const wish = {
    card: { id: card.id, brandId: card.brandId, valueMinor: 10_00n, feesBp: 1200 },
    quantity,
  };
  const { _id: saleId } = await offered(shop, seller, wish);
  await lookAndAccept(shop, saleId);
  return { seller, saleId };
}

/** Charges what is shown beforehand. */
export async function charge(operator: TestOperator, id: string, sSaleId: string) {
  const params = { id };
  const { data } = await operator.call(quoteCharge, { params, query: { sSaleId } });
  const oCharge = data?.oCharge ?? { nAmount: 1, eCurrency: 'usd' };
  const body = { sSaleId, oCharge, sReason: 'It was used before' };
  return operator.call(chargeClaim, { params, body });
}
