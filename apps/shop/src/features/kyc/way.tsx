import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { useQuery } from '@tanstack/react-query';
import { kycQuery } from './reason.tsx';
import { StepMark } from './step-list.tsx';

const stages = [
  { name: text('kyc.way.sent'), about: text('kyc.way.sent.about') },
  { name: text('kyc.way.review'), about: text('kyc.way.review.about') },
  { name: text('kyc.way.answer'), about: text('kyc.way.answer.about') },
];

/** Documents that were sent are at the second stage, where they are looked at. */
const current = 1;

/** The way of documents that were sent, and how long it takes. */
export function KycWay() {
  const sentAt = useQuery(kycQuery).data?.dSentAt;
  return (
    <ol
      aria-label={text('kyc.way')}
      className="mt-6 grid gap-x-4 rounded-panel border border-line bg-surface px-4 py-2 md:grid-cols-3 md:py-4"
    >
      {stages.map(({ name, about }, at) => (
        <li
          key={name}
          aria-current={at === current ? 'step' : undefined}
          className="flex gap-3 py-2.5 md:py-0"
        >
          <StepMark number={at + 1} done={at < current} current={at === current} />
          <div className="min-w-0">
            <p className="leading-snug font-semibold">
              {name}
              {at < current && <span className="sr-only"> {text('kyc.steps.done')}</span>}
            </p>
            <p className="text-13 text-soft">
              {about}
              {at === current && sentAt && ` ${text('review.time', { date: formatDate(sentAt) })}`}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
