/** What becomes of transfers of coins, in words. */
import type { CoinState } from '@giftlane/contract/coins.ts';
import { text } from '@giftlane/contract/messages.ts';
import type { Tone } from '../ui/badge.tsx';

/** COIN-09 to COIN-11. */
export const stateTones: Readonly<Record<CoinState, Tone>> = {
  confirmed: 'success',
  unconfirmed: 'info',
  commented: 'info',
  signed: 'info',
  created: 'danger',
  pendingApproval: 'danger',
  removed: 'danger',
  failed: 'danger',
  rejected: 'danger',
};

/** States as words (decision 78). */
export const stateWords: Readonly<Record<CoinState, string>> = {
  created: text('coins.state.created'),
  pendingApproval: text('coins.state.pendingApproval'),
  signed: text('coins.state.signed'),
  unconfirmed: text('coins.state.unconfirmed'),
  confirmed: text('coins.state.confirmed'),
  removed: text('coins.state.removed'),
  failed: text('coins.state.failed'),
  rejected: text('coins.state.rejected'),
  commented: text('coins.state.commented'),
};
