/** What becomes of transfers of coins, in words. */

import type { CoinState } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge, type Tone } from '@giftlane/ui/layout/badge.tsx';
import { Check, Hourglass, type LucideIcon } from 'lucide-react';

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

/** States as words (OPEN-78). */
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

/** Nothing is wrong with these: they wait, and most go on by themselves; or they are done, as nearly all are. */
const quiet: Readonly<Partial<Record<CoinState, { icon: LucideIcon; colour: string }>>> = {
  created: { icon: Hourglass, colour: 'text-fail' },
  pendingApproval: { icon: Hourglass, colour: 'text-fail' },
  confirmed: { icon: Check, colour: 'text-leaf' },
};

/** A state as a word with its look. What waits has the colour of danger (COIN-11) and nothing else of an alarm. */
export function CoinStateWord({ state }: { state: CoinState }) {
  const look = quiet[state];
  if (!look) return <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>;
  const { icon: Icon, colour } = look;
  return (
    <span
      className={cx('inline-flex items-center gap-1.5 py-0.5 text-13 whitespace-nowrap', colour)}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {stateWords[state]}
    </span>
  );
}
