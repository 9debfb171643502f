import type { User } from '@giftlane/contract/members/accounts.ts';
import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import type { Checkout, CoinSource } from '../../rooms/checkout/checkout-store.ts';
import {
  coinOf,
  isCoinGateway,
  quoteQuery,
  receivedCoinsQuery,
  watchedWalletsQuery,
} from '../../rooms/checkout/coin-payment.ts';
import type { OrderDraft } from '../../rooms/checkout/order-draft.ts';
import { OrderProblem } from '../../rooms/checkout/order-problem.tsx';
import { PayMarks } from '../../rooms/checkout/pay-marks.tsx';
import { PaypalButtons } from '../../rooms/checkout/paypal-buttons.tsx';
import { PriceChanged } from '../../rooms/checkout/price-changed.tsx';
import { worthText } from '../../rooms/coins/coins.ts';
import { Money } from '../../rooms/money/money.tsx';
import type { InitiatedOrder } from '../../rooms/orders/orders.ts';
import { useMember } from '../../session/member.ts';
import { Assurances, CoinAssurances } from './assurances.tsx';
import { checkoutColumns } from './checkout-skeleton.tsx';
import { usualSource } from './checkout-state.ts';
import { CoinStepSkeleton } from './coin-skeleton.tsx';
import { itemsOf, OrderSummary } from './order-summary.tsx';
import { useCheckout } from './use-checkout.ts';
import { useCoinPayment } from './use-coin-payment.ts';
import { Waiting } from './waiting.tsx';

const CoinStep = lazy(() => import('./coin-step.tsx'));

type Steps = ReturnType<typeof useCheckout>;

/** What is left of an order to be paid, beside what the wallet gives. */
const leftOf = ({ nTotalAmount, nWalletAmount }: OrderDraft) =>
  fromWire(nTotalAmount) - fromWire(nWalletAmount);

function InTheWay({ steps }: { steps: Steps }) {
  const { obstacle } = steps;
  switch (obstacle?.kind) {
    case 'changed':
      return (
        <PriceChanged
          before={obstacle.before.nTotalAmount}
          now={obstacle.now.nTotalAmount}
          currency={obstacle.now.eCurrency}
          accept={{ pay: leftOf(obstacle.now), press: () => void steps.acceptChange() }}
        />
      );
    case 'problem':
      return <OrderProblem {...obstacle} />;
    case 'cancelled':
      return (
        <Notice tone="waiting" title={text('pay.cancelled')}>
          <p className="mt-1">{text('checkout.cancelledHint')}</p>
        </Notice>
      );
    default:
      return null;
  }
}

/** What is paid for, as briefly as it can be said. */
function glanceOf({ aCartData }: OrderDraft): string {
  const [line, another] = aCartData;
  if (line && !another) return itemsOf(line);
  const count = aCartData.reduce((sum, { nQuantity }) => sum + nQuantity, 0);
  return text('checkout.glance', { count });
}

/** On a phone, where the order stands below: what it is, at a glance. */
function Glance({ draft }: { draft: OrderDraft }) {
  const seen = draft.aCartData.slice(0, 4);
  return (
    <div className="mb-4 flex items-center gap-3 border-b border-line pb-4 lg:hidden">
      <span className="flex shrink-0 -space-x-6">
        {seen.map(({ _id, sBanner }) => (
          <CardArt key={_id} banner={sBanner} title="" className="w-14" />
        ))}
      </span>
      <a href="#order-summary" className="min-w-0 underline underline-offset-4">
        {glanceOf(draft)}
      </a>
    </div>
  );
}

interface YouPayProps {
  draft: OrderDraft;
  /** A part came in coins: about what the rest is worth. */
  rest?: string | undefined;
}

/** What is left to be paid, in money, whatever pays it. */
function YouPay({ draft, rest }: YouPayProps) {
  const { nWalletAmount, eCurrency } = draft;
  const large = 'font-display text-40 font-semibold tracking-tighter';
  return (
    <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
      {/* What coins come to with the network's fee is said below, where the fee is known. */}
      <span className="text-soft">
        {text(isCoinGateway(draft.eGateway) ? 'cart.toPay' : 'checkout.youPay')}
      </span>
      <span className="ml-auto text-right">
        {rest === undefined ? (
          <Money minor={leftOf(draft)} currency={eCurrency} className={large} />
        ) : (
          <>
            <span className={`tabular-nums ${large}`}>{rest}</span>
            <span className="block text-soft tabular-nums">
              {text('checkout.coin.of', { total: formatMoney(leftOf(draft), eCurrency) })}
            </span>
          </>
        )}
        {nWalletAmount > 0 && (
          <span className="block text-soft tabular-nums">
            {text('checkout.andFromWallet', {
              amount: formatMoney(fromWire(nWalletAmount), eCurrency),
            })}
          </span>
        )}
      </span>
    </p>
  );
}

