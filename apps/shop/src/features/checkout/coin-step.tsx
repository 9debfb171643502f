import { isRefusal } from '@giftlane/client/api-error.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { useAction } from '@giftlane/client/use-action.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import type { CoinPaymentEnd } from '@giftlane/contract/money/crypto.ts';
import type { CoinGateway } from '@giftlane/contract/shop/gateways.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { CoinSource } from '../../rooms/checkout/checkout-store.ts';
import {
  coinFeeQuery,
  coinOf,
  quoteQuery,
  receivedCoinsQuery,
  watchedWalletsQuery,
} from '../../rooms/checkout/coin-payment.ts';
import { useSecondsLeft } from '../../rooms/checkout/time-left.tsx';
import { coinWalletPath, fullCoinAmount, hasWallet } from '../../rooms/coins/coins.ts';
import type { InitiatedOrder } from '../../rooms/orders/orders.ts';
import { CoinFacts, LockClock } from './coin-facts.tsx';
import { CoinForm } from './coin-form.tsx';
import { CoinStepSkeleton } from './coin-skeleton.tsx';
import { ExternalWallet } from './external-wallet.tsx';
import type { useCheckout } from './use-checkout.ts';
import { isEndedUnpaid } from './use-checkout-state.ts';
import type { useCoinPayment } from './use-coin-payment.ts';

interface CoinStepProps {
  steps: ReturnType<typeof useCheckout>;
  payment: ReturnType<typeof useCoinPayment>;
  gateway: CoinGateway;
  /** The chosen or initial wallet. */
  from: CoinSource;
}

const endWords: Readonly<Record<CoinPaymentEnd, string>> = {
  lapsed: text('checkout.coin.over'),
  cancelled: text('checkout.coin.cancelled'),
};

interface LockRateProps extends Pick<CoinStepProps, 'steps'> {
  /** Why the earlier order can not be paid any more. */
  ended?: CoinPaymentEnd;
}

/** Places the order, again after it ended, and locks the current rate. */
function LockRate({ steps, ended }: LockRateProps) {
  const lock = useAction(() =>
    steps.placeOrder(ended !== undefined).then(
      // The focused button is replaced by the quote.
      () => document.querySelector('main')?.focus({ preventScroll: true }),
      () => undefined, // Shown above by the checkout.
    ),
  );
  return (
    <>
      {ended && (
        <div className="mb-4">
          <Notice tone="waiting" title={endWords[ended]}>
            <p className="mt-1">
              {text('checkout.coin.overText')} {text('checkout.coin.stillCome')}
            </p>
          </Notice>
        </div>
      )}
      <Button look="primary" className="w-full" {...lock}>
        {text(ended ? 'checkout.coin.again' : 'checkout.coin.lock')}
      </Button>
    </>
  );
}

/** Why the coin wallet can not pay, with a link to create or fill it (PAY-12). */
function WalletObstacle({ title, children, action, wallet }: ObstacleProps) {
  return (
    <Notice tone="attention" title={title}>
      {children}
      <ButtonLink to={coinWalletPath(wallet.coin)} className="mt-3">
        {action}
      </ButtonLink>
    </Notice>
  );
}

interface ObstacleProps {
  title: string;
  children?: ReactNode;
  action: string;
  wallet: CoinWallet;
}

interface PlacedOrderProps extends CoinStepProps {
  quote: InitiatedOrder;
  wallet: CoinWallet;
}

