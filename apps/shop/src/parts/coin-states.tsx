/** What becomes of transfers of coins, in words. */
import type { CoinState } from '@giftlane/contract/coins.ts';
import { text } from '@giftlane/contract/messages.ts';
import { Hourglass } from 'lucide-react';
import { Badge, type Tone } from '../ui/badge.tsx';

/** COIN-09 to COIN-11. */
const stateTones: Readonly<Record<CoinState, Tone>> = {
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

/** Coins that nodes will never have. */
export const cameToNothing: ReadonlySet<CoinState> = new Set(['failed', 'rejected']);

/** Nothing is wrong with these: they wait, and most go on by themselves. */
const waiting: ReadonlySet<CoinState> = new Set(['created', 'pendingApproval']);

/** A state as a word with its look. What waits has the colour of danger (COIN-11) and nothing else of an alarm. */
export function CoinStateWord({ state }: { state: CoinState }) {
  if (!waiting.has(state)) return <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>;
  return (
    <span className="inline-flex items-center gap-1.5 py-0.5 text-13 whitespace-nowrap text-fail">
      <Hourglass aria-hidden="true" className="size-3.5" />
      {stateWords[state]}
    </span>
  );
}
