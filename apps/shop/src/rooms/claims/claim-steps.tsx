import { formatMoment } from '@giftlane/texts/dates.ts';

interface ClaimStep {
  readonly at: string;
  readonly name: string;
  /** What was written. */
  readonly words: string;
}

/** What happened to a claim, step by step. */
export const ClaimSteps = ({ label, steps }: { label: string; steps: readonly ClaimStep[] }) => (
  <ol aria-label={label} className="text-13">
    {steps.map(({ at, name, words }) => (
      <li key={`${at} ${name}`} className="group/step relative pb-3 ps-5 last:pb-0">
        <span aria-hidden="true" className="absolute start-0 top-1.5 size-2 rounded-pill bg-leaf" />
        <span
          aria-hidden="true"
          className="absolute start-1 top-5 bottom-0 -ms-px w-0.5 bg-line group-last/step:hidden"
        />
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium">{name}</span>
          <time dateTime={at} className="text-soft">
            {formatMoment(at)}
          </time>
        </p>
        {words && (
          <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line text-soft">
            {words}
          </p>
        )}
      </li>
    ))}
  </ol>
);
