/** A history of money that is taken back: what was paid, what the provider has on paper, and what the shop has of it. */
import type { CheckoutParts } from '../features/checkout/checkout.ts';
import { house } from '../ledger/ledger.ts';
import { sql } from '../platform/db.ts';
import { houseBalance, isFrozen } from './builders.ts';
import { type Dice, makeDice } from './dice.ts';
import { type Back, disputesOf, onPaper } from './paper-provider.ts';
import type { TestShop } from './start-shop.ts';
import { type Paid, payForOne } from './taken-paid.ts';

/** A webhook that is on its way. */
export interface Webhook {
  readonly id: string;
  readonly type: 'PAYMENT.CAPTURE.REFUNDED' | 'PAYMENT.CAPTURE.REVERSED';
  readonly about: Back;
}

export interface History {
  readonly shop: TestShop;
  /** The shop's checkout, with the provider on paper. */
  readonly parts: CheckoutParts;
  readonly dice: Dice;
  /** All that happened, in words. */
  readonly log: string[];
  readonly paid: Paid;
  readonly before: Booked;
  readonly events: Webhook[];
  /** What of a dispute that was won an operator has said, by its id. */
  readonly releasedMinor: Map<string, bigint>;
  /** What was given in the dashboard in place of a refused refund, by the refund's id. */
  readonly insteadMinor: Map<string, bigint>;
  /** Disputes that were there while the buyer was frozen. */
  readonly sawFrozen: Set<string>;
  everFrozen: boolean;
  /** What of money that was added was spent. */
  spentMinor: bigint;
}

export interface Booked {
  /** What the provider has for us, by our books. */
  readonly atProviderMinor: bigint;
  readonly owedMinor: bigint;
}

export async function bookedBy(shop: TestShop): Promise<Booked> {
  return {
    atProviderMinor: -(await houseBalance(shop, house('paypal_clearing', 'usd'))),
    owedMinor: await houseBalance(shop, house('refunds_payable', 'usd')),
  };
}

/** Something is paid, and the history begins. */
export async function begin(shop: TestShop, seed: number, log: string[]): Promise<History> {
  const dice = makeDice(seed);
  const before = await bookedBy(shop);
  const paid = await payForOne(shop, dice);
  const { kind, lineIds, payment } = paid;
  log.push(
    `${kind}: ${payment.amountMinor} in ${lineIds.length} lines, ${payment.marks ? 'our refunds are marked' : 'nothing is marked'}`,
  );
  return {
    shop,
    parts: { ...shop.checkout, payments: onPaper(shop.checkout.payments, payment) },
    dice,
    log,
    paid,
    before,
    events: [],
    releasedMinor: new Map(),
    insteadMinor: new Map(),
    sawFrozen: new Set(),
    everFrozen: false,
    spentMinor: 0n,
  };
}

/** What the shop knows of the payment. */
export const knownOf = ({ shop, paid }: History) =>
  shop.db.one(sql<{
    reversedMinor: bigint;
    restoredMinor: bigint;
    settledMinor: bigint;
    beyondMinor: bigint;
    owedAgainMinor: bigint;
    disputed: boolean | null;
    ids: string[];
  }>`
    select reversed_minor as "reversedMinor", restored_minor as "restoredMinor",
      settled_minor as "settledMinor", beyond_minor as "beyondMinor",
      owed_again_minor as "owedAgainMinor", disputed, taken_ids || settled_ids as ids
    from payment_captures where capture_id = ${paid.payment.captureId}`);

/** The shop's refunds of the payment. */
export const refundRows = ({ shop, paid }: History) =>
  shop.db.rows(sql<{
    id: string;
    state: string;
    amountMinor: bigint;
    toldMinor: bigint;
    givenMinor: bigint;
  }>`
    select id, state, amount_minor as "amountMinor", reversed_minor as "toldMinor",
      given_minor as "givenMinor"
    from refunds where capture_id = ${paid.payment.captureId} order by created_at, id`);

/** Looks whether the buyer is frozen. */
export async function lookAtFreeze(history: History): Promise<void> {
  const { shop, paid, sawFrozen } = history;
  if (!(await isFrozen(shop, paid.anna.id))) return;
  history.everFrozen = true;
  for (const { id } of disputesOf(paid.payment)) sawFrozen.add(id);
}

/** Anything as text, amounts too. */
export const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one));
