import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import type { CoinName } from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { gatewayOf } from '../../rooms/checkout/coin-payment.ts';
import { CoinIcon } from '../../rooms/coins/coin-icon.tsx';
import { coinRateQuery, hasWallet } from '../../rooms/coins/coins.ts';
import { useCreateWallet } from '../../rooms/coins/use-create-wallet.ts';
import { VerifyLink } from './day-limit.tsx';
import { aboutCoins, type PayoutMethod } from './sell-state.ts';

interface PaymentStepProps {
  member: User;
  /** Currency of the card. */
  currency: Currency;
  methods: readonly PayoutMethod[];
  wallets: readonly CoinWallet[];
  /** The payout; undefined while the price is invalid. */
  amountMinor: bigint | undefined;
  method: PayoutMethod | undefined;
  onGateway: (gateway: PayoutMethod['gateway']) => void;
  problem: string | undefined;
  /** Whether the offer was refused for the daily limit, which verification lifts. */
  overDayLimit: boolean;
}

/** Explains a payout into the wallet. */
function hintOf(currency: Currency, { eCurrency }: User): string {
  return currency === eCurrency
    ? text('sell.method.walletHint')
    : text('sell.method.walletConverted', { currency: eCurrency.toUpperCase() });
}

/** The approximate payout in coins; no amount is promised before the card is accepted. */
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

/** Creates a missing coin wallet and selects its payout method (SELL-21). */
function CreateWallet({ wallet, onCreated }: { wallet: CoinWallet; onCreated: () => void }) {
  const creating = useCreateWallet(wallet.coin, onCreated);
  return (
    <div className="flex items-center gap-3 rounded-control border border-dashed border-edge p-3">
      <CoinIcon coin={wallet.coin} className="size-5 shrink-0 text-soft" />
      <span className="min-w-0 grow text-soft">
        {text('sell.method.none', { name: wallet.name })}
      </span>
      <Button
        size="small"
        busy={creating.isPending}
        aria-label={text('sell.method.create', { name: wallet.name })}
        onClick={() => creating.mutate()}
      >
        {text('sell.method.createShort')}
      </Button>
    </div>
  );
}

/** Step 3: the payout method (SELL-19 to SELL-21). */
export function PaymentStep(props: PaymentStepProps) {
  const {
    member,
    currency,
    methods,
    wallets,
    amountMinor,
    method,
    onGateway,
    problem,
    overDayLimit,
  } = props;
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
                onChange={() => onGateway(known.gateway)}
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
      <div className="mt-3 space-y-3 empty:hidden">
        {wallets
          .filter((wallet) => !hasWallet(wallet))
          .map((wallet) => (
            <CreateWallet
              key={wallet.coin}
              wallet={wallet}
              onCreated={() => onGateway(gatewayOf[wallet.coin])}
            />
          ))}
      </div>
      {problem && (
        <div className="mt-4">
          <Notice tone="failure" title={problem}>
            {overDayLimit && <VerifyLink />}
          </Notice>
        </div>
      )}
    </>
  );
}
