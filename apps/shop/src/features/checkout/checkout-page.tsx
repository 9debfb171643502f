import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
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
import { countCards } from '../../rooms/checkout/cart.ts';
import type { Checkout, CoinSource } from '../../rooms/checkout/checkout-store.ts';
import {
  coinOf,
  isCoinGateway,
  quoteQuery,
  receivedCoinsQuery,
  watchedWalletsQuery,
} from '../../rooms/checkout/coin-payment.ts';
import { amountLeft, type OrderDraft } from '../../rooms/checkout/order-draft.ts';
import { OrderProblem } from '../../rooms/checkout/order-problem.tsx';
import { PayMarks } from '../../rooms/checkout/pay-marks.tsx';
import { PaypalButtons } from '../../rooms/checkout/paypal-buttons.tsx';
import { PriceChanged } from '../../rooms/checkout/price-changed.tsx';
import { hasWallet, worthText } from '../../rooms/coins/coins.ts';
import { Money } from '../../rooms/money/money.tsx';
import type { InitiatedOrder } from '../../rooms/orders/orders.ts';
import { useMember } from '../../session/member.ts';
import { Assurances, CoinAssurances } from './assurances.tsx';
import { checkoutColumns } from './checkout-skeleton.tsx';
import { CoinStepSkeleton } from './coin-skeleton.tsx';
import { OrderSummary, quantityText } from './order-summary.tsx';
import { PaymentPending } from './payment-pending.tsx';
import { useCheckout } from './use-checkout.ts';
import { useCoinPayment } from './use-coin-payment.ts';

const CoinStep = lazy(() => import('./coin-step.tsx'));

type Steps = ReturnType<typeof useCheckout>;

