import { text } from '@giftlane/texts/text.ts';
import { Clock, Lock, Undo2, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CoinSource } from '../../rooms/checkout/checkout-store.ts';
import { HoldTime, useSecondsLeft } from '../../rooms/checkout/time-left.tsx';

function HoldClock({ until }: { until: string }) {
  const seconds = useSecondsLeft(until, 1_000);
  return seconds === 0 ? <span>{text('checkout.holdOver')}</span> : <HoldTime seconds={seconds} />;
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

function Refunds({ children }: { children: ReactNode }) {
  return (
    <Fact icon={<Undo2 />}>
      {children}{' '}
      <Link
        to="/refund-policy"
        target="_blank"
        className="whitespace-nowrap underline underline-offset-4"
      >
        {text('checkout.next.refunds')}
      </Link>
    </Fact>
  );
}

interface CoinAssurancesProps {
  placed: boolean;
  /** The paying wallet, once there is a choice. */
  source: CoinSource | undefined;
  /** A part was received from an external wallet: the rest has to come from one, too. */
  inPart: boolean;
}

/** What happens next in a coin payment; the clock of a placed order is above the button. */
export function CoinAssurances({ placed, source, inPart }: CoinAssurancesProps) {
  const codes = source
    ? text(source === 'here' ? 'checkout.coin.next.here' : 'checkout.coin.next.elsewhere')
    : text('checkout.coin.next.codes');
  return (
    <ul className="text-15" aria-label={text('checkout.next')}>
      <Fact icon={<Zap />}>{inPart ? text('checkout.coin.next.rest') : codes}</Fact>
      {!placed && <Fact icon={<Clock />}>{text('checkout.coin.hold')}</Fact>}
      <Refunds>{text('checkout.coin.next.refund')}</Refunds>
    </ul>
  );
}

/** What happens next in a card payment: codes, reserved time, card, refunds. */
export function Assurances({ until }: { until: string }) {
  return (
    <ul className="text-15" aria-label={text('checkout.next')}>
      <Fact icon={<Zap />}>{text('checkout.next.codes')}</Fact>
      <Fact icon={<Clock />}>
        {until === '' ? text('checkout.next.hold') : <HoldClock until={until} />}
      </Fact>
      <Fact icon={<Lock />}>{text('checkout.next.card')}</Fact>
      <Refunds>{text('checkout.next.refund')}</Refunds>
    </ul>
  );
}
