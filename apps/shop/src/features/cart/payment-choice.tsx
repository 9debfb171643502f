import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { CreditCard } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { gatewayOf } from '../../rooms/checkout/coin-payment.ts';
import type { PayGateway } from '../../rooms/checkout/order-draft.ts';
import { CoinIcon } from '../../rooms/coins/coin-icon.tsx';
import { coinWalletPath, fullCoinAmount } from '../../rooms/coins/coins.ts';
import type { CoinOffer } from './use-payment.ts';

interface PaymentOptionProps {
  value: PayGateway;
  chosen: PayGateway;
  onChoose: (value: PayGateway) => void;
  label: string;
  hint: string;
  icon: ReactNode;
  /** Disabled: the coin has no rate. */
  closed?: boolean;
  /** Why the coin wallet can not pay, and a link to fix it. */
  note?: ReactNode;
}

/** A radio button; hint and note are shown when it is chosen or disabled. */
function PaymentOption({
  value,
  chosen,
  onChoose,
  label,
  hint,
  icon,
  closed = false,
  note,
}: PaymentOptionProps) {
  const noteId = useId();
  const open = chosen === value || closed;
  return (
    <div className="mb-2 rounded-control border border-line last:mb-0 has-checked:border-leaf has-checked:bg-leaf-tint">
      <label className={cx('flex items-center gap-3 px-3 py-2.5', !closed && 'cursor-pointer')}>
        <input
          type="radio"
          name="gateway"
          value={value}
          checked={chosen === value}
          disabled={closed}
          onChange={() => onChoose(value)}
          aria-describedby={note && open ? noteId : undefined}
          className="size-4 shrink-0 accent-leaf"
        />
        <span className={cx('min-w-0 grow', closed && 'text-soft')}>
          <span className="block font-medium">{label}</span>
          {open && <span className="block text-13 text-soft tabular-nums">{hint}</span>}
        </span>
        {icon}
      </label>
      {note && open && (
        <div id={noteId} className="-mt-1 pe-3 pb-3 ps-10 text-13">
          {note}
        </div>
      )}
    </div>
  );
}

const linkClass = 'inline-flex min-h-9 items-center font-semibold underline underline-offset-4';

/** Why a coin, or its wallet, can not pay, and a link to fix it; undefined when it can. */
function noteOn(offer: CoinOffer): ReactNode {
  const { coin, name } = offer;
  switch (offer.kind) {
    case 'noRate':
      return <p>{offer.message}</p>;
    case 'noWallet':
      return (
        <>
          <p>{text('cart.payWith.elsewhere')}</p>
          <Link to={coinWalletPath(coin)} className={linkClass}>
            {text('cart.payWith.createWallet', { name })}
          </Link>
        </>
      );
    case 'short':
      return (
        <>
          <p className="font-medium text-coral-ink">{text('pay.coinBalanceTooLow', { coin })}</p>
          <p>{text('cart.payWith.elsewhere')}</p>
          {offer.coming > 0 && (
            <p>{text('cart.payWith.coinComing', { amount: fullCoinAmount(offer.coming, coin) })}</p>
          )}
          <Link to={coinWalletPath(coin)} className={linkClass}>
            {text('cart.payWith.addBalance', { coin })}
          </Link>
        </>
      );
    default:
      return undefined;
  }
}

function priceOf(offer: CoinOffer): string {
  if (offer.kind === 'noRate') return '';
  if (offer.kind === 'asking') return text('cart.payWith.coinAsking');
  return text('cart.payWith.coinPrice', { amount: fullCoinAmount(offer.units, offer.coin) });
}

const iconClass = 'size-5 shrink-0 text-soft';

interface PaymentChoiceProps {
  chosen: PayGateway;
  onChoose: (value: PayGateway) => void;
  offers: readonly CoinOffer[];
}

/** Card or coin for the part the wallet does not cover (PAY-01, OPEN-40). */
export function PaymentChoice({ chosen, onChoose, offers }: PaymentChoiceProps) {
  return (
    <fieldset className="mb-3 border-b border-line pb-4">
      <legend className="mb-2 font-medium">{text('cart.payWith')}</legend>
      <PaymentOption
        value="PayPal"
        chosen={chosen}
        onChoose={onChoose}
        label={text('cart.payWith.card')}
        hint={text('cart.payWith.cardHint')}
        icon={<CreditCard aria-hidden="true" className={iconClass} />}
      />
      {offers.map((offer) => (
        <PaymentOption
          key={offer.coin}
          value={gatewayOf[offer.coin]}
          chosen={chosen}
          onChoose={onChoose}
          label={offer.name}
          hint={priceOf(offer)}
          icon={<CoinIcon coin={offer.coin} className={iconClass} />}
          closed={offer.kind === 'noRate'}
          note={noteOn(offer)}
        />
      ))}
    </fieldset>
  );
}
