import { text } from '@giftlane/contract/messages.ts';
import { Clock, Lock, Undo2, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Checkout } from '../../parts/checkout-store.ts';
import { useSecondsLeft } from '../../parts/use-seconds-left.ts';

/** Minutes and seconds, as a clock shows them. */
const asClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** How long the codes are held. It is read out when it is asked for, not every second. */
function HoldClock({ until }: { until: string }) {
  const seconds = useSecondsLeft(until, 1_000);
  if (seconds === 0) return <span>{text('checkout.holdOver')}</span>;
  return (
    <span role="timer" className="tabular-nums">
      {text('checkout.held', { time: asClock(seconds) })}
    </span>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 py-1.5">
      <span className="mt-0.5 text-leaf *:size-5" aria-hidden="true">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  );
}

/** What happens next, in a line each: the codes, the time there is, the card, and what if it goes wrong. */
export function Assurances({ checkout: { dLapsesAt } }: { checkout: Checkout }) {
  return (
    <ul className="text-15" aria-label={text('checkout.next')}>
      <Fact icon={<Zap />}>{text('checkout.next.codes')}</Fact>
      <Fact icon={<Clock />}>
        {dLapsesAt === '' ? text('checkout.next.hold') : <HoldClock until={dLapsesAt} />}
      </Fact>
      <Fact icon={<Lock />}>{text('checkout.next.card')}</Fact>
      <Fact icon={<Undo2 />}>
        {text('checkout.next.refund')}{' '}
        <Link to="/refund-policy" target="_blank" className="underline underline-offset-4">
          {text('checkout.next.refunds')}
        </Link>
      </Fact>
    </ul>
  );
}
