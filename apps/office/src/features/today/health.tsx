import { text } from '@giftlane/texts/text.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import type { ReactNode } from 'react';
import { Age } from '../../list/age.tsx';
import { Block } from './block.tsx';
import type { TodayFigures } from './figures.ts';

type HealthFacts = TodayFigures['oHealth'];
type Part = HealthFacts['aParts'][number];

const parts: Readonly<Record<Part['ePart'], string>> = {
  jobs: text('office.health.jobs'),
  payments: text('office.health.payments'),
  mail: text('office.health.mail'),
  rates: text('office.health.rates'),
  prices: text('office.health.prices'),
  signer: text('office.health.signer'),
};

const states: Readonly<
  Record<Part['eState'], { tone: 'success' | 'waiting' | 'danger'; word: string }>
> = {
  good: { tone: 'success', word: text('office.health.good') },
  late: { tone: 'waiting', word: text('office.health.late') },
  bad: { tone: 'danger', word: text('office.health.bad') },
};

function Line({
  name,
  state,
  children,
}: {
  name: string;
  state: Part['eState'];
  children: ReactNode;
}) {
  const { tone, word } = states[state];
  return (
    <li className="flex items-baseline gap-3 border-line px-3 py-1.5 text-15 not-first:border-t">
      <span className="min-w-0 grow truncate">{name}</span>
      <span className="text-13 text-soft tabular-nums">{children}</span>
      {state === 'good' ? (
        <span className="sr-only">{word}</span>
      ) : (
        <Badge tone={tone}>{word}</Badge>
      )}
    </li>
  );
}

/** The last checks of ledger and chains, jobs, and what is known of the providers. */
export function Health({
  health: { oLedger, aChains, aParts, aFailing },
}: {
  health: HealthFacts;
}) {
  return (
    <Block title={text('office.health')} note={text('office.health.hint')}>
      <ul className="rounded-panel border border-line bg-surface">
        {oLedger && (
          <Line name={text('office.health.ledger')} state={oLedger.eState}>
            {oLedger.nProblems > 0 ? (
              text('office.health.problems', { count: oLedger.nProblems })
            ) : (
              <Age at={oLedger.dChecked} />
            )}
          </Line>
        )}
        {aChains.map(({ sCoin, nHeight, dLooked, bHeld, eState }) => (
          <Line
            key={sCoin}
            name={text('office.health.chain', { coin: sCoin.toUpperCase(), block: nHeight })}
            state={eState}
          >
            {bHeld ? text('office.health.held') : <Age at={dLooked} />}
          </Line>
        ))}
        {aParts.map(({ ePart, eState, dLast }) => (
          <Line key={ePart} name={parts[ePart]} state={eState}>
            {dLast ? <Age at={dLast} /> : '–'}
          </Line>
        ))}
        {aFailing.map(({ sTask, nCount }) => (
          <Line key={sTask} name={sTask} state="late">
            {text('office.health.failing', { count: nCount })}
          </Line>
        ))}
      </ul>
    </Block>
  );
}
