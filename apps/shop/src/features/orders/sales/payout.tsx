import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CodeText } from '../../../rooms/codes/code-text.tsx';
import { CoinStateWord, cameToNothing } from '../../../rooms/coins/coin-states.tsx';
import { coinWalletPath } from '../../../rooms/coins/coins.ts';
import { OrderWord } from '../../../rooms/orders/order-status.tsx';
import { payoutProgress, payoutRate } from '../order-state.ts';

type CoinPayout = NonNullable<Order['oPayout']>;

/** The state of the coin transfer; “not sent” for one that was never broadcast. */
const PayoutStatus = ({ state }: { state: CoinPayout['eState'] }) =>
  cameToNothing.has(state) ? (
    <Badge tone="danger">{text('sell.payout.notSent')}</Badge>
  ) : (
    <CoinStateWord state={state} />
  );

const statusClass = 'inline-flex items-center gap-2 text-13';

/** The state of a sale and, when paid in coins, of the coin transfer. */
export const SaleStatus = ({ order }: { order: Order }) =>
  order.oPayout ? (
    <>
      <span className={statusClass}>
        <span className="text-soft">{text('sell.standing.here')}</span>
        <OrderWord order={order} />
      </span>
      <span className={statusClass}>
        <span className="text-soft">{text('sell.standing.network')}</span>
        <PayoutStatus state={order.oPayout.eState} />
      </span>
    </>
  ) : (
    <OrderWord order={order} />
  );

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface StepProps {
  name: string;
  /** Position of the step, and number of steps done. */
  index: number;
  reached: number;
  children?: ReactNode;
}

/** A step of the timeline with its details. */
function Step({ name, index, reached, children }: StepProps) {
  const done = index < reached;
  return (
    <li
      aria-current={index === reached - 1 ? 'step' : undefined}
      className="group relative flex gap-3 pb-4 last:pb-0"
    >
      <span
        aria-hidden="true"
        className={cx(
          'absolute top-6 bottom-0 start-2.5 -ms-px w-0.5 group-last:hidden',
          index + 1 < reached ? 'bg-leaf' : 'bg-line',
        )}
      />
      <span
        aria-hidden="true"
        className={cx(
          'mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-pill border-2',
          done ? 'border-leaf bg-leaf text-on-leaf' : 'border-edge bg-surface',
        )}
      >
        {done && <Check className="size-3" strokeWidth={3} />}
      </span>
      <div className="min-w-0 grow">
        <p className={done ? 'font-medium' : 'text-soft'}>
          {done ? textParts('orders.done', { step: name }, 'sr-only') : name}
        </p>
        {children && <dl className="mt-1 flex flex-wrap gap-x-10 gap-y-2">{children}</dl>}
      </div>
    </li>
  );
}

/** Timeline of a coin payout with rate, transaction and address; nothing for a failed one. */
export function PayoutTimeline({ order, payout }: { order: Order; payout: CoinPayout }) {
  const { coin, txid } = payout;
  const reached = payoutProgress(payout);
  if (reached === 0) return null;
  return (
    <ol aria-label={text('sell.payout.progress')} className="mt-5">
      <Step name={text('sell.payout.step.0')} index={0} reached={reached}>
        <Detail label={text('sell.payout.rate')}>
          <span className="tabular-nums">{payoutRate(order, payout)}</span>
        </Detail>
      </Step>
      <Step name={text('sell.payout.step.1')} index={1} reached={reached}>
        {reached > 1 && (
          <Detail label={text('coins.detail.txid')}>
            <span className="font-code text-13 break-all">{txid}</span>
          </Detail>
        )}
      </Step>
      <Step name={text('sell.payout.step.2')} index={2} reached={reached}>
        <Detail label={text('coins.detail.at')}>
          <span className="font-code text-13">
            <CodeText code={order.sPayerId} />
          </span>
          {reached > 2 && (
            <Link
              to={coinWalletPath(coin)}
              className="mt-1 flex min-h-6 w-fit items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
            >
              {text('sell.payout.wallet', { coin })}
            </Link>
          )}
        </Detail>
      </Step>
    </ol>
  );
}
