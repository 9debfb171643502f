/** Placing orders: shared by all ways to pay. */
import { isShort } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { brokenConstraint } from '../../../platform/db/errors.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { needActing, requireSpenders, spenderRule, unproven } from '../../accounts/accounts.ts';
import { insertOrders, type NewOrder } from '../../orders/orders.ts';
import { missingOf, takeAllCodes, takeCodes } from '../../stock/stock.ts';
import type { CheckoutParts, Placed } from '../parts.ts';
import { proofRule, requireVersions, versionRule } from '../queries.ts';
import type { OrderRequest, PricedOrder } from './price.ts';

/** Too few codes were free; other transactions may release some. */
class CodesMissing extends Error {}

/** True when an order failed for missing codes that other transactions may release. */
export const lacksCodes = (error: unknown) =>
  error instanceof CodesMissing || brokenConstraint(error) === 'order_lines_delivered_whole';

const tries = 4;

/** The order row to insert. */
export function draftOf(
  memberId: string,
  wish: OrderRequest,
  priced: PricedOrder,
  paid: Pick<NewOrder, 'state' | 'lapsesInMs' | 'network' | 'sessionId'>,
): NewOrder {
  const { totals } = priced;
  return {
    memberId,
    id: newId('ord'),
    clientId: wish.sOrderId,
    contentHash: priced.contentHash,
    gateway: wish.eGateway,
    currency: wish.eCurrency,
    subtotalMinor: totals.subtotalMinor,
    serviceChargeMinor: totals.serviceChargeMinor,
    discountMinor: totals.discountMinor,
    totalMinor: totals.payableMinor,
    walletMinor: priced.walletMinor,
    cashbackMinor: totals.cashbackMinor,
    lines: [...priced.lines],
    ...paid,
  };
}

/** The request to stock for the lines of orders. */
export function takingOf(
  orders: readonly Pick<NewOrder, 'memberId' | 'lines'>[],
  state: 'reserved' | 'sold',
) {
  const lines = orders.flatMap((order) =>
    order.lines.map((line) => ({ ...line, memberId: order.memberId })),
  );
  const titles = new Map(lines.map((line) => [line.cardId, line.title]));
  return {
    wants: lines.map((line) => ({ ...line, lineId: line.id })),
    state,
    titleOf: (cardId: string) => titles.get(cardId) ?? cardId,
  };
}

/** Fails the transaction unless prices are current and each member may buy and spend from a wallet in that currency. */
export async function requireOrderable(tx: Tx, orders: readonly NewOrder[]): Promise<void> {
  const spenders = orders.map(({ memberId, walletMinor, currency }) => ({
    memberId,
    currency: walletMinor > 0n ? currency : null,
  }));
  await Promise.all([
    requireVersions(
      tx,
      orders.flatMap(({ lines }) => lines),
    ),
    requireSpenders(tx, spenders),
  ]);
}

/**
 * Stores an order, checks its card versions and takes its codes, in one round trip. Without `patient` it skips codes
 * locked by other transactions, and throws when codes are missing.
 */
export async function storeAndTake(
  tx: Tx,
  order: NewOrder,
  { state, patient }: { state: 'reserved' | 'sold'; patient: boolean },
): Promise<Placed> {
  const taking = takingOf([order], state);
  const [[times], quick] = await Promise.all([
    insertOrders(tx, [order]),
    patient ? [] : takeCodes(tx, taking),
    requireOrderable(tx, [order]),
  ]);
  const codes = patient ? await takeAllCodes(tx, taking) : quick;
  if (!times || missingOf(taking.wants, codes).length > 0) throw new CodesMissing();
  crashPoint('checkout.order_inserted');
  return { times, codes };
}

/** Refuses with the reason why a member may not spend; returns when the reason is gone, so that a retry may succeed. */
async function refuseSpender(
  parts: CheckoutParts,
  memberId: string,
  wish: OrderRequest,
): Promise<void> {
  const member = await needActing(parts.db, memberId);
  if (member.currency !== wish.eCurrency)
    throw new Refusal('wallet.other_currency', {
      walletCurrency: member.currency.toUpperCase(),
      currency: wish.eCurrency.toUpperCase(),
    });
}

/** Queues orders that need the same wallet, or wait for codes, before they take a database connection. */
function inLane<T>(
  { lanes }: CheckoutParts,
  memberId: string,
  patient: boolean,
  work: (patient: boolean) => Promise<T>,
): Promise<T> {
  return lanes.perMember.run(memberId, () =>
    patient ? lanes.patient.run('codes', () => work(true)) : work(false),
  );
}

/**
 * Runs `work`, again after each lost race, up to four times: first without waiting for locked codes, then waiting.
 * After a price change it refreshes the catalogue snapshot; the next run then refuses with the new total.
 */
export async function untilPlaced<T>(
  parts: CheckoutParts,
  { memberId, wish }: { memberId: string; wish: OrderRequest },
  work: (patient: boolean) => Promise<T>,
): Promise<T> {
  let patient = false;
  for (let left = tries; ; left -= 1) {
    try {
      return await inLane(parts, memberId, patient, work);
    } catch (error) {
      const rule = brokenConstraint(error);
      if (isShort(error)) throw new Refusal('wallet.short');
      if (left <= 1) throw error;
      if (lacksCodes(error)) patient = true;
      else if (rule === versionRule) await parts.catalog.refresh();
      else if (rule === spenderRule) await refuseSpender(parts, memberId, wish);
      else if (rule === proofRule) throw await unproven(parts.db, memberId);
      else throw error;
    }
  }
}
