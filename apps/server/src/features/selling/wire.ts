import { toWire } from '@giftlane/contract/money.ts';
import type { OrderState } from '@giftlane/contract/order-states.ts';
import type { Order as WireOrder } from '@giftlane/contract/orders.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { View } from '../uploads/uploads.ts';
import { exchangeFees } from './offer.ts';
import type { Sale, SaleLine, SaleState } from './queries.ts';

/** An order's word and the number of the profile summary, as for what is bought (decision 55). */
const words: Readonly<Record<SaleState, readonly [OrderState, number]>> = {
  pending: ['Pending', 1],
  paid: ['Paid', 5],
  declined: ['Declined', 4],
};

/** The states behind a word. */
export function statesOf(word: OrderState | undefined): SaleState[] {
  const states: readonly SaleState[] = ['pending', 'paid', 'declined'];
  return states.filter((state) => word === undefined || words[state][0] === word);
}

export interface WireParts {
  readonly catalog: Pick<Catalog, 'card'>;
  /** Short-lived addresses at which private pictures can be looked at. */
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

/** Sell orders as the wire shows them (ORD-11, ORD-12, ORD-14). Each goes by one id. */
export async function salesToWire(
  { catalog, openViews }: WireParts,
  sales: readonly Sale[],
): Promise<WireOrder[]> {
  const view = await openViews();
  return sales.map((sale) => saleToWire({ catalog, view }, sale));
}

function saleToWire(shown: Shown, sale: Sale): WireOrder {
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
    sPaymentId: '',
    sPaymentToken: '',
    nTotalAmount: toWire(sale.totalMinor),
    nWalletAmount: 0,
    nCashBack: 0,
    aExtraCharges: [{ name: exchangeFees, amount: toWire(-sale.feeMinor) }],
    aCartData: sale.lines.map((line) => lineToWire(shown, line, sale)),
    dCreatedAt: sale.createdAt.toISOString(),
    dLapsesAt: null,
    sNotice: sale.notice,
  };
}
