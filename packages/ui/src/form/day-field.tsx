import { isDay } from './days.ts';
import { TextField } from './field.tsx';
import { useFollowedValue } from './use-followed-value.ts';

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or empty for any day. */
  day: string;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string) => void;
}

/** A date to filter by, reported once it is complete. Incomplete input is removed when the field is left. */
export function DayField({ label, day, min, max, onDay }: DayFieldProps) {
  const { typed, setTyped, report } = useFollowedValue(day);
  const change = (value: string) => {
    report(value);
    if (value !== day) onDay(value);
  };
  return (
    <TextField
      type="date"
      label={label}
      value={typed}
      min={min}
      max={max}
      onChange={({ target: { value, validity } }) => {
        setTyped(value);
        // An incomplete date also has an empty value, with `badInput`.
        if (isDay(value) || (value === '' && !validity.badInput)) change(value);
      }}
      onBlur={({ target }) => {
        if (isDay(target.value)) return;
        target.value = ''; // Also the parts of an incomplete date, unknown to React.
        setTyped('');
        change('');
      }}
    />
  );
}
