/** A case of money: its member, what is known, what people did about it, and the decisions. */
import type { Answer } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import type { apiQuery } from '@giftlane/client/queries.ts';
import type { CaseState, FactName } from '@giftlane/contract/office/money-queues.ts';
import { text } from '@giftlane/texts/text.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Age } from '../../list/age.tsx';
import { Facts, Moment, Section } from '../../parts/figures.tsx';
import { type Way, Ways } from './decide.tsx';

export type MoneyCase = Answer<'GET /office/refunds/{id}'>['data'];
type Row = Answer<'GET /office/refunds'>['data']['aRows'][number];

const states: Readonly<Record<CaseState, string>> = {
  refused: text('office.money.state.refused'),
  pending: text('office.money.state.pending'),
  coins: text('office.money.state.coins'),
  owed: text('office.money.state.owed'),
  disputed: text('office.money.state.disputed'),
  unasked: text('office.money.state.unasked'),
  needsTwo: text('office.money.state.needsTwo'),
  needsOne: text('office.money.state.needsOne'),
  itsDay: text('office.money.state.itsDay'),
  failed: text('office.money.state.failed'),
};

const facts: Readonly<Record<FactName, string>> = {
  order: text('office.money.fact.order'),
  topUp: text('office.money.fact.topUp'),
  capture: text('office.money.fact.capture'),
  providerOrder: text('office.money.fact.providerOrder'),
  captured: text('office.money.fact.captured'),
  takenBack: text('office.money.fact.takenBack'),
  restored: text('office.money.fact.restored'),
  frozen: text('office.money.fact.frozen'),
  notSent: text('office.money.fact.notSent'),
  reason: text('office.money.fact.reason'),
  problem: text('office.money.fact.problem'),
  attempts: text('office.money.fact.attempts'),
  address: text('office.money.fact.address'),
  txid: text('office.money.fact.txid'),
  fee: text('office.money.fact.fee'),
  comment: text('office.money.fact.comment'),
  goesAt: text('office.money.fact.goesAt'),
  held: text('office.money.fact.held'),
  approvedBy: text('office.money.fact.approvedBy'),
  task: text('office.money.fact.task'),
  payload: text('office.money.fact.payload'),
  due: text('office.money.fact.due'),
};

const shownValue = (name: FactName, value: string) => {
  if (name === 'order') return <Link to={`/orders/${value}`}>{value}</Link>;
  return name === 'goesAt' || name === 'due' ? <Moment at={value} /> : value;
};

const amountText = ({ oAmount, sAbout }: Row) =>
  oAmount ? `${oAmount.sAmount} ${oAmount.sUnit.toUpperCase()}` : sAbout;

/** A case as its list shows it. */
export const rowOf = (row: Row) => ({
  id: row._id,
  title: amountText(row),
  detail: (
    <>
      {states[row.eState]} · <Age at={row.dCreatedAt} />
    </>
  ),
});

function MemberShown({ oMember }: Pick<MoneyCase, 'oMember'>) {
  if (!oMember) return null;
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2">
      <Link to={`/members/${oMember._id}`} className="min-w-0 font-semibold wrap-anywhere">
        {oMember.sName || oMember.sEmail}
      </Link>
      <span className="min-w-0 text-soft wrap-anywhere">{oMember.sEmail}</span>
      {oMember.bFrozen && <Badge tone="danger">{text('office.member.frozen')}</Badge>}
    </p>
  );
}

function History({ aHistory }: Pick<MoneyCase, 'aHistory'>) {
  if (aHistory.length === 0) return null;
  return (
    <Section title={text('office.money.history')}>
      <ul className="space-y-1 text-15">
        {aHistory.map(({ dAt, sWho, sDeed, sReason }) => (
          <li key={dAt + sDeed} className="wrap-anywhere">
            <Moment at={dAt} /> · {sWho} · {sDeed}
            {sReason && `: ${sReason}`}
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface CaseProps {
  query: ReturnType<typeof apiQuery<'GET /office/refunds/{id}'>>;
  waysOf: (shown: MoneyCase) => readonly Way[];
}

/** The open case. */
export function CaseShown({ query, waysOf }: CaseProps) {
  return (
    <Loaded query={useQuery(query)} waiting={<Skeleton className="h-64" />}>
      {(shown) => (
        <div className="px-4">
          <h2 className="mb-1 flex flex-wrap items-center gap-3 font-display text-21 font-semibold tabular-nums">
            {amountText(shown)} <Badge tone="waiting">{states[shown.eState]}</Badge>
          </h2>
          <MemberShown oMember={shown.oMember} />
          <div className="mb-8 max-w-160">
            <Facts
              facts={shown.aFacts.map(({ eFact, sValue }) => [
                facts[eFact],
                shownValue(eFact, sValue),
              ])}
            />
          </div>
          <History aHistory={shown.aHistory} />
          <Ways ways={waysOf(shown)} />
        </div>
      )}
    </Loaded>
  );
}
