/** Actions of the shop, its members and its operators on a payment. Each returns a line for the log. */
import { spendPoints as spendPointsCall } from '@giftlane/contract/shop/points.ts';
import { unfreeze as unfreezeMember } from '../features/accounts/accounts.ts';
import { bearLoss, refundOrder, resendRefund, restorePaid } from '../features/checkout/checkout.ts';
import { askAboutCaptures } from '../features/checkout/disputes/taken-back.ts';
import { sendDueRefunds } from '../features/checkout/refund/send-refund.ts';
import { markViewed } from '../features/stock/reveal-queries.ts';
import { balanceOf, pointsOf } from '../ledger/ledger.ts';
import { sql } from '../platform/db/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { newId } from '../platform/secrets/ids.ts';
import { isFrozen, loadCodes, makeCard, orderBody } from './builders.ts';
import { runChore } from './faults.ts';
import { type Back, disputesOf } from './paper-provider.ts';
import { type History, knownOf, refundRows } from './taken-history.ts';
import { type Deed, tell } from './taken-provider.ts';

/** The shop polls the payment. */
export const ask: Deed = async ({ shop, parts, paid }) => {
  await shop.db.run(sql`
    update payment_captures set ask_at = app_now() where capture_id = ${paid.payment.captureId}`);
  await askAboutCaptures(parts);
  return '';
};

/** Sends due refunds; their webhooks may follow. */
export const send: Deed = async (history) => {
  const { shop, parts, paid, events, dice } = history;
  await shop.db.run(sql`
    update refunds set ask_at = app_now()
    where capture_id = ${paid.payment.captureId} and state = 'pending'`);
  await sendDueRefunds(parts);
  const isOnItsWay = (back: Back) => events.some(({ about }) => about === back);
  for (const back of paid.payment.backs.filter((one) => one.kind === 'own' && !isOnItsWay(one)))
    if (dice.chance(0.3)) await tell(history, 'PAYMENT.CAPTURE.REFUNDED', back);
  return '';
};

