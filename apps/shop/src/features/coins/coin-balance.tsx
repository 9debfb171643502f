import type { User } from '@giftlane/contract/accounts.ts';
import type { CoinWallet } from '@giftlane/contract/coin-wallet.ts';
import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import {
  balanceText,
  balanceUnits,
  coinAmount,
  coinRateQuery,
  isCut,
  rateText,
  worthText,
} from '../../parts/coins.ts';
import { Button } from '../../ui/button.tsx';
import { LineSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-queue.ts';

const fetchDialog = () => import('./send-dialog.tsx');
const SendDialog = lazy(fetchDialog);

interface WorthProps {
  wallet: CoinWallet;
  currency: Currency;
}

/** What the coins are worth, and by which rate (COIN-04, COIN-14). */
function Worth({ wallet, currency }: WorthProps) {
  const { coin } = wallet;
  const { data, isError } = useQuery(coinRateQuery(coin));
  const units = balanceUnits(wallet);
  if (!data && isError) return <p className="mt-2 text-15">{text('coins.noRate', { coin })}</p>;
  if (!data || units === undefined)
    return <LineSkeleton className="mt-2 text-15 opacity-40" bar="h-4 w-56 max-w-full" />;
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 text-15 tabular-nums">
      <span className="font-semibold">{worthText(units, { rates: data.rates, currency })}</span>
      <span>{rateText(coin, data.rates[currency], currency)}</span>
    </p>
  );
}

/** What a coin's wallet holds, what is on its way into it, and sending. */
export function CoinBalance({ wallet, member }: { wallet: CoinWallet; member: User }) {
  const { coin, nPending } = wallet;
  const [sending, setSending] = useState(false);
  const { data: rate } = useQuery(coinRateQuery(coin));
  const units = balanceUnits(wallet);
  // Fetched before it is drawn: where it can not be, the room stays.
  const open = () =>
    fetchDialog().then(
      () => setSending(true),
      () => toast.failure(text('error.serverUnavailable')),
    );
  return (
    <section className="rounded-panel band p-6 md:p-8">
      <h2 className="font-text text-15 font-normal tracking-normal">{text('wallet.balance')}</h2>
      {units === undefined ? (
        <>
          <LineSkeleton
            className="mt-1 text-40 opacity-40 md:text-56"
            bar="h-9 w-48 max-w-full md:h-12"
          />
          <span className="sr-only">{text('coins.tiles.loading')}</span>
        </>
      ) : (
        <>
          <p className="mt-1 font-display text-40 font-bold tracking-tighter tabular-nums md:text-56">
            {/* Large: where it is too long for a phone, the coin goes below its number. */}
            {balanceText(units)} {coin}
          </p>
          {isCut(units) && (
            <p className="text-15 tabular-nums">
              {text('coins.exactly', { amount: coinAmount(units, coin) })}
            </p>
          )}
        </>
      )}
      <Worth wallet={wallet} currency={member.eCurrency} />
      <p role="status" className="mt-1 text-15 font-semibold tabular-nums empty:mt-0">
        {nPending > 0 && text('coins.pending', { amount: coinAmount(nPending, coin) })}
      </p>
      <Button className="mt-6 min-w-32" onClick={() => void open()}>
        {text('wallet.send')}
      </Button>
      <Suspense fallback={null}>
        {sending && (
          <SendDialog
            owner={member._id}
            wallet={wallet}
            rates={rate?.rates}
            currency={member.eCurrency}
            onClose={() => setSending(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
