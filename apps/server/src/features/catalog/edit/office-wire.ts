/** A brand as the office shows it. */
import { percentToWire, toWire } from '@giftlane/contract/money/money.ts';
import type { Category } from '@giftlane/contract/shop/categories.ts';
import type { Queryable } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type BrandRow, brandsById, type CardRow, cardsOfBrands } from '../queries.ts';
import type { OfficeBrand } from './edit.ts';
import { comingOf } from './edit-queries.ts';

type Coming = Awaited<ReturnType<typeof comingOf>>[number];

const percent = (bp: number | null) => (bp === null ? null : percentToWire(bp));

const comingToWire = (coming: Coming) => ({
  _id: coming.id,
  dFrom: coming.startsAt.toISOString(),
  nPrice: coming.priceMinor === null ? null : toWire(coming.priceMinor),
  nDiscount: percent(coming.discountBp),
  nCashBack: percent(coming.cashbackBp),
  nServiceCharge: percent(coming.serviceChargeBp),
  nExchangeFees: percent(coming.exchangeFeesBp),
});

const cardToOffice = (card: CardRow, coming: readonly Coming[]) => ({
  _id: card.id,
  eCurrency: card.currency,
  nValue: toWire(card.valueMinor),
  nPrice: toWire(card.priceMinor),
  nDiscount: percentToWire(card.discountBp),
  nCashBack: percentToWire(card.cashbackBp),
  nServiceCharge: percentToWire(card.serviceChargeBp),
  nExchangeFees: percentToWire(card.exchangeFeesBp),
  bReadOnly: card.readOnly,
  bSellable: card.sellable,
  bRetired: card.retired,
  aComing: coming.filter(({ cardId }) => cardId === card.id).map(comingToWire),
});

const brandToOffice = (brand: BrandRow): Omit<OfficeBrand, 'aCards'> => ({
  _id: brand.id,
  nRevision: Number(brand.revision),
  sSlug: brand.slug,
  dUpdatedAt: brand.updatedAt.toISOString(),
  sTitle: brand.title,
  sCategory: brand.category as Category,
  sShortDesc: brand.shortDesc,
  sShortSellDesc: brand.shortSellDesc,
  sDescription: brand.description,
  sRedeem: brand.redeem,
  sLogo: brand.logo,
  sBanner: brand.banner,
  sVideo: brand.video,
  bRetired: brand.retired,
});

/** A brand with its cards; refuses `catalog.not_found`. */
export async function showForOffice(db: Queryable, id: string): Promise<OfficeBrand> {
  // The brand first: cards are then at least as new as its revision, and a save from older ones is refused.
  const [brand] = await brandsById(db, [id]);
  if (!brand) throw new Refusal('catalog.not_found');
  const [cards, coming] = await Promise.all([cardsOfBrands(db, [id]), comingOf(db, id)]);
  return { ...brandToOffice(brand), aCards: cards.map((card) => cardToOffice(card, coming)) };
}
