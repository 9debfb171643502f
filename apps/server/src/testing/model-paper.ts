/**
 * A shop on the back of an envelope: wallets, stock and orders as the specification describes them,
 * counted by other arithmetic than the shop's. Knows nothing of databases or providers' wire formats.
 */

/** Amounts of one code, minor units: chosen so that nothing has to be rounded. */
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
  /** What the buyer did at the provider, or that the provider took the money. */
  provider: 'created' | 'approved' | 'bad card' | 'taken';
  /** The shop asked for the money and does not know what became of it. */
  claimed: boolean;
  /** Money that came too late goes back; the provider's order is used up. */
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

/** What so many of a card cost. */
export function totalOf(card: CardModel, quantity: number): number {
  return quantity * (card.priceMinor + card.chargeMinor - card.discountMinor);
}

const memberOf = (model: Model, order: OrderModel) => model.members[order.member] as MemberModel;
const cardOf = (model: Model, order: OrderModel) => model.cards[order.card] as CardModel;

/** Whether an order can still be paid or cancelled. */
export const isOpen = ({ state }: OrderModel) => state === 'pending' || state === 'declined';

/** Why a new order would be refused; several reasons can be right at once. */
export function refusalsOf(model: Model, order: OrderModel): string[] {
  return [
    ...(cardOf(model, order).free < order.quantity ? ['order.out_of_stock'] : []),
    ...(memberOf(model, order).walletMinor < order.shareMinor ? ['wallet.short'] : []),
  ];
}

/** Codes change hands and cashback is credited; the wallet's share was taken before. */
function hand(model: Model, order: OrderModel): void {
  memberOf(model, order).walletMinor += order.cashbackMinor;
  order.state = 'delivered';
}

/** A new order is placed: paid at once from the wallet, or reserved and held. */
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

/** The shop learns that the provider took the money. */
function paid(model: Model, order: OrderModel): void {
  memberOf(model, order).heldMinor -= order.shareMinor;
  order.claimed = false;
  hand(model, order);
}

/** The shop asks the provider for the money, and hears the answer. Answers the refusal, if it is one. */
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

/** The shop asks, and the answer is lost. */
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

/** Takes an order back, with its codes and its share. */
export function cancel(model: Model, order: OrderModel): void {
  giveUp(model, order);
  order.state = 'cancelled';
}

/** Time runs out for whatever is unpaid and not being asked about. */
export function lapse(model: Model): void {
  for (const order of model.orders)
    if (isOpen(order) && !order.claimed && order.lapsesAtMs <= model.nowMs) {
      giveUp(model, order);
      order.state = order.state === 'declined' ? 'lapsedDeclined' : 'lapsed';
    }
}

/**
 * The reconciler asks about what is unclear, and takes what was approved in time. A declined card is
 * not tried again by itself.
 */
export function reconcile(model: Model): void {
  for (const order of model.orders) {
    const inTime = order.lapsesAtMs > model.nowMs && order.provider !== 'created';
    if ((isOpen(order) && order.claimed) || (order.state === 'pending' && inTime))
      capture(model, order);
  }
}

/** Money arrives for an order that is over. */
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

/** The whole order is given back: card first, cashback taken out. Its codes are out of trade. */
export function refund(model: Model, order: OrderModel): void {
  const backMinor = order.totalMinor - order.cashbackMinor;
  const cardMinor = order.totalMinor - order.shareMinor;
  memberOf(model, order).walletMinor += backMinor - Math.min(backMinor, cardMinor);
  order.state = 'refunded';
}

/** An order's word on the wire. */
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
