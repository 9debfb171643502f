import { Fragment } from 'react';

const date = String.raw`\d{2}-\p{L}+-\d{4}(?:, \d{2}:\d{2}\s[AP]M)?`;
const whole = new RegExp(
  String.raw`(${date}|\d+-\d+\s\p{L}+|\d+\s[ap]m(?:\s[A-Z]{3})?|\be-mail\b)`,
  'u',
);

/**
 * A sentence in which no date, moment or span of time is broken, and no e-mail at its hyphen; nor are dates torn at
 * theirs where figures are of one width.
 */
export function Dated({ words }: { words: string }) {
  return words.split(whole).map((part, index) =>
    // What was matched stands at the odd places.
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
