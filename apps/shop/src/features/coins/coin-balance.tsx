import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, quietClass } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { LineSkeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  balanceText,
  balanceUnits,
  coinAmount,
  coinRateQuery,
  isCut,
  rateText,
  worthText,
} from '../../rooms/coins/coins.ts';

const fetchDialog = () => import('./send/send-dialog.tsx');
const SendDialog = lazyPart(fetchDialog);

interface WorthProps {
  wallet: CoinWallet;
  currency: Currency;
}

/** The worth of the balance (COIN-04), less prominent than the balance. */
function Worth({ wallet, currency }: WorthProps) {
  const { coin } = wallet;
  const { data, isError } = useQuery(coinRateQuery(coin));
  const units = balanceUnits(wallet);
  if (!data && isError) return <p className="mt-2 text-15">{text('coins.noRate', { coin })}</p>;
  if (!data || units === undefined)
    return <LineSkeleton className="mt-1 text-17 opacity-40" bar="h-4 w-32 max-w-full" />;
  return (
    <p className="mt-1 text-17 tabular-nums">{worthText(units, { rates: data.rates, currency })}</p>
  );
}

/** The exact balance when it is shown rounded down, the rate (COIN-14), and pending deposits. */
function Facts({ wallet, currency }: WorthProps) {
  const { coin, nPending } = wallet;
  const { data, isError } = useQuery(coinRateQuery(coin));
  const units = balanceUnits(wallet);
  return (
    <div className="text-13 tabular-nums">
      {units !== undefined && isCut(units) && (
        <p>{text('coins.exactly', { amount: coinAmount(units, coin) })}</p>
      )}
      {data && <p>{rateText(coin, data.rates[currency], currency)}</p>}
      {!data && !isError && <LineSkeleton className="opacity-40" bar="h-3 w-40 max-w-full" />}
      <p role="status" className="text-15 font-semibold not-empty:mt-1">
        {nPending > 0 && text('coins.pending', { amount: coinAmount(nPending, coin) })}
      </p>
    </div>
  );
}

/** Balance, pending deposits and send button of a coin wallet. */
export function CoinBalance({ wallet, member }: { wallet: CoinWallet; member: User }) {
  const { coin } = wallet;
  const [sending, setSending] = useState(false);
  const { data: rate } = useQuery(coinRateQuery(coin));
  const units = balanceUnits(wallet);
  // The script is loaded first: a failure must not replace the wallet page.
  const open = () =>
    fetchDialog().then(
      () => setSending(true),
      () => toast.failure(text('error.serverUnavailable')),
    );
  return (
    <section className="flex flex-col justify-center rounded-panel band p-4 md:p-6">
      <h2 className="font-text text-15 font-normal tracking-normal">{text('wallet.balance')}</h2>
      {units === undefined ? (
        <>
          <LineSkeleton className="mt-1 text-40 opacity-40" bar="h-9 w-48 max-w-full" />
          <span className="sr-only">{text('coins.tiles.loading')}</span>
        </>
      ) : (
        <p className="mt-1 font-display text-40 font-bold tracking-tighter tabular-nums">
          {/* On narrow phones the coin's name wraps below the number. */}
          {balanceText(units)} {coin}
        </p>
      )}
      <Worth wallet={wallet} currency={member.eCurrency} />
      <div className="mt-3">
        <Facts wallet={wallet} currency={member.eCurrency} />
      </div>
      <div className="mt-5">
        <Button className={cx('w-full', member.bLocked && quietClass)} onClick={() => void open()}>
          {text('wallet.send')}
        </Button>
      </div>
      {sending && (
        <SendDialog
          owner={member._id}
          wallet={wallet}
          rates={rate?.rates}
          currency={member.eCurrency}
          onClose={() => setSending(false)}
        />
      )}
    </section>
  );
}
