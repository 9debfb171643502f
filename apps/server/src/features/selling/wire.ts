import type { OrderState, Order as WireOrder } from '@giftlane/contract/checkout.ts';
import { toWire } from '@giftlane/contract/money.ts';
import type { Catalog } from '../catalog/catalog.ts';
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
  /** A short-lived address at which a private picture can be looked at. */
  readonly viewAddress: (path: string) => Promise<string>;
}

async function lineToWire(
  { catalog, viewAddress }: WireParts,
  line: SaleLine,
  { currency, state }: Sale,
) {
  const card = catalog.card(line.cardId);
  const [imgFront, imgBack, imgPurchaseReceipt] = await Promise.all([
    viewAddress(line.front),
    viewAddress(line.back),
    viewAddress(line.receipt),
  ]);
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
    aImages: { imgFront, imgBack, imgPurchaseReceipt },
  };
}

/** A sell order as the wire shows it (ORD-11, ORD-12, ORD-14). It goes by one id. */
export async function saleToWire(parts: WireParts, sale: Sale): Promise<WireOrder> {
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
    aCartData: await Promise.all(sale.lines.map((line) => lineToWire(parts, line, sale))),
    dCreatedAt: sale.createdAt.toISOString(),
    dLapsesAt: null,
    sNotice: sale.notice,
  };
}
