/** Books a block into wallets and ledger, and reverts an orphaned one; each in one transaction. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { postAll } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import type { NodeBlock, NodeTransaction } from '../../../providers/coins/port.ts';
import { freeze } from '../../accounts/accounts.ts';
import {
  lostJournal,
  type ReceivedOutput,
  receivedJournal,
  settledJournal,
  unsettledJournal,
} from '../postings.ts';
import { enqueueOrderRecheck, tellPaid } from '../wallets/paid-job.ts';
import { house } from '../wallets/wallet-queries.ts';
import {
  forgetBlock,
  markGone,
  markUsed,
  noteDead,
  noteInputs,
  noteMined,
  noteOutputs,
  noteReceived,
  noteSpent,
  removeNew,
} from './block-queries.ts';
import {
  bookedAt,
  markBooked,
  markSettled,
  noteLost,
  ripeOutputs,
  ripeSends,
  settledAt,
  unsettle,
} from './booked-queries.ts';
import { lockChain, moveTip } from './chain-queries.ts';
import { debitForeignSpends, leftOf, recreditForeignSpends } from './foreign-spends.ts';
import { buyerAt } from './order-payment-queries.ts';
import { takenAt, takenBefore, takenMadeBy, takenOf } from './taken-queries.ts';

/** Stores deposits of a block, or of the mempool (`height` null). */
export async function noteIncoming(
  tx: Tx,
  coin: Coin,
  transactions: readonly NodeTransaction[],
  height: number | null,
): Promise<void> {
  const seen = await noteOutputs(tx, coin, transactions, height);
  const received = seen
    .filter(({ madeBy }) => madeBy === null)
    .map((output) => ({ ...output, id: newId('ctx') }));
  const paying = new Set(received.map(({ txid }) => txid));
  await Promise.all([
    noteReceived(tx, coin, received, height),
    noteInputs(
      tx,
      coin,
      transactions.filter(({ txid }) => paying.has(txid)),
    ),
    markUsed(
      tx,
      coin,
      seen.map(({ address }) => address),
    ),
    enqueueOrderRecheck(tx, coin, toHouse(received)),
  ]);
}

/** The house's addresses among them. */
const toHouse = (received: readonly { readonly owner: string; readonly address: string }[]) =>
  received.filter(({ owner }) => owner === house).map(({ address }) => address);

/** Marks deposits that left the mempool as gone. */
export async function noteGone(tx: Tx, coin: Coin, txids: readonly string[]): Promise<void> {
  await enqueueOrderRecheck(tx, coin, toHouse(await markGone(tx, coin, txids)));
}

const idsOf = (sends: readonly { readonly id: string }[]) => sends.map(({ id }) => id);

/** Outputs, and sends, booked in one transaction at most. */
const most = 5_000;

/** Credits deposits and settles sends that have `needed` confirmations at `height`. */
export async function bookRipe(
  tx: Tx,
  coin: Coin,
  { height, needed }: { height: number; needed: number },
): Promise<void> {
  const [outputs, sends] = await Promise.all([
    ripeOutputs(tx, coin, { height, needed, most }),
    ripeSends(tx, coin, { height, needed, most }),
  ]);
  if (outputs.length + sends.length === 0) return;
  await Promise.all([
    postAll(tx, [...outputs.map(receivedJournal), ...sends.map(settledJournal)]),
    ...(outputs.length > 0
      ? [markBooked(tx, coin, outputs), enqueueOrderRecheck(tx, coin, toHouse(outputs))]
      : []),
    ...(sends.length > 0 ? [markSettled(tx, idsOf(sends))] : []),
  ]);
  if (sends.length > 0) await debitForeignSpends(tx, await takenMadeBy(tx, idsOf(sends)));
}

/**
 * Books the block after the tip; returns how many booked outputs it spends by transactions that are not ours. `late`
 * when the tip is not its predecessor (any more).
 */
export async function bookBlock(
  tx: Tx,
  coin: Coin,
  block: NodeBlock,
  needed: number,
): Promise<'late' | number> {
  const chain = await lockChain(tx, coin);
  if (!chain || chain.hash !== block.previous || chain.height + 1 !== block.height) return 'late';
  const { height, hash, transactions } = block;
  await moveTip(tx, coin, { height, hash });
  await noteIncoming(tx, coin, transactions, height);
  const txids = transactions.map(({ txid }) => txid);
  const [, late] = await Promise.all([
    noteSpent(tx, coin, transactions, height),
    noteMined(tx, coin, txids, height),
    noteDead(tx, coin, transactions, height),
  ]);
  await tellPaid(tx, late);
  const taken = await takenAt(tx, coin, height);
  await debitForeignSpends(tx, taken);
  await bookRipe(tx, coin, { height, needed });
  return taken.length;
}

/**
 * Debits the deposits of an orphaned block. Where the coins are spent already or paid an order, the rest is the house's
 * loss until they confirm again, and the owner or buyer is frozen. Returns how many outputs cost the house something.
 */
async function takeBack(tx: Tx, coin: Coin, height: number): Promise<number> {
  const lost: { readonly received: ReceivedOutput; readonly left: bigint }[] = [];
  const taken = new Map<string, bigint>();
  for (const received of await bookedAt(tx, coin, height)) {
    const { owner } = received;
    const before = taken.get(owner) ?? 0n;
    const left = await leftOf(tx, received, { takenBefore: before });
    taken.set(owner, before + left);
    lost.push({ received, left });
  }
  // In batches: updating one balance thousands of times in a transaction gets slower each time.
  for (let start = 0; start < lost.length; start += most) {
    const part = lost.slice(start, start + most);
    await postAll(
      tx,
      part.map(({ received, left }) => lostJournal(received, left)),
    );
  }
  const borne = lost.filter(({ received, left }) => left < received.value);
  for (const { received, left } of borne) {
    const { owner, value, matched } = received;
    await noteLost(tx, received, value - left);
    const spender = matched ? await buyerAt(tx, coin, received) : owner;
    if (spender !== undefined)
      await freeze(tx, spender, `coins were taken back by the chain: ${received.txid}`);
  }
  return borne.length;
}

/**
 * Reverts the last block, with the hash `before` of its predecessor; returns how many outputs cost the house something.
 * `late` when the block is not the tip any more.
 */
export async function unbookBlock(
  tx: Tx,
  coin: Coin,
  block: { readonly height: number; readonly hash: string },
  before: string,
): Promise<'late' | number> {
  const chain = await lockChain(tx, coin);
  if (!chain || chain.hash !== block.hash) return 'late';
  const { height } = block;
  const settled = await settledAt(tx, coin, height);
  if (settled.length > 0) {
    await recreditForeignSpends(tx, coin, await takenOf(tx, idsOf(settled)));
    await postAll(tx, settled.map(unsettledJournal));
    await unsettle(tx, idsOf(settled));
  }
  // After the settled sends: one of them may spend an output of this block.
  await recreditForeignSpends(tx, coin, await takenBefore(tx, coin, height));
  const borne = await takeBack(tx, coin, height);
  await forgetBlock(tx, coin, height);
  await enqueueOrderRecheck(tx, coin, toHouse(await removeNew(tx, coin, height)));
  await moveTip(tx, coin, { height: height - 1, hash: before });
  return borne;
}
