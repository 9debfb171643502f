/** Details of one card, for carts, orders and receipts. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Brand, brandTexts, cardOf } from './brand.ts';
import { brandOfCard, type StoredBrands } from './snapshot/stored-brands.ts';
import { cardTitle } from './wire.ts';

/** A card with the texts of its brand. */
export interface CardDetails {
  readonly id: string;
  readonly brandId: string;
  /** Title as in an order, brand and value: "Nimbus Arcade $25". */
  readonly title: string;
  readonly brandTitle: string;
  readonly banner: string;
  readonly logo: string;
  readonly redeem: string;
  readonly description: string;
  readonly currency: Currency;
  readonly valueMinor: bigint;
  readonly priceMinor: bigint;
  readonly discountBp: number;
  readonly cashbackBp: number;
  readonly serviceChargeBp: number;
  /** Fee in basis points that the shop keeps of the price when it buys such a card. */
  readonly exchangeFeesBp: number;
  /** True if members can sell such a card only at its listed price. */
  readonly readOnly: boolean;
  /** True if the shop buys such cards. */
  readonly sellable: boolean;
  /** Incremented with every change of a price or percentage. */
  readonly version: number;
  /** Codes on sale, seconds old; undefined while there are plenty. */
  readonly left: number | undefined;
  /** No longer sold; kept so that old orders can be shown. */
  readonly retired: boolean;
}

function detailsOf(brand: Brand, cardId: string): CardDetails | undefined {
  const card = cardOf(brand, cardId);
  if (!card) return undefined;
  const texts = brandTexts(brand);
  return {
    id: card.id,
    brandId: brand.id,
    title: cardTitle(brand.title, card),
    brandTitle: brand.title,
    banner: texts.sBanner,
    logo: texts.sLogo,
    redeem: texts.sRedeem,
    description: texts.sDescription,
    currency: card.currency,
    valueMinor: BigInt(card.valueMinor),
    priceMinor: BigInt(card.priceMinor),
    discountBp: card.discountBp,
    cashbackBp: card.cashbackBp,
    serviceChargeBp: card.serviceChargeBp,
    exchangeFeesBp: card.exchangeFeesBp,
    readOnly: card.readOnly,
    sellable: card.sellable,
    version: card.version,
    left: card.left,
    retired: card.retired || brand.retired,
  };
}

export interface CardDescriptions {
  /** A card, retired ones included; undefined if the id is unknown. */
  of(cardId: string): CardDetails | undefined;
  /** Only the title: reads no texts and bypasses the cache, for callers that compare many cards. */
  titleOf(cardId: string): string | undefined;
  /** Clears the cache. */
  forget(): void;
}

/** Entries of the cache, a few kilobytes each. */
const rememberedAtMost = 500;

/**
 * Builds card details through a small cache: a purchase reads the same card four times, and every time its
 * texts would be parsed from the brand's JSON.
 */
export function describeCards(stored: StoredBrands): CardDescriptions {
  const described = new Map<string, CardDetails>();
  return {
    of(cardId) {
      const known = described.get(cardId);
      if (known) return known;
      const brand = brandOfCard(stored, cardId);
      const details = brand && detailsOf(brand, cardId);
      if (!details) return undefined;
      const oldest = described.size >= rememberedAtMost ? described.keys().next().value : undefined;
      if (oldest !== undefined) described.delete(oldest);
      described.set(cardId, details);
      return details;
    },
    titleOf(cardId) {
      const brand = brandOfCard(stored, cardId);
      const card = brand && cardOf(brand, cardId);
      return card && cardTitle(brand.title, card);
    },
    forget: () => described.clear(),
  };
}