/** Refunds one line or all of them. */
export const refund: Deed = async ({ parts, paid, dice }) => {
  if (paid.lineIds.length === 0) return 'no line';
  const lineId = dice.one(paid.lineIds);
  const wish = { reason: 'asked for', ...(dice.chance(0.8) && { lineIds: [lineId] }) };
  const key = { memberId: paid.anna.id, id: paid.id };
  try {
    return `${(await refundOrder(parts, key, wish)).toCardMinor}`;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

/** Won disputes that the shop knows, with the amounts no operator has released. */
async function wonDisputes(history: History) {
  const { releasedMinor, paid } = history;
  const { ids } = await knownOf(history);
  return disputesOf(paid.payment)
    .filter(({ id, verdict }) => verdict === 'won' && ids.includes(id))
    .map(({ id, amountMinor }) => ({ id, leftMinor: amountMinor - (releasedMinor.get(id) ?? 0n) }));
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** An operator releases an amount of won disputes, starting with the first ones. */
async function release(
  { parts, paid, releasedMinor }: History,
  won: Awaited<ReturnType<typeof wonDisputes>>,
  { minor, openMinor }: { minor: bigint; openMinor: bigint },
): Promise<string> {
  const said = { amountMinor: minor, ofMinor: openMinor };
  const { kind } = await restorePaid(parts.db, paid.payment.captureId, { by: 'olga', said });
  let restMinor = kind === 'done' ? minor : 0n;
  for (const { id, leftMinor } of won) {
    const ofThisMinor = least(leftMinor, restMinor);
    releasedMinor.set(id, (releasedMinor.get(id) ?? 0n) + ofThisMinor);
    restMinor -= ofThisMinor;
  }
  return `release ${minor}: ${kind}`;
}

/**
 * An operator releases what the provider has paid back for disputes, sometimes in parts; once all are
 * decided, the rest is kept.
 */
export const operate: Deed = async (history) => {
  const { parts, paid, dice } = history;
  const { reversedMinor, settledMinor } = await knownOf(history);
  const won = await wonDisputes(history);
  const wonMinor = won.reduce((sum, { leftMinor }) => sum + leftMinor, 0n);
  const openMinor = reversedMinor - settledMinor;
  const mostMinor = least(wonMinor, openMinor);
  const minor = mostMinor > 0n && dice.chance(0.2) ? dice.some(mostMinor) : mostMinor;
  if (minor > 0n) return release(history, won, { minor, openMinor });
  if (disputesOf(paid.payment).some((one) => one.verdict === 'open')) return 'not decided';
  return `keep: ${(await bearLoss(parts.db, paid.payment.captureId, { by: 'olga' })).kind}`;
};

/**
 * An operator resends a refused refund less what was refunded instead; where that is new, the shop polls
 * first.
 */
export const resend: Deed = async (history) => {
  const { shop, insteadMinor } = history;
  const refused = (await refundRows(history)).find(({ state }) => state === 'refused');
  if (!refused) return 'none';
  const { id } = refused;
  const given = insteadMinor.get(id);
  const isSent = async (minor: bigint | undefined) => {
    const answer = await resendRefund(shop.db, id, { by: 'olga', givenMinor: minor });
    return answer !== undefined && 'before' in answer;
  };
  if ((await isSent(given)) || (given === undefined && (await isSent(0n)))) {
    insteadMinor.delete(id);
    return `${id} less ${given ?? 0n}`;
  }
  await ask(history);
  const sentNow = await isSent(given);
  // What the provider does not show by now was deducted from another refund.
  insteadMinor.delete(id);
  return `${id} less ${given ?? 0n}${sentNow ? '' : ': not sent'}`;
};

export const unfreeze: Deed = async ({ shop, paid }) =>
  (await shop.db.tx((tx) => unfreezeMember(tx, paid.anna.id))) ? 'was frozen' : '';

/** New codes arrive for a waiting order. */
export async function bringCodes({ shop, paid }: History): Promise<void> {
  for (const { id } of paid.cards) await loadCodes(shop, id, 1);
  await runChore(shop, 'checkout.deliver');
}

export const codes: Deed = async (history) => {
  if (history.paid.kind !== 'waiting' || history.dice.chance(0.7)) return 'none';
  await bringCodes(history);
  return 'come';
};

/** Spends some wallet money. */
export const spend: Deed = async ({ shop, buyer, dice }) => {
  const { anna } = buyer;
  const priceMinor = BigInt(1 + dice.below(30)) * 100n;
  if ((await anna.balance()) < priceMinor) return 'short';
  const card = await makeCard(shop, { priceMinor });
  const body = orderBody(anna, { card, totalMinor: priceMinor });
  const { status } = await shop.raw('POST', '/transaction', { token: anna.token, body });
  if (status === 200) buyer.spentMinor += priceMinor;
  return `${priceMinor}: ${status}`;
};

/** Converts some points to wallet money. */
export const spendPoints: Deed = async ({ shop, buyer, dice }) => {
  const { id, token } = buyer.anna;
  const points = Number(await balanceOf(shop.db, pointsOf(id, 'usd')));
  if (points < 1) return 'none';
  const nPoints = 1 + dice.below(points);
  const body = { nPoints, sKey: newId('key') };
  return `${nPoints}: ${(await shop.call(spendPointsCall, { token, body })).status}`;
};

/** Views a code, unless the buyer is frozen. */
export const look: Deed = async ({ shop, paid, dice, buyer }) => {
  const { id: memberId } = buyer.anna;
  if (paid.lineIds.length === 0 || (await isFrozen(shop, memberId))) return 'none';
  const lineIds = [dice.one(paid.lineIds)];
  return `${(await shop.db.tx((tx) => markViewed(tx, { memberId, lineIds }))).length}`;
};

/** Jobs after a delivery or a loss. */
const followed = ['checkout.delivered', 'checkout.cashback', 'points.earn', 'points.undone'];

/** Runs these jobs of the member and those they enqueue; returns their number. */
export async function runJobs({ shop, buyer }: Pick<History, 'shop' | 'buyer'>): Promise<number> {
  const due = await shop.db.rows(sql<{ task: string; payload: never }>`
    delete from jobs where task = any(${followed}::text[])
      and payload->>'memberId' = ${buyer.anna.id} returning task, payload`);
  for (const { task, payload } of due) await shop.handlers[task]?.(payload);
  return due.length === 0 ? 0 : due.length + (await runJobs({ shop, buyer }));
}

export const jobs: Deed = async (history) => `${await runJobs(history)}`;

/** Kills the process before one of its next transactions. */
export const die: Deed = async ({ buyer, dice }) => {
  buyer.life = dice.below(3);
  return `after ${buyer.life}`;
};

/** Initiates an order without paying it, with a wallet share. */
export const hold: Deed = async ({ shop, buyer, dice }) => {
  const { token } = buyer.anna;
  const mostMinor = await buyer.anna.balance();
  if (mostMinor < 1_00n) return 'short';
  const walletMinor = dice.some(mostMinor);
  const totalMinor = walletMinor + 1_00n;
  const card = await makeCard(shop, { priceMinor: totalMinor });
  const wish = { card, totalMinor, walletMinor, gateway: 'PayPal' } as const;
  const { sPayerId: _, ...body } = orderBody(buyer.anna, wish);
  const { status } = await shop.raw('POST', '/transaction/initiate', { token, body });
  if (status === 200) buyer.unpaid.push(body.sOrderId);
  return `${walletMinor}: ${status}`;
};

/** Cancels such an order. */
export const letGo: Deed = async ({ shop, buyer }) => {
  const sOrderId = buyer.unpaid.pop();
  if (sOrderId === undefined) return 'none';
  const { token } = buyer.anna;
  const body = { sOrderId };
  return `${(await shop.raw('POST', '/transaction/cancel', { token, body })).status}`;
};
