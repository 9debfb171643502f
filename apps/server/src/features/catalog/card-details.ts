/** What the shop knows of one card, for those who sell it. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Brand, brandTexts, cardOf } from './brand.ts';
import { brandOfCard, type StoredBrands } from './snapshot/stored-brands.ts';
import { cardTitle } from './wire.ts';

/** One card with what a cart, an order or a receipt shows of it. */
export interface CardDetails {
  readonly id: string;
  readonly brandId: string;
  /** The brand's title and the value, as an order shows it: "Nimbus Arcade $25". */
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
  /** What is kept of the price when the shop buys such a card. */
  readonly exchangeFeesBp: number;
  /** Whoever sells such a card sells it at its price. */
  readonly readOnly: boolean;
  /** Whether the shop buys such cards. */
  readonly sellable: boolean;
  /** Grows with every change of a price or percent. */
  readonly version: number;
  /** How many codes can be bought, as of a moment ago; undefined while there are plenty. */
  readonly left: number | undefined;
  /** No longer sold; still here so that old orders can be shown. */
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
  /** A card, retired ones too; undefined when there never was one. */
  of(cardId: string): CardDetails | undefined;
  /** The title of a card alone, for who compares many: no texts are read for it, and nothing is remembered. */
  titleOf(cardId: string): string | undefined;
  /** Nothing of what was described holds any more. */
  forget(): void;
}

/** A few kilobytes each. */
const rememberedAtMost = 500;

/**
 * Describes cards and remembers what was described last: a purchase asks four times for the same card, and
 * its texts have to be read out of the brand's bytes each time.
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
