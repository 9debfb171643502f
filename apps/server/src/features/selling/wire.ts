import { coinOfGateway } from '@giftlane/contract/money/coins.ts';
import { toWire } from '@giftlane/contract/money/money.ts';
import type { OrderState } from '@giftlane/contract/shop/order-states.ts';
import type { Order as WireOrder } from '@giftlane/contract/shop/orders.ts';
import type { Queryable } from '../../platform/db/db.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type CoinTransfer, nameOf, sendsOfSales } from '../coins/coins.ts';
import type { View } from '../uploads/uploads.ts';
import { exchangeFees } from './offer.ts';
import type { Sale, SaleLine, SaleState } from './queries.ts';

/** Wire state of an order and its number in the profile summary, as for bought orders (OPEN-55). */
const words: Readonly<Record<SaleState, readonly [OrderState, number]>> = {
  pending: ['Pending', 1],
  paid: ['Paid', 5],
  declined: ['Declined', 4],
};

/** The sale states shown as one wire state; all of them without one. */
export function statesOf(word: OrderState | undefined): SaleState[] {
  const states: readonly SaleState[] = ['pending', 'paid', 'declined'];
  return states.filter((state) => word === undefined || words[state][0] === word);
}

export interface WireParts {
  readonly db: Queryable;
  readonly catalog: Pick<Catalog, 'card'>;
  /** Signs short-lived viewing addresses of private pictures. */
  readonly openViews: () => Promise<View>;
}

interface Shown {
  readonly catalog: WireParts['catalog'];
  readonly view: View;
}

function lineToWire({ catalog, view }: Shown, line: SaleLine, { currency, state }: Sale) {
  const card = catalog.card(line.cardId);
  return {
    _id: line.id,
    iGiftCardId: line.cardId,
    sTitle: line.title,
    sBanner: card?.banner ?? '',
    sLogo: card?.logo ?? '',
    sRedeem: '',
    nQuantity: line.quantity,
    nPrice: toWire(line.priceMinor),
    nValue: toWire(line.valueMinor),
    eCurrency: currency,
    eStatus: state === 'paid' ? 1 : 0,
    nCodes: 0,
    aCardCode: [],
    nRefunded: 0,
    aImages: {
      imgFront: view(line.front),
      imgBack: view(line.back),
      imgPurchaseReceipt: view(line.receipt),
    },
  };
}

/** Sell orders in wire format (ORD-11, ORD-12, ORD-14); `_id` and `sOrderId` are the same. */
export async function salesToWire(
  { db, catalog, openViews }: WireParts,
  sales: readonly Sale[],
): Promise<WireOrder[]> {
  const inCoins = sales.filter(({ gateway }) => coinOfGateway(gateway) !== undefined);
  const [view, sends] = await Promise.all([
    openViews(),
    sendsOfSales(
      db,
      inCoins.map(({ id }) => id),
    ),
  ]);
  const sent = new Map(sends.map((send) => [send.saleId, send]));
  return sales.map((sale) => saleToWire({ catalog, view }, sale, sent.get(sale.id)));
}

/** The coin transfer that pays for an offer, and the wallet credit in its place, if any. */
function payoutToWire(
  { value, coin, txid, state }: CoinTransfer,
  { intoWalletAt, payoutMinor, payoutCurrency }: Sale,
): NonNullable<WireOrder['oPayout']> {
  return {
    coin: nameOf[coin],
    nAmount: Number(value),
    txid,
    eState: state,
    ...(intoWalletAt && {
      oInstead: { nAmount: toWire(payoutMinor ?? 0n), eCurrency: payoutCurrency },
    }),
  };
}

function saleToWire(shown: Shown, sale: Sale, sent: CoinTransfer | undefined): WireOrder {
  const [word, number] = words[sale.state];
  return {
    _id: sale.id,
    sOrderId: sale.id,
    eType: 'Sell',
    eStatus: word,
    nStatus: number,
    eGateway: sale.gateway,
    eCurrency: sale.currency,
    sPayerId: sale.payee,
    sPaymentId: sent?.txid ?? '',
    sPaymentToken: '',
    nTotalAmount: toWire(sale.totalMinor),
    nWalletAmount: 0,
    nCashBack: 0,
    aExtraCharges: [{ name: exchangeFees, amount: toWire(-sale.feeMinor) }],
    aCartData: sale.lines.map((line) => lineToWire(shown, line, sale)),
    dCreatedAt: sale.createdAt.toISOString(),
    dLapsesAt: null,
    sNotice: sale.notice,
    ...(sent && { oPayout: payoutToWire(sent, sale) }),
  };
}