/** Payment from the coin wallet: amounts and pay button, or why it can not pay. */
function OwnWallet({ steps, payment, quote, wallet }: PlacedOrderProps) {
  const { nCoinAmount = 0, sReceiveAddress = '' } = quote;
  const { coin, name } = wallet;
  const fees = useQuery({
    ...coinFeeQuery(wallet, { amount: nCoinAmount, receiveAddress: sReceiveAddress }),
    enabled: hasWallet(wallet),
    // A deposit must not unmount the password form.
    placeholderData: keepPreviousData,
  });
  if (!hasWallet(wallet))
    return (
      <WalletObstacle
        wallet={wallet}
        title={text('cart.payWith.noWallet', { name })}
        action={text('cart.payWith.createWallet', { name })}
      />
    );
  return (
    <Loaded query={fees} waiting={<CoinStepSkeleton />} inside>
      {(fee) =>
        fee.nMost < nCoinAmount && !payment.paying ? (
          <WalletObstacle
            wallet={wallet}
            title={text('pay.coinBalanceTooLow', { coin })}
            action={text('cart.payWith.addBalance', { coin })}
          >
            <p className="mt-1">
              {text('checkout.coin.needs', {
                need: fullCoinAmount(nCoinAmount, coin),
                have: fullCoinAmount(fee.nMost, coin),
              })}
            </p>
          </WalletObstacle>
        ) : (
          <>
            <CoinFacts
              quote={quote}
              wallet={wallet}
              fee={fee}
              currency={steps.checkout.draft.eCurrency}
            />
            <div className="mt-4">
              <CoinForm
                action={text('checkout.coin.pay', {
                  amount: fullCoinAmount(nCoinAmount + fee.nFee, coin),
                })}
                pay={(password) => payment.pay(wallet, quote, password)}
              />
            </div>
          </>
        )
      }
    </Loaded>
  );
}

const sources = [
  { value: 'here', label: text('checkout.coin.fromHere') },
  { value: 'elsewhere', label: text('checkout.coin.fromElsewhere') },
] as const;

/** A placed order: time left and choice of the paying wallet. */
function PlacedOrder(props: PlacedOrderProps) {
  const { steps, payment, quote, wallet, from } = props;
  const { dLockedUntil = quote.dLapsesAt } = quote;
  const { coin, name } = wallet;
  const { draft } = steps.checkout;
  const { data: { nCame: received = 0, eEnded: ended } = {} } = useQuery(
    receivedCoinsQuery(draft.sOrderId),
  );
  // The coin wallet pays all or nothing: after a part payment the rest has to come from outside.
  const inPart = received > 0 && !payment.paying;
  const source = inPart ? 'elsewhere' : from;
  const seconds = useSecondsLeft(dLockedUntil, 1_000);
  // The tabs are removed with the focused element: the page gets the focus.
  useEffect(() => {
    if (inPart && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
  }, [inPart]);
  // An ended order is not placed again while a payment in time is under way.
  if (ended && !payment.paying) return <LockRate steps={steps} ended={ended} />;
  const elsewhere = (
    <ExternalWallet
      orderId={draft.sOrderId}
      quote={quote}
      coin={coin}
      name={name}
      here={hasWallet(wallet)}
      onReceived={payment.pollReceived}
    />
  );
  return (
    <>
      <LockClock seconds={seconds} />
      {inPart ? (
        elsewhere
      ) : (
        <Tabs
          tabs={sources}
          value={source}
          onChange={(value) =>
            steps.save({ ...steps.checkout, from: value === 'here' ? 'here' : 'elsewhere' })
          }
          label={text('checkout.coin.from')}
        >
          {source === 'here' ? <OwnWallet {...props} /> : elsewhere}
        </Tabs>
      )}
    </>
  );
}

/** Coin payment from the member's coin wallet or an external one (OPEN-41). */
export default function CoinStep(props: CoinStepProps) {
  const { steps } = props;
  const { draft, phase } = steps.checkout;
  const placed = phase !== 'drawn';
  const quote = useQuery({ ...quoteQuery(draft), enabled: placed });
  const wallets = useQuery(watchedWalletsQuery);
  // A changed total has to be accepted first.
  if (steps.obstacle?.kind === 'changed') return null;
  if (!placed) return <LockRate steps={steps} />;
  if (isEndedUnpaid(quote.error)) {
    const lapsed = isRefusal(quote.error, 'order.lapsed');
    return <LockRate steps={steps} ended={lapsed ? 'lapsed' : 'cancelled'} />;
  }
  const [failed] = [quote, wallets].filter(({ data, error }) => error && !data);
  if (failed) return <LoadFailed inside error={failed.error} onRetry={failed.refetch} />;
  const wallet = wallets.data?.find(({ coin }) => coin === coinOf(props.gateway).coin);
  if (!quote.data || !wallets.data) return <CoinStepSkeleton />;
  if (!wallet) return <p>{text('error.coinUnavailable')}</p>;
  return <PlacedOrder {...props} quote={quote.data} wallet={wallet} />;
}
