import { Fragment } from 'react';

const date = /(\d{2}-\p{L}+-\d{4}(?:, \d{2}:\d{2}\s[AP]M)?)/u;

/** A sentence in which no date, and no moment, is broken, nor torn at its hyphens where figures are of one width. */
export function Dated({ words }: { words: string }) {
  return words.split(date).map((part, index) =>
    date.test(part) ? (
      <span key={part} className="whitespace-nowrap normal-nums">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
