import { useState } from 'react';

/**
 * The text of a field whose value is kept elsewhere, as in the address. It follows changes of the value that the field
 * itself did not report (`report`), as by Back or Reset.
 */
export function useFollowedValue(value: string) {
  const [typed, setTyped] = useState(value);
  const [reported, report] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== reported) setTyped(value);
  }
  return { typed, setTyped, report };
}
