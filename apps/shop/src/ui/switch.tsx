interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  hint?: string;
}

/** Something that is on or off at once, without a submit. */
export function Switch({ checked, onChange, label, hint }: SwitchProps) {
  return (
    <label className="input-height flex cursor-pointer items-center justify-between gap-4">
      <span>
        <span className="font-medium">{label}</span>
        {hint && <span className="block text-13 text-soft tabular-nums">{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="inline-flex h-7 w-12 shrink-0 items-center rounded-pill border border-edge bg-sunken p-0.5 transition-colors peer-checked:border-leaf peer-checked:bg-leaf peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-leaf *:transition-transform peer-checked:*:translate-x-5 peer-checked:*:bg-on-leaf"
      >
        <span className="size-5 rounded-pill bg-edge" />
      </span>
    </label>
  );
}
