/** Movement groups: how lists filter and charts sum the journals of a wallet. */
import type { MovementGroup } from '@giftlane/contract/money/wallet.ts';
import type { MovementSort } from '../../../ledger/movements.ts';

/** Groups by journal kind. A hold counts as a purchase: it becomes one, or its release cancels it. */
const groups: Readonly<Record<string, MovementGroup>> = {
  add: 'add',
  buy: 'buy',
  capture: 'buy',
  hold: 'buy',
  release: 'buy',
  cashback: 'cashback',
  refund: 'refund',
  claim: 'refund',
  sell: 'sell',
  claim_charge: 'sell',
  redeem: 'redeem',
  spend_points: 'points',
};

/** The group of a kind and direction; `other` for unknown kinds. */
export function groupOf({ kind, incoming }: MovementSort): MovementGroup {
  if (kind === 'send') return incoming ? 'received' : 'sent';
  return groups[kind] ?? 'other';
}
