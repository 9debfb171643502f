import type { CoinName } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';

interface AddressFieldProps {
  coin: CoinName;
  address: string;
  error: string | undefined;
  onType: (typed: string) => void;
  /** Called with a complete address or payment link: after a paste or on blur. */
  onWhole: (typed: string) => void;
}

/** The receiver's address or a payment link, with a button that pastes it. */
export function AddressField({ coin, address, error, onType, onWhole }: AddressFieldProps) {
  const mayPaste = 'readText' in (navigator.clipboard ?? {});
  const paste = async () => {
    // Without clipboard permission the member pastes by hand.
    const copied = (await navigator.clipboard.readText().catch(() => '')).trim();
    if (copied !== '') onWhole(copied);
  };
  return (
    <div className="relative">
      <TextField
        autoFocus
        label={text('coins.send.address', { coin })}
        help={text('coins.send.address.help')}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={cx('font-code', mayPaste && 'pe-20')}
        value={address}
        // Two or more new characters at once mean a paste.
        onChange={({ target: { value } }) =>
          value.length > address.length + 1 ? onWhole(value) : onType(value)
        }
        onBlur={() => onWhole(address)}
      />
      {mayPaste && (
        // Inside the field, at its end.
        <div className="input-height absolute top-[calc(1lh+0.375rem)] end-1 flex items-center text-15">
          <Button size="small" look="quiet" onClick={() => void paste()}>
            {text('coins.send.paste')}
          </Button>
        </div>
      )}
    </div>
  );
}