function ObstacleNotice({ steps }: { steps: Steps }) {
  const { obstacle } = steps;
  switch (obstacle?.kind) {
    case 'changed':
      return (
        <PriceChanged
          before={obstacle.before.nTotalAmount}
          now={obstacle.now.nTotalAmount}
          currency={obstacle.now.eCurrency}
          accept={{ pay: amountLeft(obstacle.now), press: () => void steps.acceptChange() }}
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

/** The only line, or the number of cards. */
function summaryText({ aCartData }: OrderDraft): string {
  const [line, another] = aCartData;
  if (line && !another) return quantityText(line);
  return text('checkout.glance', { count: countCards(aCartData) });
}

/** The order in one line, on phones, where the full summary is below. */
function OrderGlance({ draft }: { draft: OrderDraft }) {
  return (
    <div className="mb-4 flex items-center gap-3 border-b border-line pb-4 lg:hidden">
      <span className="flex shrink-0 -space-x-6">
        {draft.aCartData.slice(0, 4).map(({ _id, sBanner }) => (
          <CardArt key={_id} banner={sBanner} title="" className="w-14" />
        ))}
      </span>
      <a href="#order-summary" className="min-w-0 underline underline-offset-4">
        {summaryText(draft)}
      </a>
    </div>
  );
}

interface AmountDueProps {
  draft: OrderDraft;
  /** The worth of the missing coins, after a part was received. */
  rest?: string | undefined;
}

/** The amount left to pay, in money also for coin payments. */
function AmountDue({ draft, rest }: AmountDueProps) {
  const { nWalletAmount, eCurrency } = draft;
  const large = 'font-display text-40 font-semibold tracking-tighter';
  return (
    <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-soft">
        {text(isCoinGateway(draft.eGateway) ? 'cart.toPay' : 'checkout.youPay')}
      </span>
      <span className="ms-auto text-end">
        {rest === undefined ? (
          <Money minor={amountLeft(draft)} currency={eCurrency} className={large} />
        ) : (
          <>
            <span className={`tabular-nums ${large}`}>{rest}</span>
            <span className="block text-soft tabular-nums">
              {text('checkout.coin.of', { total: formatMoney(amountLeft(draft), eCurrency) })}
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

/** The panel of a gateway: amount, payment and what happens next. */
function StepPanel({ draft, rest, name, next, children }: PanelProps) {
  return (
    <section
      aria-labelledby="pay-step"
      className="rounded-panel border border-line bg-surface p-5 lg:p-6"
    >
      <OrderGlance draft={draft} />
      <h2 id="pay-step" className="sr-only">
        {name}
      </h2>
      <AmountDue draft={draft} rest={rest} />
      {children}
      <div className="mt-5 border-t border-line pt-4">{next}</div>
    </section>
  );
}

interface PanelProps extends AmountDueProps {
  /** Heading for screen readers. */
  name: string;
  next: ReactNode;
  children: ReactNode;
}

/**
 * True when the last refusal, or a locked account, has to be fixed on another page first. Unchanged during the next
 * try, as a change would re-render PayPal's buttons.
 */
function useFixFirst({ obstacle }: Steps): boolean {
  const locked = useMember()?.bLocked === true;
  const [fixFirst, setFixFirst] = useState(false);
  const now = obstacle?.kind === 'problem' && obstacle.way !== undefined;
  if (obstacle && now !== fixFirst) setFixFirst(now);
  return fixFirst || locked;
}

function CardStep({ steps }: { steps: Steps }) {
  const { draft, dLapsesAt } = steps.checkout;
  const fixFirst = useFixFirst(steps);
  return (
    <StepPanel draft={draft} name={text('checkout.card')} next={<Assurances until={dLapsesAt} />}>
      {/* A changed total has to be accepted first. */}
      {steps.obstacle?.kind !== 'changed' && (
        <>
          <PaypalButtons
            currency={draft.eCurrency}
            quiet={fixFirst}
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

/** The worth of the missing coins at the locked rate; undefined unless a part was received. */
function restText(
  { nCoinAmount = 0, nRate = 0 }: InitiatedOrder,
  came: number,
  currency: Currency,
) {
  if (came === 0 || came >= nCoinAmount) return undefined;
  return worthText(nCoinAmount - came, { currency, rates: { [currency]: nRate } });
}

/** The coin wallet if its balance covers the quote, else an external one. */
const initialSource = (wallet: CoinWallet, { nCoinAmount = 0 }: InitiatedOrder): CoinSource =>
  hasWallet(wallet) && wallet.confirmedBalance >= nCoinAmount ? 'here' : 'elsewhere';

function CoinPanel(props: Omit<ComponentProps<typeof CoinStep>, 'from'>) {
  const { draft, from } = props.steps.checkout;
  const { coin, name } = coinOf(props.gateway);
  // Fetched by `CoinStep`.
  const { data: quote } = useQuery({ ...quoteQuery(draft), enabled: false });
  const { data: wallets } = useQuery({ ...watchedWalletsQuery, enabled: false });
  const { data: { nCame = 0 } = {} } = useQuery({
    ...receivedCoinsQuery(draft.sOrderId),
    enabled: false,
  });
  const wallet = wallets?.find((one) => one.coin === coin);
  // Chosen once per order: later deposits do not switch the tab.
  const [initial, setInitial] = useState<{ orderId: string; source: CoinSource }>();
  const { sOrderId: orderId } = draft;
  if (quote && wallet && initial?.orderId !== orderId)
    setInitial({ orderId, source: initialSource(wallet, quote) });
  const source = from ?? initial?.source ?? 'elsewhere';
  return (
    <StepPanel
      draft={draft}
      rest={quote && restText(quote, nCame, draft.eCurrency)}
      name={text('checkout.coin', { name })}
      next={
        <CoinAssurances
          placed={quote !== undefined}
          source={quote && wallet && source}
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

/** The gateway's payment step beside the order summary (OPEN-41). */
export function CheckoutPage({ member, loaded }: { member: User; loaded: Checkout }) {
  const steps = useCheckout(member, loaded);
  const payment = useCoinPayment(steps);
  const { draft, phase } = steps.checkout;
  const resume = useEffectEvent(() => {
    if (loaded.phase !== 'paid') return;
    if (isCoinGateway(loaded.draft.eGateway)) payment.resume();
    else void steps.confirm(loaded.sPaymentId);
  });
  // After a reload between approval and confirmation: the confirmation is idempotent.
  useEffect(() => resume(), []);
  return (
    <div className={checkoutColumns}>
      <div className="space-y-4">
        <ObstacleNotice steps={steps} />
        {phase === 'paid' ? (
          <PaymentPending
            draft={draft}
            polling={steps.polling}
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
