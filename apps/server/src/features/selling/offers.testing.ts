/** Offers of cards, for tests. */

import { type Currency, toWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { sellAmounts, sumSold } from '@giftlane/contract/shop/sell-amounts.ts';
import { sql } from '../../platform/db/db.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { TestMember } from '../../testing/builders.ts';
import type { TestShop } from '../../testing/start-shop.ts';
import { makeFees } from '../coins/coins.ts';
import { makeOptions } from '../content/content.ts';
import { uploaded } from '../uploads/pictures.testing.ts';
import { openPicture } from '../uploads/uploads.ts';
import { acceptSale, declineSale, needSale } from './selling.ts';

export interface BoughtCard {
  readonly id: string;
  readonly brandId: string;
  readonly valueMinor: bigint;
  readonly feesBp: number;
}

/** A card the shop buys. */
export async function makeBought(
  shop: Pick<TestShop, 'db' | 'catalog'>,
  {
    valueMinor = 50_00n,
    priceMinor = undefined as bigint | undefined,
    feesBp = 1200,
    readOnly = false,
    currency = 'usd' as Currency,
    title = 'Nimbus',
  } = {},
): Promise<BoughtCard> {
  const [brandId, id] = [newId('brand'), newId('card')];
  await shop.db.run(sql`
    insert into brands (id, slug, title, category)
    values (${brandId}, ${brandId}, ${title}, 'Gaming')`);
  await shop.db.run(sql`
    insert into cards (id, brand_id, currency, value_minor, price_minor, exchange_fees_bp,
      read_only, sellable)
    values (${id}, ${brandId}, ${currency}, ${valueMinor}, ${priceMinor ?? valueMinor}, ${feesBp},
      ${readOnly}, true)`);
  await shop.catalog.refresh();
  return { id, brandId, valueMinor, feesBp };
}

interface Wish {
  readonly card: BoughtCard;
  readonly quantity?: number;
  readonly priceMinor?: bigint;
}

/** Uploads three unused pictures. */
export async function pictures(shop: Pick<TestShop, 'raw'>, token: string) {
  const [imgFront = '', imgBack = '', imgPurchaseReceipt = ''] = await Promise.all(
    Array.from({ length: 3 }, () => uploaded(shop, token, 'sellimages')),
  );
  return { imgFront, imgBack, imgPurchaseReceipt };
}

/** The body of an offer with its sums, as the browser computes them. */
export async function offerBody(
  shop: Pick<TestShop, 'raw'>,
  member: Pick<TestMember, 'id' | 'token'>,
  ...wishes: readonly Wish[]
) {
  const lines = wishes.map(({ card, quantity = 1, priceMinor = card.valueMinor }) => ({
    card,
    quantity,
    priceMinor,
    exchangeFeesBp: card.feesBp,
  }));
  const totals = sumSold(lines.map(sellAmounts));
  const images = await Promise.all(lines.map(() => pictures(shop, member.token)));
  return {
    aCartData: lines.map(({ card, quantity, priceMinor }, i) => ({
      iGiftCardId: card.id,
      sTitle: 'Nimbus',
      nQuantity: quantity,
      nPrice: toWire(priceMinor),
      aImages: images[i],
    })),
    nTotalAmount: toWire(totals.receivableMinor),
    nWalletAmount: 0,
    aExtraCharges: [{ name: 'Exchange Fees', amount: toWire(-totals.feeMinor) }],
    eGateway: 'Wallet',
    sPayerId: member.id,
  };
}

export type OfferBody = Awaited<ReturnType<typeof offerBody>>;

/** Submits an offer. */
export const offer = (
  shop: Pick<TestShop, 'raw'>,
  { token }: Pick<TestMember, 'token'>,
  body: unknown,
) => shop.raw('POST', '/sellcards', { token, body });

/** Submits a valid offer; answers the order. */
export async function offered(shop: TestShop, member: TestMember, ...wishes: readonly Wish[]) {
  const reply = await offer(shop, member, await offerBody(shop, member, ...wishes));
  if (reply.status !== 200) throw new Error(`not taken: ${reply.body.message}`);
  return reply.body.data as Order;
}

/** The operator who decides on offers in tests. */
export const operator = 'operator@giftlane.test';

/** An operator views the pictures of an offer, at most the first `most`. */
export async function lookAt(
  { db, files, config }: Pick<TestShop, 'db' | 'files' | 'config'>,
  id: string,
  by = operator,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { lines } = await needSale(db, id);
  const paths = lines.flatMap(({ front, back, receipt }) => [front, back, receipt]);
  for (const path of paths.slice(0, most))
    await openPicture({ db, files, keys: config.keys }, { path, operator: by, reason: id });
}

/** Accepts an offer whose pictures were viewed. */
export const accept = ({ db, checkout }: TestShop, id: string, { evenSeen = false } = {}) =>
  acceptSale({ db, options: makeOptions(db), coins: { ...checkout.coins, fees: makeFees() } }, id, {
    operator,
    evenSeen,
  });

/** Declines an offer whose pictures were viewed. */
export const decline = ({ db }: TestShop, id: string, notice: string) =>
  declineSale({ db }, id, { operator, notice });

/** Views an offer's pictures and accepts it. */
export async function lookAndAccept(shop: TestShop, id: string) {
  await lookAt(shop, id);
  return accept(shop, id);
}
