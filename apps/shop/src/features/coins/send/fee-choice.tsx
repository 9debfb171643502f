import type { CoinName } from '@giftlane/contract/money/coins.ts';
import type { FeeLevel } from '@giftlane/contract/money/crypto.ts';
import { text } from '@giftlane/texts/text.ts';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { coinAmount, type Worth, worthText } from '../../../rooms/coins/coins.ts';
import { type FeeQuote, minutesText } from './fees.ts';

/** The contract's levels, repeated here to keep its schemas out of the bundle. */
const levels: readonly { level: FeeLevel; label: string }[] = [
  { level: 'slow', label: text('coins.send.fee.slow') },
  { level: 'normal', label: text('coins.send.fee.normal') },
  { level: 'fast', label: text('coins.send.fee.fast') },
];

function Cost({ coin, fee, worth }: { coin: CoinName; fee: number; worth: Worth | undefined }) {
  if (fee === 0) return null;
  return (
    <span className="text-end text-15 tabular-nums">
      {coinAmount(fee, coin)}
      {worth && <span className="block text-13 text-soft">{worthText(fee, worth)}</span>}
    </span>
  );
}

interface FeeChoiceProps {
  coin: CoinName;
  quotes: readonly FeeQuote[] | undefined;
  chosen: FeeLevel;
  worth: Worth | undefined;
  onChoose: (level: FeeLevel) => void;
}

/** Choice of the fee level, each with expected time and cost. */
export function FeeChoice({ coin, quotes, chosen, worth, onChoose }: FeeChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-15 font-medium">{text('coins.send.fee')}</legend>
      <div className="grid gap-2">
        {levels.map(({ level, label }) => {
          const quote = quotes?.find(({ eFee }) => eFee === level);
          return (
            <label
              key={level}
              className="flex min-h-13 cursor-pointer items-center gap-3 rounded-control border border-line px-3 py-1 has-checked:border-leaf has-checked:bg-leaf-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
            >
              <input
                type="radio"
                name="fee"
                value={level}
                checked={level === chosen}
                onChange={() => onChoose(level)}
                className="size-4 shrink-0 accent-leaf outline-none"
              />
              <span className="grow">
                <span className="block text-15 font-medium">{label}</span>
                <span className="block text-13 text-soft">
                  {quote ? minutesText(quote.nMinutes) : '\u00a0'}
                </span>
              </span>
              {quote ? (
                <Cost coin={coin} fee={quote.nFee} worth={worth} />
              ) : (
                <Skeleton className="h-4 w-20" />
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
