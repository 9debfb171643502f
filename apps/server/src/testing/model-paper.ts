/**
 * Reference model of the shop: wallets, stock and orders as specified, with arithmetic of its own.
 * Independent of databases and the providers' wire formats.
 */

/** Amounts of one code in minor units, chosen so that nothing is rounded. */
export interface CardModel {
  readonly priceMinor: number;
  readonly chargeMinor: number;
  readonly discountMinor: number;
  readonly cashbackMinor: number;
  free: number;
}

export interface MemberModel {
  walletMinor: number;
  heldMinor: number;
}

export type State =
  | 'pending'
  | 'declined'
  | 'delivered'
  | 'cancelled'
  | 'lapsed'
  | 'lapsedDeclined'
  | 'refunded';

export interface OrderModel {
  readonly clientId: string;
  readonly gateway: 'Wallet' | 'PayPal';
  readonly member: number;
  readonly card: number;
  readonly quantity: number;
  readonly totalMinor: number;
  readonly shareMinor: number;
  readonly cashbackMinor: number;
  readonly lapsesAtMs: number;
  state: State;
  /** State at the provider: the buyer's last action, or `taken` for captured money. */
  provider: 'created' | 'approved' | 'bad card' | 'taken';
  /** A capture was requested, and its outcome is unknown. */
  claimed: boolean;
  /** Late money was refunded; the provider's order is used up. */
  returned: boolean;
  viewed: boolean;
}

export interface Model {
  nowMs: number;
  readonly members: MemberModel[];
  readonly cards: CardModel[];
  readonly orders: OrderModel[];
}

export const lapseAfterMs = 30 * 60_000;

export function totalOf(card: CardModel, quantity: number): number {
  return quantity * (card.priceMinor + card.chargeMinor - card.discountMinor);
}

const memberOf = (model: Model, order: OrderModel) => model.members[order.member] as MemberModel;
const cardOf = (model: Model, order: OrderModel) => model.cards[order.card] as CardModel;

/** True if an order can still be paid or cancelled. */
export const isOpen = ({ state }: OrderModel) => state === 'pending' || state === 'declined';

/** Possible refusals of a new order; several may apply. */
export function refusalsOf(model: Model, order: OrderModel): string[] {
  return [
    ...(cardOf(model, order).free < order.quantity ? ['order.out_of_stock'] : []),
    ...(memberOf(model, order).walletMinor < order.shareMinor ? ['wallet.short'] : []),
  ];
}

/** Delivers codes and credits cashback; the wallet's share was debited before. */
function hand(model: Model, order: OrderModel): void {
  memberOf(model, order).walletMinor += order.cashbackMinor;
  order.state = 'delivered';
}

/** Places a new order: paid from the wallet at once, or reserved with its share held. */
export function place(model: Model, order: OrderModel): void {
  const member = memberOf(model, order);
  model.orders.push(order);
  cardOf(model, order).free -= order.quantity;
  member.walletMinor -= order.shareMinor;
  if (order.gateway === 'Wallet') {
    hand(model, order);
    return;
  }
  member.heldMinor += order.shareMinor;
}

/** The shop learns that the provider captured the money. */
function paid(model: Model, order: OrderModel): void {
  memberOf(model, order).heldMinor -= order.shareMinor;
  order.claimed = false;
  hand(model, order);
}

/** The shop requests a capture and gets the reply; returns the refusal, if any. */
export function capture(model: Model, order: OrderModel): string | undefined {
  if (order.provider === 'approved') order.provider = 'taken';
  order.claimed = false;
  if (order.provider === 'taken') {
    paid(model, order);
    return undefined;
  }
  order.state = order.provider === 'bad card' ? 'declined' : 'pending';
  return order.provider === 'bad card' ? 'payment.declined' : 'payment.not_approved';
}

/** The shop requests a capture, and the reply is lost. */
export function captureUnheard(order: OrderModel): void {
  if (order.provider === 'approved') order.provider = 'taken';
  order.claimed = true;
}

function giveUp(model: Model, order: OrderModel): void {
  const member = memberOf(model, order);
  member.heldMinor -= order.shareMinor;
  member.walletMinor += order.shareMinor;
  cardOf(model, order).free += order.quantity;
}

/** Cancels an order and releases its codes and wallet share. */
export function cancel(model: Model, order: OrderModel): void {
  giveUp(model, order);
  order.state = 'cancelled';
}

/** Lapses due orders, except those whose capture is unclear. */
export function lapse(model: Model): void {
  for (const order of model.orders)
    if (isOpen(order) && !order.claimed && order.lapsesAtMs <= model.nowMs) {
      giveUp(model, order);
      order.state = order.state === 'declined' ? 'lapsedDeclined' : 'lapsed';
    }
}

/**
 * The reconciler resolves unclear captures, and captures what was approved in time. It does not retry a
 * declined card.
 */
export function reconcile(model: Model): void {
  for (const order of model.orders) {
    const inTime = order.lapsesAtMs > model.nowMs && order.provider !== 'created';
    if ((isOpen(order) && order.claimed) || (order.state === 'pending' && inTime))
      capture(model, order);
  }
}

/** Money arrives for a closed order. */
export function arriveLate(model: Model, order: OrderModel): void {
  const [member, card] = [memberOf(model, order), cardOf(model, order)];
  order.provider = 'taken';
  const again = order.state === 'lapsed' || order.state === 'lapsedDeclined';
  if (!again || card.free < order.quantity || member.walletMinor < order.shareMinor) {
    order.returned = true;
    return;
  }
  card.free -= order.quantity;
  member.walletMinor -= order.shareMinor;
  hand(model, order);
}

/** Refunds the whole order, to the card first, less cashback. Its codes are voided. */
export function refund(model: Model, order: OrderModel): void {
  const backMinor = order.totalMinor - order.cashbackMinor;
  const cardMinor = order.totalMinor - order.shareMinor;
  memberOf(model, order).walletMinor += backMinor - Math.min(backMinor, cardMinor);
  order.state = 'refunded';
}

/** The order's state in the contract. */
export function wordOf({ state }: OrderModel): string {
  const words = {
    pending: 'Pending',
    declined: 'Declined',
    delivered: 'Delivered',
    cancelled: 'Failed',
    lapsed: 'Failed',
    lapsedDeclined: 'Declined',
    refunded: 'Refunded',
  } as const;
  return words[state];
}
