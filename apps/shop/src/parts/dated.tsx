import { Fragment } from 'react';

const whole = /(\d{2}-\p{L}+-\d{4}|\d+-\d+\s\p{L}+|\d+\s[ap]m(?:\s[A-Z]{3})?|\be-mail\b)/u;

/** A sentence in which no date, hour or span of time is broken, and no e-mail at its hyphen. */
export function Dated({ words }: { words: string }) {
  return words.split(whole).map((part, index) =>
    // What was matched stands at the odd places.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
