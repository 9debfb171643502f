import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Dated } from '@giftlane/ui/layout/dated.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import type { Checked } from './check-proof.ts';

interface StepProps {
  title: string;
  /** Undefined when there was nothing to compare with. */
  good: boolean | undefined;
  children: string;
}

const marks = {
  good: { Icon: CircleCheck, tone: 'text-leaf' },
  bad: { Icon: CircleX, tone: 'text-fail' },
  none: { Icon: CircleMinus, tone: 'text-soft' },
};

function Step({ title, good, children }: StepProps) {
  const { Icon, tone } = marks[good === undefined ? 'none' : good ? 'good' : 'bad'];
  return (
    <li className="flex gap-3 border-b border-line py-4 last:border-b-0">
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', tone)} />
      <div className="min-w-0">
        <p className="font-semibold">
          {good === undefined
            ? title
            : textParts(good ? 'proof.step.good' : 'proof.step.bad', { title }, 'sr-only')}
        </p>
        <p className="mt-0.5 max-w-prose text-soft">
          <Dated words={good === false ? text('proof.step.bad.hint') : children} />
        </p>
      </div>
    </li>
  );
}

const moment = (iso: string) => ({ day: formatDate(iso), time: formatTime(iso) });

function earlierWords({ earlier }: Checked): string {
  const { seen } = earlier;
  if (!seen) return text('proof.step.earlier.first');
  return text('proof.step.earlier.continued', { ...moment(seen.seenAt), size: seen.nSize });
}

/** The recomputed steps: from the member's own entries up to the public head. */
export function Steps({ checked }: { checked: Checked }) {
  const { proof, earlier } = checked;
  const { oSeal, oHead } = proof;
  return (
    <ol>
      <Step title={text('proof.step.entries')} good={checked.entries}>
        {text('proof.step.entries.hint')}
      </Step>
      <Step title={text('proof.step.seal')} good={checked.seal}>
        {text('proof.step.seal.hint', {
          ...moment(oSeal.sSealedAt),
          count: oSeal.nJournals,
        })}
      </Step>
      <Step title={text('proof.step.book')} good={checked.book}>
        {text('proof.step.book.hint', { number: oSeal.nSeal, size: oHead.nSize })}
      </Step>
      <Step title={text('proof.step.head')} good={checked.head}>
        {text('proof.step.head.hint')}
      </Step>
      <Step title={text('proof.step.earlier')} good={earlier.seen && earlier.outcome !== 'broken'}>
        {earlierWords(checked)}
      </Step>
    </ol>
  );
}
