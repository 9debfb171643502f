import { Fragment } from 'react';

const date = String.raw`\d{2}-\p{L}+-\d{4}(?:, \d{2}:\d{2}\s[AP]M)?`;
const unbroken = new RegExp(
  String.raw`(${date}|\d+-\d+\s\p{L}+|\d+\s[ap]m(?:\s[A-Z]{3})?|\be-mail\b)`,
  'u',
);

/** A sentence without line breaks in dates, times, time spans and the word e-mail. */
export function Dated({ words }: { words: string }) {
  return words.split(unbroken).map((part, index) =>
    // `split` puts matches at odd indexes.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
      <span key={index} className="whitespace-nowrap normal-nums">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
