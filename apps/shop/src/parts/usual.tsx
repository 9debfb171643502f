import { Check } from 'lucide-react';

/** The state that nearly all lines of a list end in: a tick, and its word for who points at it or listens. */
export const Usual = ({ word }: { word: string }) => (
  <span title={word} className="text-leaf">
    <Check aria-hidden="true" className="size-4" />
    <span className="sr-only">{word}</span>
  </span>
);
