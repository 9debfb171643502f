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

interface ToSendProps {
  coin: CoinName;
  address: string;
  /** What is still missing, in smallest units. */
  units: number;
  /** A part has come. */
  rest: boolean;
}

interface CopiedProps {
  label: string;
  /** The words of the button. */
  action: string;
  copy: () => Promise<unknown>;
  children: ReactNode;
}

/** Something to be typed elsewhere, and a button as wide as it that copies it. */
const Copied = ({ label, action, copy, children }: CopiedProps) => (
  <div>
    <h3 className="text-13 text-soft">{label}</h3>
    <p className="mt-0.5 font-code font-medium">{children}</p>
    <Button className="mt-2 w-full" onClick={() => void copy()}>
      <Copy aria-hidden="true" className="size-4" />
      {action}
    </Button>
  </div>
);

/** What to send and where, as a picture for a camera, as words to copy, and as a link to a program on this device. */
function ToSend({ coin, address, units, rest }: ToSendProps) {
  const link = paymentLink(coin, address, units);
  return (
    <div className="flex flex-wrap items-start justify-center gap-5">
      {/* A phone can not scan itself: there the program that pays comes first, and the picture last. */}
      <a href={link} className={cx(buttonClass({ look: 'primary' }), 'w-full md:hidden')}>
        <ExternalLink aria-hidden="true" className="size-4" />
        {text('checkout.coin.openWallet')}
      </a>
      {/* Scanned from a screen at arm's length: larger than where it is only looked up. */}
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
        <Copied
          label={text(rest ? 'checkout.coin.sendRest' : 'checkout.coin.send')}
          action={text('checkout.coin.copyAmount')}
          copy={() => copyAmount(units)}
        >
          <span className="text-17 tabular-nums">{fullCoinAmount(units, coin)}</span>
        </Copied>
        <Copied
          label={text('checkout.coin.sendTo')}
          action={text('checkout.coin.copyAddress')}
          copy={() => copyAddress(address)}
        >
          <CodeText code={address} className="text-15" />
        </Copied>
      </div>
    </div>
  );
}

interface StateProps {
  came: CoinPayment | undefined;
  coin: CoinName;
  /** There is a wallet here, too. */
  here: boolean;
  /** Nobody can say right now whether more has come. */
  unseen: boolean;
}

/** What has come so far. */
function State({ came, coin, here, unseen }: StateProps) {
  if (unseen)
    return (
      <Notice tone="waiting" title={text('checkout.coin.unseen')}>
        <p className="mt-1">{text('checkout.coin.unseenText')}</p>
      </Notice>
    );
  if (came && came.nCame > 0 && came.nCame < came.nAmount)
    return (
      <div role="alert" className="rounded-panel border border-line bg-sunken p-4">
        <p className="font-semibold">{text('checkout.coin.short')}</p>
        <div aria-hidden="true" className="my-2 h-1.5 rounded-pill bg-line">
          <div
            className="h-full rounded-pill bg-leaf"
            style={{ width: `${(100 * came.nCame) / came.nAmount}%` }}
          />
        </div>
        <p className="text-15">
          {text('checkout.coin.shortText', {
            came: fullCoinAmount(came.nCame, coin),
            all: fullCoinAmount(came.nAmount, coin),
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

interface FromElsewhereProps {
  orderId: string;
  begun: InitiatedOrder;
  coin: CoinName;
  name: string;
  /** There is a wallet here, too. */
  here: boolean;
  /** Enough was seen: the order waits for its confirmations. */
  onSeen: () => void;
}

/** Paying an order from any wallet but the one here: noticed without a reload, also in parts. */
export function FromElsewhere(props: FromElsewhereProps) {
  const { orderId, begun, coin, name, here, onSeen } = props;
  const { nCoinAmount = 0, sReceiveAddress = '' } = begun;
  const { data: came, dataUpdatedAt, errorUpdatedAt } = useQuery(receivedCoinsQuery(orderId));
  // Said once the order is set aside for it, so that nobody takes it for unpaid any more.
  const seen = came?.bPaying === true;
  const goOn = useEffectEvent(onSeen);
  // The answer comes from outside; what follows from it is another page.
  useEffect(() => {
    if (seen) goOn();
  }, [seen]);
  const missing = Math.max(nCoinAmount - (came?.nCame ?? 0), 0);
  return (
    <div className="space-y-4">
      <State came={came} coin={coin} here={here} unseen={errorUpdatedAt > dataUpdatedAt} />
      {missing > 0 && (
        <ToSend
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
