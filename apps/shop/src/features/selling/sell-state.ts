/** State of the sell form, its validation and amounts. */

import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { type CoinName, unitsPerCoin } from '@giftlane/contract/money/coins.ts';
import {
  formatMoney,
  fromWire,
  percentFromWire,
  toDecimalText,
  toWire,
} from '@giftlane/contract/money/money.ts';
import type { Card } from '@giftlane/contract/shop/catalog.ts';
import type { CoinGateway } from '@giftlane/contract/shop/gateways.ts';
import {
  highestOffer,
  lowestOffer,
  type SellAmounts,
  sellAmounts,
} from '@giftlane/contract/shop/sell-amounts.ts';
import { text } from '@giftlane/texts/text.ts';
import type { SellTerms } from '../../rooms/catalogue/sell-cards.ts';
import { balanceDecimals, coinText } from '../../rooms/coins/coins.ts';
import { amountIn } from '../../rooms/money/typed-amount.ts';

/** The one card that is sold (SELL-12), as entered. */
export interface Chosen {
  readonly card: Card;
  readonly quantity: number;
  /** What was typed as the price of one card. */
  readonly price: string;
}

/** Field names of an offer's pictures in the API (SELL-17). */
export const pictureNames = ['imgFront', 'imgBack', 'imgPurchaseReceipt'] as const;
export type PictureName = (typeof pictureNames)[number];
export type CardPictures = Readonly<Record<PictureName, string | null>>;

export const noPictures: CardPictures = { imgFront: null, imgBack: null, imgPurchaseReceipt: null };

export const chosenOf = (card: Card): Chosen => ({
  card,
  quantity: 1,
  price: toDecimalText(fromWire(card.nPrice)),
});

const minorOf = ({ nPrice, nValue }: Card) => ({
  priceMinor: fromWire(nPrice),
  valueMinor: fromWire(nValue),
});

/** The entered price; undefined when it is no amount. */
const priceMinorOf = ({ card, price }: Chosen): bigint | undefined =>
  card.readOnly ? fromWire(card.nPrice) : amountIn(price);

/** The error of the price (SELL-16); undefined when it is valid. */
export function priceProblem(chosen: Chosen): string | undefined {
  const minor = priceMinorOf(chosen);
  const [least, most] = [lowestOffer(minorOf(chosen.card)), highestOffer(minorOf(chosen.card))];
  if (minor !== undefined && minor >= least && minor <= most) return undefined;
  const { eCurrency } = chosen.card;
  return text('error.sellPriceRange', {
    least: formatMoney(least, eCurrency),
    most: formatMoney(most, eCurrency),
  });
}

/** Amounts of the offer (SELL-23, SELL-24); undefined while the price is invalid. */
export function sellAmountsOf(chosen: Chosen | undefined): SellAmounts | undefined {
  if (!chosen || priceProblem(chosen) !== undefined) return undefined;
  const priceMinor = priceMinorOf(chosen) ?? 0n;
  const exchangeFeesBp = percentFromWire(chosen.card.nExchangeFees);
  return sellAmounts({ quantity: chosen.quantity, priceMinor, exchangeFeesBp });
}

/**
 * Payout and fee of a card: of one card at its listed price and in percent, or, once it is chosen, for the
 * offer's quantity and price.
 */
export function termsWords(
  card: Card,
  chosen: Chosen | undefined,
): { receive?: string; terms: string } {
  const own = chosen ?? chosenOf(card);
  const amounts = sellAmountsOf(own);
  const percent = card.nExchangeFees;
  const fee = text('sell.card.termsOpen', { percent });
  if (!amounts) return { terms: fee };
  const money = (minor: bigint) => formatMoney(minor, card.eCurrency);
  const receive = text('sell.card.receive', { amount: money(amounts.receivableMinor) });
  if (!chosen) return { receive, terms: fee };
  const price = money(amounts.subtotalMinor / BigInt(own.quantity));
  return {
    receive,
    terms: text('sell.card.terms', {
      price:
        own.quantity === 1 ? price : text('sell.card.several', { quantity: own.quantity, price }),
      percent,
      fee: money(amounts.feeMinor),
    }),
  };
}

/** What is left of the daily limit, if the offer exceeds it. */
export function overLimit(
  chosen: Chosen | undefined,
  terms: SellTerms | undefined,
): { leftMinor: bigint; receivableMinor: bigint } | undefined {
  const amounts = sellAmountsOf(chosen);
  if (!amounts || terms?.nDayLeft == null) return undefined;
  const leftMinor = fromWire(terms.nDayLeft);
  const { receivableMinor } = amounts;
  return receivableMinor > leftMinor ? { leftMinor, receivableMinor } : undefined;
}

