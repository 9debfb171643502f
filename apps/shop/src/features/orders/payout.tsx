import { text } from '@giftlane/contract/messages.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CodeText } from '../../parts/code-text.tsx';
import { CoinStateWord, cameToNothing } from '../../parts/coin-states.tsx';
import { coinAmount, coinWalletPath } from '../../parts/coins.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

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
      <Detail label={text('sell.payout.amount')}>
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
