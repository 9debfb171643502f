import { text } from '@giftlane/texts/text.ts';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';

interface StepperProps {
  value: number;
  onChange: (value: number) => void;
  /** Accessible name: what is counted. */
  label: string;
  max: number;
  disabled?: boolean;
}

const min = 1;
const stepClass =
  'inline-flex w-9 items-center sm:w-10 justify-center text-ink hover:bg-sunken disabled:off aria-disabled:text-soft aria-disabled:hover:bg-transparent';

/** A quantity from 1: a number field between two buttons. */
export function Stepper({ value, onChange, label, max, disabled = false }: StepperProps) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const number = Math.round(Number(text));
    // Empty or invalid input does not change the value.
    if (!text || !Number.isFinite(number)) return;
    const next = Math.min(max, Math.max(min, number));
    if (next !== value) onChange(next);
  };
  const settle = (field: HTMLInputElement) => {
    setTyped(undefined);
    // React would leave `1e2`, which equals 100.
    field.value = String(value);
  };
  return (
    <div className="input-height inline-flex overflow-hidden rounded-control border border-edge bg-surface has-disabled:border-line">
      <button
        type="button"
        aria-label={text('ui.less')}
        disabled={disabled}
        // Not `disabled`: the button would lose the focus.
        aria-disabled={value <= min}
        onClick={() => value > min && onChange(value - 1)}
        className={stepClass}
      >
        <Minus aria-hidden="true" className="size-4" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={label}
        min={min}
        max={max}
        step={1}
        disabled={disabled}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={(event) => settle(event.currentTarget)}
        onKeyDown={(event) => event.key === 'Enter' && settle(event.currentTarget)}
        className="w-10 text-center sm:w-11 font-medium tabular-nums disabled:off"
      />
      <button
        type="button"
        aria-label={text('ui.more')}
        disabled={disabled}
        aria-disabled={value >= max}
        onClick={() => value < max && onChange(value + 1)}
        className={stepClass}
      >
        <Plus aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
