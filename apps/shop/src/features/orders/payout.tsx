import { text } from '@giftlane/contract/messages.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CodeText } from '../../parts/code-text.tsx';
import { CoinStateWord, cameToNothing } from '../../parts/coin-states.tsx';
import { coinAmount, coinWalletPath } from '../../parts/coins.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { payoutReached } from './standing.ts';

type CoinPayout = NonNullable<Order['oPayout']>;

interface DetailProps {
  label: string;
  wide?: boolean;
  children: ReactNode;
}

const Detail = ({ label, wide = false, children }: DetailProps) => (
  <div className={cx('min-w-0', wide && 'sm:col-span-2')}>
    <dt className="text-13 text-soft">{label}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
);

/** How far the coins are; of what nodes never took, that it was not sent: beside it stands that the card is paid. */
export const PayoutWord = ({ state }: { state: CoinPayout['eState'] }) =>
  cameToNothing.has(state) ? (
    <Badge tone="danger">{text('sell.payout.notSent')}</Badge>
  ) : (
    <CoinStateWord state={state} />
  );

const steps = [
  text('sell.payout.step.0'),
  text('sell.payout.step.1'),
  text('sell.payout.step.2'),
] as const;

/** How far the coins for a sold card have come, as a line of three parts; none of what never goes. */
export function PayoutProgress({ payout }: { payout: CoinPayout }) {
  const reached = payoutReached(payout);
  if (reached === 0) return null;
  return (
    <ol
      aria-label={text('sell.payout.progress')}
      className="mt-4 grid max-w-form grid-cols-3 gap-1"
    >
      {steps.map((step, index) => {
        const done = index < reached;
        return (
          <li key={step} aria-current={index === reached - 1 ? 'step' : undefined}>
            <span
              aria-hidden="true"
              className={cx('block h-1.5 rounded-pill', done ? 'bg-leaf' : 'bg-line')}
            />
            <span className={cx('mt-1.5 block text-13', done ? 'font-medium' : 'text-soft')}>
              {step}
              {done && <span className="sr-only"> ({text('orders.done')})</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** What was sent for a sold card, where to and how far it is. */
export function Payout({ payout, address }: { payout: CoinPayout; address: string }) {
  const { coin, nAmount, txid, eState } = payout;
  const coins = coinAmount(nAmount, coin);
  // What never went came nowhere, and no chain has it.
  if (cameToNothing.has(eState))
    return (
      <dl className="border-t border-line py-5">
        <Detail label={text('sell.payout.notSent')}>
          <span className="tabular-nums text-soft">{coins}</span>
        </Detail>
      </dl>
    );
  return (
    <dl className="grid gap-x-6 gap-y-4 border-t border-line py-5 sm:grid-cols-2">
      <Detail label={text(eState === 'confirmed' ? 'sell.payout.amount' : 'sell.payout.coming')}>
        <span className="font-semibold tabular-nums">{coins}</span>
      </Detail>
      <Detail label={text('coins.detail.at')}>
        <span className="font-code text-13">
          <CodeText code={address} />
        </span>
      </Detail>
      <Detail label={text('coins.detail.txid')} wide>
        <span className="block font-code text-13 break-all">{txid}</span>
        <Link
          to={coinWalletPath(coin)}
          className="mt-1 inline-flex min-h-6 items-center text-13 underline decoration-edge underline-offset-2 hover:decoration-ink"
        >
          {text('sell.payout.wallet', { coin })}
        </Link>
      </Detail>
    </dl>
  );
}
