import { text } from '@giftlane/texts/text.ts';

const marks = text('pay.marks').split(', ');

/** The card brands the provider accepts. */
export function PayMarks() {
  return (
    <ul aria-label={text('pay.marks.label')} className="mt-3 flex flex-wrap justify-center gap-1.5">
      {marks.map((mark) => (
        <li
          key={mark}
          className="rounded-small border border-line bg-raised px-2 py-0.5 text-13 font-semibold text-soft"
        >
          {mark}
        </li>
      ))}
    </ul>
  );
}
