/** Names of the kinds of movements. */

import type { MovementGroup } from '@giftlane/contract/money/wallet.ts';
import { text } from '@giftlane/texts/text.ts';

export const groupLabels: Record<MovementGroup, string> = {
  add: text('wallet.kind.add'),
  buy: text('wallet.kind.buy'),
  cashback: text('wallet.kind.cashback'),
  refund: text('wallet.kind.refund'),
  sell: text('wallet.kind.sell'),
  sent: text('wallet.kind.sent'),
  received: text('wallet.kind.received'),
  redeem: text('wallet.kind.redeem'),
  points: text('rooms.points'),
  other: text('wallet.kind.other'),
};