/** The step of the gateway: what is paid, how, and what happens next. */
function StepPanel({ draft, rest, name, next, children }: PanelProps) {
  return (
    <section
      aria-labelledby="pay-step"
      className="rounded-panel border border-line bg-surface p-5 lg:p-6"
    >
      <Glance draft={draft} />
      <h2 id="pay-step" className="sr-only">
        {name}
      </h2>
      <YouPay draft={draft} rest={rest} />
      {children}
      <div className="mt-5 border-t border-line pt-4">{next}</div>
    </section>
  );
}

interface PanelProps extends YouPayProps {
  /** Of the step, for who listens. */
  name: string;
  next: ReactNode;
  children: ReactNode;
}

/**
 * Whether something else is to be done before paying, as the last try was answered: while the next one is under way
 * nothing changes, as the provider's buttons are drawn anew for it.
 */
function useLedElsewhere({ obstacle }: Steps): boolean {
  const locked = useMember()?.bLocked === true;
  const [led, setLed] = useState(false);
  const now = obstacle?.kind === 'problem' && obstacle.way !== undefined;
  if (obstacle && now !== led) setLed(now);
  return led || locked;
}

function CardStep({ steps }: { steps: Steps }) {
  const { draft, dLapsesAt } = steps.checkout;
  const led = useLedElsewhere(steps);
  return (
    <StepPanel draft={draft} name={text('checkout.card')} next={<Assurances until={dLapsesAt} />}>
      {/* A new total needs a word from the member before anything can be paid. */}
      {steps.obstacle?.kind !== 'changed' && (
        <>
          <PaypalButtons
            currency={draft.eCurrency}
            quiet={led}
            createOrder={steps.createOrder}
            onApprove={({ orderID }) => steps.confirm(orderID)}
            onCancel={() => void steps.onCancel()}
            onError={steps.onError}
          />
          <PayMarks />
        </>
      )}
    </StepPanel>
  );
}

/** About what a payment's rest is worth at the rate that is locked; nothing while all of it is to be paid. */
function restText(
  { nCoinAmount = 0, nRate = 0 }: InitiatedOrder,
  came: number,
  currency: Currency,
) {
  if (came === 0 || came >= nCoinAmount) return undefined;
  return worthText(nCoinAmount - came, { currency, rates: { [currency]: nRate } });
}

function CoinPanel(props: Omit<ComponentProps<typeof CoinStep>, 'from'>) {
  const { draft, from } = props.steps.checkout;
  const { coin, name } = coinOf(props.gateway);
  // Asked for by the step itself.
  const { data: begun } = useQuery({ ...quoteQuery(draft), enabled: false });
  const { data: wallets } = useQuery({ ...watchedWalletsQuery, enabled: false });
  const { data: { nCame = 0 } = {} } = useQuery({
    ...receivedCoinsQuery(draft.sOrderId),
    enabled: false,
  });
  const wallet = wallets?.find((one) => one.coin === coin);
  // What comes into the wallet meanwhile takes nobody away from where they are.
  const [usual, setUsual] = useState<{ orderId: string; source: CoinSource }>();
  const { sOrderId: orderId } = draft;
  if (begun && wallet && usual?.orderId !== orderId)
    setUsual({ orderId, source: usualSource(wallet, begun) });
  const source = from ?? usual?.source ?? 'elsewhere';
  return (
    <StepPanel
      draft={draft}
      rest={begun && restText(begun, nCame, draft.eCurrency)}
      name={text('checkout.coin', { name })}
      next={
        <CoinAssurances
          placed={begun !== undefined}
          source={begun && wallet && source}
          inPart={nCame > 0}
        />
      }
    >
      <Suspense fallback={<CoinStepSkeleton />}>
        <CoinStep {...props} from={source} />
      </Suspense>
    </StepPanel>
  );
}

/** The gateway's step beside what it pays for (OPEN-41). */
export function CheckoutPage({ member, loaded }: { member: User; loaded: Checkout }) {
  const steps = useCheckout(member, loaded);
  const payment = useCoinPayment(steps);
  const { draft, phase } = steps.checkout;
  const confirmAgain = useEffectEvent(() => {
    if (loaded.phase !== 'paid') return;
    if (isCoinGateway(loaded.draft.eGateway)) payment.resume();
    else void steps.confirm(loaded.sPaymentId);
  });
  // A reload may have come between the approval and its confirmation; repeating it is harmless.
  useEffect(() => confirmAgain(), []);
  return (
    <div className={checkoutColumns}>
      <div className="space-y-4">
        <InTheWay steps={steps} />
        {phase === 'paid' ? (
          <Waiting
            draft={draft}
            asking={steps.asking}
            onAccepted={() => void steps.succeed('')}
            onFailed={steps.fail}
          />
        ) : isCoinGateway(draft.eGateway) ? (
          <CoinPanel steps={steps} payment={payment} gateway={draft.eGateway} />
        ) : (
          <CardStep steps={steps} />
        )}
      </div>
      <OrderSummary draft={draft} onItsWay={phase === 'paid'} />
      {steps.proving}
    </div>
  );
}
