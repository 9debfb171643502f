import type { User } from '@giftlane/contract/accounts.ts';
import type { CoinWallet } from '@giftlane/contract/coin-wallet.ts';
import type { CoinName } from '@giftlane/contract/coins.ts';
import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { CoinIcon } from '../../parts/coin-icon.tsx';
import { coinRateQuery, coinWalletPath, hasWallet } from '../../parts/coins.ts';
import { Notice } from '../../ui/notice.tsx';
import { aboutCoins, type Method } from './sell-state.ts';
import { type StepAction, StepEnd } from './step-action.tsx';

interface PaymentStepProps {
  member: User;
  /** Of the card. */
  currency: Currency;
  methods: readonly Method[];
  wallets: readonly CoinWallet[];
  /** What the card brings; undefined while its price is wrong. */
  amountMinor: bigint | undefined;
  method: Method | undefined;
  onMethod: (method: Method) => void;
  problem: string | undefined;
  action: StepAction;
}

/** What being paid into the wallet means here. */
function hintOf(currency: Currency, { eCurrency }: User): string {
  return currency === eCurrency
    ? text('sell.method.walletHint')
    : text('sell.method.walletConverted', { currency: eCurrency.toUpperCase() });
}

/** About how many coins it will be; nothing is promised before the card is accepted. */
function CoinHint({
  coin,
  currency,
  amountMinor = 0n,
}: {
  coin: CoinName;
  currency: Currency;
  amountMinor: bigint | undefined;
}) {
  const { data } = useQuery(coinRateQuery(coin));
  const amount = aboutCoins(amountMinor, data?.rates[currency], coin);
  return amount === undefined
    ? text('sell.method.coinHint', { coin })
    : text('sell.method.coinAbout', { coin, amount });
}

/** The way to a method that is not there yet (SELL-21). */
function CreateWallets({ wallets }: { wallets: readonly CoinWallet[] }) {
  const missing = wallets.filter((wallet) => !hasWallet(wallet));
  if (missing.length === 0) return null;
  return (
    <ul className="mt-3 space-y-1 text-13 text-soft">
      {missing.map(({ coin, name }) => (
        <li key={coin}>
          <Link
            to={coinWalletPath(coin)}
            className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-2 hover:text-ink"
          >
            {text('sell.method.create', { name })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Step 3: where the money goes, and off it is (SELL-19 to SELL-21). */
export function PaymentStep(props: PaymentStepProps) {
  const { member, currency, methods, wallets, amountMinor, method, onMethod, problem, action } =
    props;
  return (
    <>
      <fieldset className="space-y-3">
        <legend className="mb-3 text-soft">{text('sell.method.intro')}</legend>
        {methods
          .filter(({ address }) => address !== undefined)
          .map((known) => (
            <label
              key={known.gateway}
              className="flex cursor-pointer items-center gap-3 rounded-control border border-line p-3 has-checked:border-leaf has-checked:bg-leaf-tint"
            >
              <input
                type="radio"
                name="gateway"
                value={known.gateway}
                checked={method?.gateway === known.gateway}
                onChange={() => onMethod(known)}
                className="size-4 shrink-0 accent-leaf"
              />
              <span className="min-w-0 grow">
                <span className="block font-medium">{known.label}</span>
                <span className="block text-13 text-soft tabular-nums">
                  {known.coin ? (
                    <CoinHint coin={known.coin} currency={currency} amountMinor={amountMinor} />
                  ) : (
                    hintOf(currency, member)
                  )}
                </span>
              </span>
              {known.coin ? (
                <CoinIcon coin={known.coin} className="size-5 shrink-0 text-soft" />
              ) : (
                <Wallet aria-hidden="true" className="size-5 shrink-0 text-soft" />
              )}
            </label>
          ))}
      </fieldset>
      <CreateWallets wallets={wallets} />
      {problem && (
        <div className="mt-4">
          <Notice tone="failure" title={problem} />
        </div>
      )}
      <StepEnd action={action} />
    </>
  );
}
