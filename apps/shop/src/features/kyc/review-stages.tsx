import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { useQuery } from '@tanstack/react-query';
import { kycQuery } from './reason.tsx';
import { StepItem } from './step-list.tsx';

const stages = [
  { name: text('kyc.way.sent'), about: text('kyc.way.sent.about') },
  { name: text('kyc.way.review'), about: text('kyc.way.review.about') },
  { name: text('kyc.way.answer'), about: text('kyc.way.answer.about') },
];

/** Submitted documents are at the second stage, the review. */
const current = 1;

/** The stages of a review, and how long it takes. */
export function ReviewStages() {
  const sentAt = useQuery(kycQuery).data?.dSentAt;
  return (
    <ol
      aria-label={text('kyc.way')}
      className="mt-6 grid gap-x-4 rounded-panel border border-line bg-surface px-4 py-2 md:grid-cols-3 md:py-4"
    >
      {stages.map(({ name, about }, at) => (
        <StepItem
          key={name}
          number={at + 1}
          name={name}
          about={
            at === current && sentAt
              ? `${about} ${text('review.time', { date: formatDate(sentAt) })}`
              : about
          }
          done={at < current}
          current={at === current}
        />
      ))}
    </ol>
  );
}
