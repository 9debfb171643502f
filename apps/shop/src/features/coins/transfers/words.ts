/** Coin transfers in words. */

import type { CoinTransfer } from '@giftlane/contract/money/crypto.ts';
import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { coinAmount } from '../../../rooms/coins/coins.ts';

/** The type of a transfer: receipt, fee bump, payment of an order or send. */
export function typeWord({ type, sOrderId, sBumps }: CoinTransfer): string {
  if (type === 'receive') return text('coins.type.receive');
  if (sBumps) return text('coins.type.bump');
  return text(sOrderId ? 'coins.type.pay' : 'coins.type.send');
}

/** The signed amount of a transfer; of a fee bump its network fee. */
export function movedText({ type, coin, value, nFee, sBumps }: CoinTransfer): string {
  const sign = type === 'receive' ? '+' : '−';
  return `${sign}${coinAmount(sBumps ? nFee : value, coin)}`;
}

/** Confirmations so far and needed. */
export const confirmationsText = ({ nConfirmations, nNeeded }: CoinTransfer): string =>
  text('coins.confirmations', { have: Math.min(nConfirmations, nNeeded), needed: nNeeded });

/** What a transfer waits for, or why it failed; undefined when it is final. */
export function whyText(transfer: CoinTransfer): string | undefined {
  const { state, type, nConfirmations, nNeeded, dGoesAt, bCancelled, sReason, sBumps } = transfer;
  switch (state) {
    case 'created':
      return text('coins.waits.created');
    case 'pendingApproval':
      return dGoesAt
        ? text('coins.waits.until', { when: momentText(dGoesAt) })
        : text('coins.waits.pendingApproval');
    case 'signed':
      return text('coins.waits.signed');
    case 'removed':
      return text(type === 'receive' ? 'coins.over.removed.receive' : 'coins.over.removed.send');
    case 'failed':
      return text('coins.over.failed');
    case 'rejected':
      if (sBumps) return text('coins.over.bump');
      if (bCancelled) return text('coins.over.cancelled');
      return sReason
        ? text('coins.over.rejectedWhy', { reason: sReason })
        : text('coins.over.rejected');
    default:
      if (nConfirmations >= nNeeded) return undefined;
      return nConfirmations > 0 ? confirmationsText(transfer) : text('coins.waits.block');
  }
}

/** DD-MMM-YYYY, hh:mm A, in the viewer's time zone. */
export const momentText = (iso: string): string =>
  text('coins.moment', { day: formatDate(iso), time: formatTime(iso) });

/** The time of its block, else of its creation or first sighting (OPEN-78). */
export const momentOf = ({ date, createdTime }: CoinTransfer): string => date ?? createdTime;

/** Shortens an address to its beginning and end. */
export const shortAddress = (address: string): string =>
  address.length > 20 ? `${address.slice(0, 10)}…${address.slice(-6)}` : address;
