import type { CoinName } from '@giftlane/contract/money/coins.ts';
import type { CoinPayment } from '@giftlane/contract/money/crypto.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, buttonClass } from '@giftlane/ui/controls/button.tsx';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { QrPicture } from '@giftlane/ui/layout/qr-picture.tsx';
import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { paymentLink, receivedCoinsQuery } from '../../rooms/checkout/coin-payment.ts';
import { CodeText } from '../../rooms/codes/code-text.tsx';
import { coinText, fullCoinAmount, isPlayMoney } from '../../rooms/coins/coins.ts';
import type { InitiatedOrder } from '../../rooms/orders/orders.ts';
import { copy, copyAddress } from '../../rooms/pages/copy.ts';

const copyAmount = (units: number) =>
  copy(coinText(units), text('checkout.coin.amountCopied'), text('checkout.coin.amountNotCopied'));

interface PaymentRequestProps {
  coin: CoinName;
  address: string;
  /** The missing amount in smallest units. */
  units: number;
  /** A part was received. */
  rest: boolean;
}

interface CopyFieldProps {
  label: string;
  /** Label of the button. */
  action: string;
  copy: () => Promise<unknown>;
  children: ReactNode;
}

/** A value and a button that copies it. */
const CopyField = ({ label, action, copy, children }: CopyFieldProps) => (
  <div>
    <h3 className="text-13 text-soft">{label}</h3>
    <p className="mt-0.5 font-code font-medium">{children}</p>
    <Button className="mt-2 w-full" onClick={() => void copy()}>
      <Copy aria-hidden="true" className="size-4" />
      {action}
    </Button>
  </div>
);

/** Amount and address as QR code, as text to copy and as a link to a wallet app. */
function PaymentRequest({ coin, address, units, rest }: PaymentRequestProps) {
  const link = paymentLink(coin, address, units);
  return (
    <div className="flex flex-wrap items-start justify-center gap-5">
      {/* A phone can not scan its own screen: the link comes first there, the QR code last. */}
      <a href={link} className={cx(buttonClass({ look: 'primary' }), 'w-full md:hidden')}>
        <ExternalLink aria-hidden="true" className="size-4" />
        {text('checkout.coin.openWallet')}
      </a>
      <div className="flex flex-col items-center max-md:order-last *:first:size-44 md:*:first:size-52">
        <QrPicture value={link} title={text('checkout.coin.qr', { coin })} />
        <a
          href={link}
          className="mt-1 inline-flex min-h-9 items-center gap-2 px-2 text-13 font-semibold underline underline-offset-4 max-md:hidden"
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          {text('checkout.coin.openWallet')}
        </a>
      </div>
      <div className="min-w-0 flex-1 basis-44 space-y-4 max-md:basis-full">
        <CopyField
          label={text(rest ? 'checkout.coin.sendRest' : 'checkout.coin.send')}
          action={text('checkout.coin.copyAmount')}
          copy={() => copyAmount(units)}
        >
          <span className="text-17 tabular-nums">{fullCoinAmount(units, coin)}</span>
        </CopyField>
        <CopyField
          label={text('checkout.coin.sendTo')}
          action={text('checkout.coin.copyAddress')}
          copy={() => copyAddress(address)}
        >
          <CodeText code={address} className="text-15" />
        </CopyField>
      </div>
    </div>
  );
}

interface ReceivedProps {
  received: CoinPayment | undefined;
  coin: CoinName;
  /** The member has a coin wallet. */
  here: boolean;
  /** The last fetch failed: the amount may be outdated. */
  unseen: boolean;
}

/** The amount received so far. */
function Received({ received, coin, here, unseen }: ReceivedProps) {
  if (unseen)
    return (
      <Notice tone="waiting" title={text('checkout.coin.unseen')}>
        <p className="mt-1">{text('checkout.coin.unseenText')}</p>
      </Notice>
    );
  if (received && received.nCame > 0 && received.nCame < received.nAmount)
    return (
      <div role="alert" className="rounded-panel border border-line bg-sunken p-4">
        <p className="font-semibold">{text('checkout.coin.short')}</p>
        <div aria-hidden="true" className="my-2 h-1.5 rounded-pill bg-line">
          <div
            className="h-full rounded-pill bg-leaf"
            style={{ width: `${(100 * received.nCame) / received.nAmount}%` }}
          />
        </div>
        <p className="text-15">
          {text('checkout.coin.shortText', {
            came: fullCoinAmount(received.nCame, coin),
            all: fullCoinAmount(received.nAmount, coin),
          })}{' '}
          {here && text('checkout.coin.hereClosed')}
        </p>
      </div>
    );
  return (
    <p role="status" className="flex items-center gap-3 text-15 text-soft">
      <Spinner className="size-5 shrink-0 text-leaf" />
      {text('checkout.coin.watching')}
    </p>
  );
}

interface ExternalWalletProps {
  orderId: string;
  quote: InitiatedOrder;
  coin: CoinName;
  name: string;
  /** The member has a coin wallet. */
  here: boolean;
  /** Called when enough coins were received; the order then waits for confirmations. */
  onReceived: () => void;
}

/** Payment from an external wallet; received coins are polled, also part payments. */
export function ExternalWallet(props: ExternalWalletProps) {
  const { orderId, quote, coin, name, here, onReceived } = props;
  const { nCoinAmount = 0, sReceiveAddress = '' } = quote;
  const { data: received, dataUpdatedAt, errorUpdatedAt } = useQuery(receivedCoinsQuery(orderId));
  const complete = received?.bPaying === true;
  const notify = useEffectEvent(onReceived);
  useEffect(() => {
    if (complete) notify();
  }, [complete]);
  const missing = Math.max(nCoinAmount - (received?.nCame ?? 0), 0);
  return (
    <div className="space-y-4">
      <Received
        received={received}
        coin={coin}
        here={here}
        unseen={errorUpdatedAt > dataUpdatedAt}
      />
      {missing > 0 && (
        <PaymentRequest
          coin={coin}
          address={sReceiveAddress}
          units={missing}
          rest={missing < nCoinAmount}
        />
      )}
      <div className="space-y-1 text-13 text-soft">
        <p>
          {text('checkout.coin.only', { coin, name })} {text('checkout.coin.elsewhereRules')}
        </p>
        {isPlayMoney(sReceiveAddress) && (
          <p className="font-medium text-amber">{text('coins.receive.play')}</p>
        )}
      </div>
    </div>
  );
}
