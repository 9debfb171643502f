import { useState } from 'react';
import { isDay } from './days.ts';
import { TextField } from './field.tsx';

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or empty for any day. */
  day: string;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string) => void;
}

/**
 * A day to look for. The field keeps what is typed: the year comes digit by digit, and until it is
 * whole there is nothing to look for. What is left unfinished counts as no day.
 */
export function DayField({ label, day, min, max, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day);
  const [sent, setSent] = useState(day);
  const [seen, setSeen] = useState(day);
  // The address changed. If not by us (Back, Reset), the field follows.
  if (day !== seen) {
    setSeen(day);
    if (day !== sent) setTyped(day);
  }
  const tell = (value: string) => {
    setSent(value);
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
        // Half a date has no value either; an empty field has one less complaint.
        if (isDay(value) || (value === '' && !validity.badInput)) tell(value);
      }}
      onBlur={({ target }) => {
        if (isDay(target.value)) return;
        target.value = ''; // Also the parts of half a date, which React can not see.
        setTyped('');
        tell('');
      }}
    />
  );
}
