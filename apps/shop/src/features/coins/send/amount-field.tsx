import type { CoinName } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { coinAmount, coinText, type Worth, worthText } from '../../../rooms/coins/coins.ts';
import { typedAmount } from '../../../rooms/money/typed-amount.ts';
import type { CoinSendDraft } from './draft.ts';

interface AmountFieldProps {
  coin: CoinName;
  /** Balance in smallest units. */
  have: number;
  /** The amount to send in smallest units; undefined while it is invalid. */
  units: number | undefined;
  worth: Worth | undefined;
  draft: CoinSendDraft;
  error: string | undefined;
  onChange: (part: Partial<CoinSendDraft>) => void;
}

/** The amount with its worth, and a button that sends the whole balance. */
export function AmountField(props: AmountFieldProps) {
  const { coin, have, units, worth, draft, error, onChange } = props;
  const amount = coinAmount(have, coin);
  const help =
    worth && units
      ? text('coins.send.worthAndHave', {
          worth: worthText(units, worth),
          amount,
        })
      : text('coins.send.have', { amount });
  return (
    <div className="relative">
      <TextField
        label={text('coins.send.amount', { coin })}
        help={help}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        className="pe-28 text-21 font-semibold tabular-nums"
        value={draft.all && units !== undefined ? coinText(units) : draft.amount}
        onChange={(event) => onChange({ amount: typedAmount(event.target.value), all: false })}
      />
      {/* Inside the field, at its end. */}
      <div className="input-height absolute top-[calc(1lh+0.375rem)] end-1 flex items-center text-15">
        <Button
          size="small"
          look={draft.all ? 'tonal' : 'quiet'}
          aria-pressed={draft.all}
          onClick={() => onChange({ all: !draft.all })}
        >
          {text('coins.send.all')}
        </Button>
      </div>
    </div>
  );
}
