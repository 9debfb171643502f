import { isRefusal } from '@giftlane/client/api-error.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
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
import { isOverBefore } from './checkout-state.ts';
import { CoinFacts, LockClock } from './coin-facts.tsx';
import { CoinForm } from './coin-form.tsx';
import { CoinStepSkeleton } from './coin-skeleton.tsx';
import { FromElsewhere } from './from-elsewhere.tsx';
import type { useCheckout } from './use-checkout.ts';
import type { useCoinPayment } from './use-coin-payment.ts';

interface CoinStepProps {
  steps: ReturnType<typeof useCheckout>;
  payment: ReturnType<typeof useCoinPayment>;
  gateway: CoinGateway;
  /** What pays, chosen or as usual. */
  from: CoinSource;
}

const endWords: Readonly<Record<CoinPaymentEnd, string>> = {
  lapsed: text('checkout.coin.over'),
  cancelled: text('checkout.coin.cancelled'),
};

interface LockRateProps extends Pick<CoinStepProps, 'steps'> {
  /** Why the order before can not be paid any more. */
  ended?: CoinPaymentEnd;
}

/** Places the order, or places it again after it ended, and locks today's rate. */
function LockRate({ steps, ended }: LockRateProps) {
  const lock = useAction(() =>
    steps.placeOrder(ended !== undefined).then(
      // The button goes, and what is to be paid comes in its place.
      () => document.querySelector('main')?.focus({ preventScroll: true }),
      () => undefined, // The checkout itself has said above what went wrong.
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

/** Why the wallet can not pay, and the way to where it can be made or filled (PAY-12). */
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

interface LockedProps extends CoinStepProps {
  begun: InitiatedOrder;
  wallet: CoinWallet;
}

/** From the wallet here: what leaves it, and the press that pays, or why it can not. */
function FromWallet({ steps, payment, begun, wallet }: LockedProps) {
  const { nCoinAmount = 0, sReceiveAddress = '' } = begun;
  const { coin, name } = wallet;
  const fees = useQuery({
    ...coinFeeQuery(wallet, { amount: nCoinAmount, receiveAddress: sReceiveAddress }),
    enabled: hasWallet(wallet),
    // What is typed below stays when something comes into the wallet.
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
  if (fees.error && !fees.data)
    return <LoadFailed inside error={fees.error} onRetry={fees.refetch} />;
  const fee = fees.data;
  if (!fee) return <CoinStepSkeleton />;
  if (fee.nMost < nCoinAmount && !payment.paying)
    return (
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
    );
  return (
    <>
      <CoinFacts
        begun={begun}
        wallet={wallet}
        fee={fee}
        currency={steps.checkout.draft.eCurrency}
      />
      <div className="mt-4">
        <CoinForm
          action={text('checkout.coin.pay', {
            amount: fullCoinAmount(nCoinAmount + fee.nFee, coin),
          })}
          pay={(password) => payment.pay(wallet, begun, password)}
        />
      </div>
    </>
  );
}

const sources = [
  { value: 'here', label: text('checkout.coin.fromHere') },
  { value: 'elsewhere', label: text('checkout.coin.fromElsewhere') },
] as const;

/** The rate is locked: how long it holds, and what pays: the wallet here, or any other. */
function Locked(props: LockedProps) {
  const { steps, payment, begun, wallet, from } = props;
  const { dLockedUntil = begun.dLapsesAt } = begun;
  const { coin, name } = wallet;
  const { draft } = steps.checkout;
  const { data: { nCame: came = 0, eEnded: ended } = {} } = useQuery(
    receivedCoinsQuery(draft.sOrderId),
  );
  // The wallet here pays the whole amount or nothing: once a part is there, the rest comes from where it came.
  const inPart = came > 0 && !payment.paying;
  const source = inPart ? 'elsewhere' : from;
  const seconds = useSecondsLeft(dLockedUntil, 1_000);
  // The tabs go with what had the focus in them: a keyboard goes on from the top of the page's contents.
  useEffect(() => {
    if (inPart && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
  }, [inPart]);
  // What was sent in time is not asked for again.
  if (ended && !payment.paying) return <LockRate steps={steps} ended={ended} />;
  const elsewhere = (
    <FromElsewhere
      orderId={draft.sOrderId}
      begun={begun}
      coin={coin}
      name={name}
      here={hasWallet(wallet)}
      onSeen={payment.noticeSeen}
    />
  );
  return (
    <>
      <LockClock seconds={seconds} />
      {/* Where there is nothing to choose there are no tabs. */}
      {inPart ? (
        elsewhere
      ) : (
        <Tabs
          tabs={sources}
          value={source}
          onChange={(value) =>
            steps.keep({ ...steps.checkout, from: value === 'here' ? 'here' : 'elsewhere' })
          }
          label={text('checkout.coin.from')}
        >
          {source === 'here' ? <FromWallet {...props} /> : elsewhere}
        </Tabs>
      )}
    </>
  );
}

/** Paying by a coin, of the member's own wallet here or of any other (OPEN-41). */
export default function CoinStep(props: CoinStepProps) {
  const { steps } = props;
  const { draft, phase } = steps.checkout;
  const placed = phase !== 'drawn';
  const quote = useQuery({ ...quoteQuery(draft), enabled: placed });
  const wallets = useQuery(watchedWalletsQuery);
  // A new total needs a word from the member before anything can be paid.
  if (steps.obstacle?.kind === 'changed') return null;
  if (!placed) return <LockRate steps={steps} />;
  if (isOverBefore(quote.error)) {
    const lapsed = isRefusal(quote.error, 'order.lapsed');
    return <LockRate steps={steps} ended={lapsed ? 'lapsed' : 'cancelled'} />;
  }
  const [failed] = [quote, wallets].filter(({ data, error }) => error && !data);
  if (failed) return <LoadFailed inside error={failed.error} onRetry={failed.refetch} />;
  const wallet = wallets.data?.find(({ coin }) => coin === coinOf(props.gateway).coin);
  if (!quote.data || !wallets.data) return <CoinStepSkeleton />;
  if (!wallet) return <p>{text('error.coinUnavailable')}</p>;
  return <Locked {...props} begun={quote.data} wallet={wallet} />;
}
