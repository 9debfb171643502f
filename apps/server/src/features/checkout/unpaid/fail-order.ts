import { coinOfGateway } from '@giftlane/contract/money/coins.ts';
import { post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { restoreOrdered } from '../../cart/cart.ts';
import { type Order, setOrderState } from '../../orders/orders.ts';
import { giveBackCodes } from '../../stock/stock.ts';
import { releaseJournal } from '../postings.ts';
import { enqueueCoinLook } from './incoming-payments.ts';

/** Fails a locked, pending, unclaimed order; returns its codes to stock, its wallet share and its cart lines. */
export async function failOrder(
  tx: Tx,
  order: Order,
  { reason, notice }: { reason: 'lapsed' | 'cancelled' | 'returned'; notice?: string },
): Promise<void> {
  await giveBackCodes(
    tx,
    order.lines.map((line) => line.id),
  );
  // Lock order: cart before wallet.
  await restoreOrdered(tx, order);
  if (order.walletMinor > 0n) await post(tx, releaseJournal(order));
  if (coinOfGateway(order.gateway)) await enqueueCoinLook(tx, [order]);
  await setOrderState(tx, order, {
    state: 'failed',
    failReason: reason === 'lapsed' ? (order.failReason ?? 'lapsed') : reason,
    ...(notice !== undefined && { notice }),
  });
}