/** The error of the quantity; undefined when it is valid. */
export function quantityProblem(
  { quantity }: Chosen,
  terms: SellTerms | undefined,
): string | undefined {
  const max = terms?.nMaxQuantity;
  return max !== undefined && quantity > max ? text('error.sellQuantity', { max }) : undefined;
}

/** Whether the first step is complete: card, quantity and price are valid. */
export const isCardStepDone = (chosen: Chosen | undefined, terms: SellTerms | undefined): boolean =>
  chosen !== undefined &&
  sellAmountsOf(chosen) !== undefined &&
  quantityProblem(chosen, terms) === undefined &&
  overLimit(chosen, terms) === undefined;

/** Whether all three pictures are there. */
export const hasAllPictures = (
  pictures: CardPictures,
): pictures is Readonly<Record<PictureName, string>> =>
  pictureNames.every((name) => pictures[name] !== null);

export interface PayoutMethod {
  readonly gateway: 'Wallet' | CoinGateway;
  readonly label: string;
  /** Address of the payout; without it the method is not shown (SELL-21). */
  readonly address: string | undefined;
  /** Undefined for the wallet. */
  readonly coin?: CoinName;
}

const coinMethods = [
  { gateway: 'BitCoin', label: text('sell.method.btc'), coin: 'BTC' },
  { gateway: 'LiteCoin', label: text('sell.method.ltc'), coin: 'LTC' },
] as const;

/** Payout methods (SELL-20): the wallet and the coin wallets. */
export const methodsOf = (
  member: { _id: string },
  wallets: readonly Pick<CoinWallet, 'coin' | 'receiveAddress'>[],
): readonly PayoutMethod[] => [
  { gateway: 'Wallet', label: text('sell.method.wallet'), address: member._id },
  ...coinMethods.map((method) => ({
    ...method,
    // An empty address means that there is no wallet yet (COIN-17).
    address: wallets.find(({ coin }) => coin === method.coin)?.receiveAddress || undefined,
  })),
];

/**
 * The chosen payout method, or the first available. A chosen coin is not replaced while its wallets are still
 * loading.
 */
export function methodOf(
  methods: readonly PayoutMethod[],
  gateway: string,
  known: boolean,
): PayoutMethod | undefined {
  const open = methods.filter(({ address }) => address !== undefined);
  const chosen = open.find((method) => method.gateway === gateway);
  if (chosen) return chosen;
  const waits = !known && coinMethods.some((method) => method.gateway === gateway);
  return waits ? undefined : open[0];
}

/** Amounts below this keep all decimals: few would be left of them otherwise. */
const manyUnits = 100_000;

/** An amount in coins at a rate, rounded down as on the server; undefined without a rate. */
export function aboutCoins(
  amountMinor: bigint,
  perCoin: number | undefined,
  coin: CoinName,
): string | undefined {
  if (perCoin === undefined || perCoin <= 0) return undefined;
  const units = Number((amountMinor * BigInt(unitsPerCoin)) / fromWire(perCoin));
  return `${units < manyUnits ? coinText(units) : coinText(units, balanceDecimals)}\u00a0${coin}`;
}

interface Ready {
  readonly chosen: Chosen;
  readonly pictures: Readonly<Record<PictureName, string>>;
  readonly method: PayoutMethod;
}

/** Request body of the offer (SELL-26); undefined while the price is invalid. */
export function offerOf({ chosen, pictures, method }: Ready) {
  const amounts = sellAmountsOf(chosen);
  const priceMinor = priceMinorOf(chosen);
  if (!amounts || priceMinor === undefined || method.address === undefined) return undefined;
  const { card, quantity } = chosen;
  return {
    aCartData: [
      {
        iGiftCardId: card._id,
        sTitle: card.sTitle,
        nQuantity: quantity,
        nPrice: toWire(priceMinor),
        aImages: { ...pictures },
      },
    ],
    nTotalAmount: toWire(amounts.receivableMinor),
    nWalletAmount: 0 as const,
    aExtraCharges: [{ name: 'Exchange Fees', amount: toWire(-amounts.feeMinor) }],
    eGateway: method.gateway,
    sPayerId: method.address,
  };
}
