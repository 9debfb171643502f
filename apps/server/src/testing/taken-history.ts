/** A history of reversed money: what was paid, the simulated provider's state, and the shop's. */
import type { CheckoutParts } from '../features/checkout/checkout.ts';
import { house } from '../ledger/ledger.ts';
import { type Db, sql } from '../platform/db/db.ts';
import { houseBalance, isFrozen, makeMember, type TestMember } from './builders.ts';
import { type Dice, makeDice } from './dice.ts';
import { type Back, disputesOf, onPaper, type PaperPayment } from './paper-provider.ts';
import type { TestShop } from './start-shop.ts';
import { type Paid, payForOne } from './taken-paid.ts';

/** A webhook not handled yet. */
export interface Webhook {
  readonly id: string;
  readonly type: 'PAYMENT.CAPTURE.REFUNDED' | 'PAYMENT.CAPTURE.REVERSED';
  readonly about: Back;
}

/** State shared by the histories of one member's payments. */
export interface Buyer {
  readonly anna: TestMember;
  /** Initial wallet balance, by voucher. */
  readonly fundedMinor: bigint;
  readonly before: Booked;
  readonly payments: PaperPayment[];
  everFrozen: boolean;
  /** Wallet money spent on other purchases. */
  spentMinor: bigint;
  /** Disputes that existed while the buyer was frozen. */
  readonly sawFrozen: Set<string>;
  /** Client ids of unpaid orders. */
  readonly unpaid: string[];
  /** Transactions left before the process is killed. */
  life: number;
}

export interface History {
  readonly shop: TestShop;
  /** The shop's checkout with the simulated provider. */
  readonly parts: CheckoutParts;
  readonly dice: Dice;
  /** All events, as text. */
  readonly log: string[];
  readonly buyer: Buyer;
  readonly paid: Paid;
  readonly events: Webhook[];
  /** Amounts of won disputes that an operator has released, by dispute. */
  readonly releasedMinor: Map<string, bigint>;
  /** Amounts refunded in the dashboard instead of a refused refund, by refund. */
  readonly insteadMinor: Map<string, bigint>;
}

export interface Booked {
  /** Money at the provider by our books. */
  readonly atProviderMinor: bigint;
  readonly owedMinor: bigint;
  readonly unmatchedMinor: bigint;
}

export async function bookedBy(shop: TestShop): Promise<Booked> {
  return {
    atProviderMinor: -(await houseBalance(shop, house('paypal_clearing', 'usd'))),
    owedMinor: await houseBalance(shop, house('refunds_payable', 'usd')),
    unmatchedMinor: await houseBalance(shop, house('unmatched', 'usd')),
  };
}

/** Histories of one member, at least one. */
export type Histories = readonly [History, ...History[]];

/** Thrown instead of the transaction before which the process is killed. */
export class Killed extends Error {}

/** A database that throws `Killed` once the buyer's life is used up. */
function mortal(db: Db, buyer: Buyer): Db {
  const live = () => {
    buyer.life -= 1;
    if (buyer.life < 0) throw new Killed('killed');
  };
  return {
    ...db,
    async tx(work) {
      live();
      return db.tx(work);
    },
    async run(statement) {
      live();
      return db.run(statement);
    },
  };
}

const fundsMinor = [0n, 60_00n];
/** A single payment is the most frequent. */
const counts = [1, 1, 2, 3];

async function makeBuyer(shop: TestShop, dice: Dice): Promise<Buyer> {
  const before = await bookedBy(shop);
  const fundedMinor = dice.one(fundsMinor);
  return {
    anna: await makeMember(shop, { walletMinor: fundedMinor }),
    fundedMinor,
    before,
    payments: [],
    unpaid: [],
    everFrozen: false,
    spentMinor: 0n,
    sawFrozen: new Set(),
    life: Number.POSITIVE_INFINITY,
  };
}

/** Makes a member's payments and starts their histories. */
export async function begin(shop: TestShop, seed: number, log: string[]): Promise<Histories> {
  const dice = makeDice(seed);
  const buyer = await makeBuyer(shop, dice);
  const { checkout, db } = shop;
  const payments = onPaper(checkout.payments, buyer.payments);
  const parts = { ...checkout, db: mortal(db, buyer), payments };
  const one = async (): Promise<History> => {
    const paid = await payForOne(shop, { parts, buyer, dice });
    const { kind, lineIds, payment, shareMinor } = paid;
    log.push(
      `${payment.captureId} ${kind}: ${payment.amountMinor} by card and ${shareMinor} of the wallet in ${lineIds.length} lines, ${payment.marks ? 'our refunds are marked' : 'nothing is marked'}`,
    );
    const telling = { events: [], releasedMinor: new Map(), insteadMinor: new Map() };
    return { shop, parts, dice, log, buyer, paid, ...telling };
  };
  const histories: [History, ...History[]] = [await one()];
  for (let left = dice.one(counts) - 1; left > 0; left -= 1) histories.push(await one());
  return histories;
}

/** The shop's record of the payment. */
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
      owed_again_minor as "owedAgainMinor", disputed,
      array(select r.id from capture_reversals r where r.capture_id = c.capture_id) as ids
    from capture_sums c where capture_id = ${paid.payment.captureId}`);

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

/** Records whether the buyer is frozen. */
export async function lookAtFreeze({ shop, buyer }: History): Promise<void> {
  if (!(await isFrozen(shop, buyer.anna.id))) return;
  buyer.everFrozen = true;
  for (const { id } of buyer.payments.flatMap(disputesOf)) buyer.sawFrozen.add(id);
}

/** JSON with bigints as text. */
export const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one));
