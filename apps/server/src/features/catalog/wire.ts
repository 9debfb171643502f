/** Converts the catalogue to the contract's JSON; the only place that uses the contract's field names. */

import { formatFace, percentToWire } from '@giftlane/contract/money/money.ts';
import type * as contract from '@giftlane/contract/shop/catalog.ts';
import type { BrandRow } from './queries.ts';
import type { Card } from './snapshot/packed-cards.ts';

/** Minor units of a packed card as the contract's decimal. */
export const decimal = (minor: number): number => minor / 100;

/** Title of a card, brand and value: "Nimbus Arcade $25". */
export function cardTitle(brandTitle: string, { valueMinor, currency }: Card): string {
  return `${brandTitle} ${formatFace(BigInt(valueMinor), currency)}`;
}

/** A card in the contract's form. */
export function cardToWire(brandTitle: string, banner: string, card: Card): contract.Card {
  return {
    _id: card.id,
    sTitle: cardTitle(brandTitle, card),
    sBanner: banner,
    nValue: decimal(card.valueMinor),
    nPrice: decimal(card.priceMinor),
    nDiscount: percentToWire(card.discountBp),
    nCashBack: percentToWire(card.cashbackBp),
    nServiceCharge: percentToWire(card.serviceChargeBp),
    eCurrency: card.currency,
    nExchangeFees: percentToWire(card.exchangeFeesBp),
    readOnly: card.readOnly,
    bInStock: card.left !== 0,
    ...(card.left !== undefined && { nLeft: card.left }),
  };
}

/**
 * Start of a brand's JSON, up to its views: `{"_id":…,"categoryData":{…,"nViews":`. It ends there because
 * views change all the time and the rest rarely.
 */
export function brandHead(row: BrandRow): string {
  const categoryData: Omit<contract.Brand['categoryData'], 'nViews'> = {
    sTitle: row.title,
    sLogo: row.logo,
    sBanner: row.banner,
    sVideo: row.video,
    sShortDesc: row.shortDesc,
    sShortSellDesc: row.shortSellDesc,
    sDescription: row.description,
    sRedeem: row.redeem,
    sCategory: row.category,
  };
  const texts = JSON.stringify(categoryData).slice(0, -1);
  return `{"_id":${JSON.stringify(row.id)},"categoryData":${texts},"nViews":`;
}

/** The rest of a brand's JSON, after its views. */
export function brandTail(category: string, cards: readonly contract.Card[]): string {
  const cashBack = cards.reduce((most, { nCashBack }) => Math.max(most, nCashBack), 0);
  const cats = [{ sCatTitle: category }];
  return `},"cards":${JSON.stringify(cards)},"cashBack":${cashBack},"cats":${JSON.stringify(cats)}}`;
}

/** Parses a head. */
export function readHead(head: string): contract.Brand['categoryData'] {
  return (JSON.parse(`${head}0}}`) as Pick<contract.Brand, 'categoryData'>).categoryData;
}
