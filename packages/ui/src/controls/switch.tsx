import { cx } from '../cx.ts';
import { Spinner } from './spinner.tsx';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  hint?: string;
  /** Shows a spinner and ignores presses. */
  busy?: boolean;
  disabled?: boolean;
}

/** A setting that is on or off and applies at once. */
export function Switch({ checked, onChange, label, hint, busy, disabled }: SwitchProps) {
  return (
    <label
      className={cx(
        'input-height flex flex-wrap items-center justify-between gap-x-4 gap-y-1',
        disabled ? 'cursor-not-allowed' : busy ? 'cursor-progress' : 'cursor-pointer',
      )}
    >
      <span>
        <span className="font-medium">{label}</span>
        {hint && <span className="block text-13 text-soft tabular-nums">{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-busy={busy || undefined}
        // Not `disabled`: the switch would lose the focus.
        aria-disabled={busy || undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => !busy && onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="inline-flex h-7 w-12 shrink-0 items-center rounded-pill border border-edge bg-sunken p-0.5 transition-colors peer-checked:border-leaf peer-checked:bg-leaf peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-leaf *:transition-transform peer-checked:*:translate-x-5 peer-checked:*:bg-on-leaf peer-checked:*:text-leaf peer-disabled:off"
      >
        <span className="inline-flex size-5 items-center justify-center rounded-pill bg-edge text-surface">
          {busy && <Spinner className="size-3.5" />}
        </span>
      </span>
    </label>
  );
}
