import { text } from '@giftlane/texts/text.ts';
import { Check, Minus } from 'lucide-react';

const does = [text('proof.does.in'), text('proof.does.fixed')];
const doesNot = [
  text('proof.doesNot.funds'),
  text('proof.doesNot.two'),
  text('proof.doesNot.script'),
];

interface PointsProps {
  title: string;
  points: readonly string[];
  isSo?: boolean;
}

function Points({ title, points, isSo = false }: PointsProps) {
  const Icon = isSo ? Check : Minus;
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="mt-2 space-y-2">
        {points.map((point) => (
          <li key={point} className="flex gap-2">
            <Icon
              aria-hidden="true"
              className={isSo ? 'mt-1 size-4 shrink-0 text-leaf' : 'mt-1 size-4 shrink-0 text-soft'}
            />
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a ledger proof proves and what it does not, in plain words. */
export function BookWords() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <Points title={text('proof.does')} points={does} isSo />
      <Points title={text('proof.doesNot')} points={doesNot} />
    </div>
  );
}
