/** What the journals that move a wallet are to its owner, where lists are filtered and sums are drawn. */
import type { MovementGroup } from '@giftlane/contract/money/wallet.ts';
import type { MovementSort } from '../../../ledger/movements.ts';

/** By the journal's kind. What is set aside for an order becomes its payment, or comes back. */
const groups: Readonly<Record<string, MovementGroup>> = {
  add: 'add',
  buy: 'buy',
  capture: 'buy',
  hold: 'buy',
  release: 'buy',
  cashback: 'cashback',
  refund: 'refund',
  sell: 'sell',
  redeem: 'redeem',
  spend_points: 'points',
};

/** The group of movements of one kind and direction; `other` where nobody gave it one. */
export function groupOf({ kind, incoming }: MovementSort): MovementGroup {
  if (kind === 'send') return incoming ? 'received' : 'sent';
  return groups[kind] ?? 'other';
}
