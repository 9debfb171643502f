/** A verdict on each paper, and the decision that follows when all have one. */
import { type Paper, papers } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { useState } from 'react';
import { DecisionFoot, KeyButton } from '../../queue/decision-foot.tsx';
import { KeyHint } from '../../queue/key-hint.tsx';
import { useKeys } from '../../queue/keys.ts';
import { useCase } from '../../queue/queue-page.tsx';
import { ReasonPicker } from '../../queue/reason-picker.tsx';
import { nextOf, paperNames, reasonsOf, type Verdicts } from './papers.ts';

interface VerdictsProps {
  verdicts: Verdicts;
  acceptedBefore: readonly Paper[];
  /** The paper that is judged now. */
  current: Paper;
  onCurrent: (paper: Paper) => void;
  onJudge: (verdicts: Verdicts) => void;
  onFinish: () => void;
}

function Said({ reason, before }: { reason: string | undefined; before: boolean }) {
  if (reason === undefined)
    return <span className="text-soft">{text('office.identity.open')}</span>;
  if (reason !== '') return <span className="text-fail wrap-anywhere">{reason}</span>;
  return (
    <Badge tone="success">
      {before ? text('office.identity.acceptedBefore') : text('office.identity.accepted')}
    </Badge>
  );
}

/** The papers and what was said of each. */
export function VerdictList({
  verdicts,
  acceptedBefore,
  current,
  onCurrent,
}: Pick<VerdictsProps, 'verdicts' | 'acceptedBefore' | 'current' | 'onCurrent'>) {
  return (
    <ul
      aria-label={text('office.identity.verdicts')}
      className="overflow-hidden rounded-panel border border-line"
    >
      {papers.map((paper, at) => (
        <li key={paper} className="border-line not-first:border-t">
          <button
            type="button"
            aria-pressed={paper === current}
            aria-keyshortcuts={`${at}`}
            onClick={() => onCurrent(paper)}
            className={cx(
              'flex min-h-9 w-full flex-wrap items-center gap-x-3 px-3 py-1 text-start text-15',
              paper === current ? 'bg-leaf-tint' : 'hover:bg-sunken',
            )}
          >
            <KeyHint>{`${at}`}</KeyHint>
            <span className="shrink-0 font-medium">{paperNames[paper]}</span>
            <span className="ms-auto min-w-0 text-13">
              <Said reason={verdicts[paper]} before={acceptedBefore.includes(paper)} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What finishing does, or how many verdicts are missing. */
function finishWords(verdicts: Verdicts): string {
  const left = papers.filter((paper) => verdicts[paper] === undefined).length;
  if (left > 0) return text('office.identity.finish.left', { count: left });
  const declined = Object.values(verdicts).filter(Boolean).length;
  return declined > 0
    ? text('office.identity.finish.r', { count: declined })
    : text('office.identity.finish.v');
}

/** Keys: 0 to 4 choose a paper, a accepts it, d declines it, f finishes. */
export function VerdictBar({
  verdicts,
  current,
  onCurrent,
  onJudge,
  onFinish,
}: Omit<VerdictsProps, 'acceptedBefore'>) {
  const { id, holder } = useCase();
  // Another one can be chosen while a reason is given.
  const [declining, setDeclining] = useState<Paper>();
  const closed = holder !== '';
  const finished = papers.every((paper) => verdicts[paper] !== undefined);
  const judge = (paper: Paper, reason: string) => {
    const judged = { ...verdicts, [paper]: reason };
    setDeclining(undefined);
    onJudge(judged);
    onCurrent(nextOf(judged, paper));
  };
  useKeys({
    '0': () => onCurrent('data'),
    ...(!closed &&
      !declining && {
        a: () => judge(current, ''),
        d: () => setDeclining(current),
        f: finished ? onFinish : undefined,
      }),
  });
  if (declining && !closed)
    return (
      <ReasonPicker
        label={text('office.identity.decline.of', { paper: paperNames[declining] })}
        reasons={reasonsOf[declining]}
        hint={text('office.identity.reason.hint')}
        mostLetters={500}
        draftKey={`${id} ${declining}`}
        onChoose={(reason) => judge(declining, reason)}
        onClose={() => setDeclining(undefined)}
      />
    );
  return (
    <DecisionFoot>
      <KeyButton press="a" disabled={closed} onClick={() => judge(current, '')}>
        {text('office.identity.accept')}
      </KeyButton>
      <KeyButton press="d" disabled={closed} onClick={() => setDeclining(current)}>
        {text('office.identity.decline')}
      </KeyButton>
      <Button
        look="primary"
        aria-keyshortcuts="f"
        className="ms-auto"
        disabled={closed || !finished}
        onClick={onFinish}
      >
        {finishWords(verdicts)} {finished && <KeyHint>f</KeyHint>}
      </Button>
    </DecisionFoot>
  );
}
