import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { column, momentColumn } from '../../list/column.tsx';
import { type Column, RowSkeletons, TableSection } from '../../list/list.tsx';
import { Access } from './access.tsx';
import { Deeds } from './deeds.tsx';
import { MemberStates } from './list-page.tsx';
import type { OfficeMember } from './office-member.ts';
import { Overview } from './overview.tsx';
import { Statement } from './statement.tsx';
import { papersStep } from './words.ts';

type Row = Omit<OfficeMember['aPapers'][number], 'sStep'> & { sWhat: string };

const logColumns: readonly Column<Row>[] = [
  momentColumn(text('office.orders.at'), 'dCreatedAt'),
  column(text('office.orders.what'), 'sWhat'),
  column(text('office.order.by'), 'sWho'),
  column(text('office.reason'), 'sReason'),
];

/** What staff did about a member, and what became of their papers. */
const Log = ({ member: { aDeeds, aPapers } }: { member: OfficeMember }) => {
  const rows: Row[] = [
    ...aDeeds.map(({ sDeed, ...deed }) => ({ sWhat: sDeed, ...deed })),
    ...aPapers.map(({ sStep, ...step }) => ({
      sWhat: text('office.member.papersStep', { step: papersStep(sStep) }),
      ...step,
    })),
  ].sort((a, b) => (a.dCreatedAt < b.dCreatedAt ? 1 : -1));
  return (
    <TableSection
      label={text('office.member.log')}
      none={text('office.member.noLog')}
      rows={rows}
      idOf={({ sWhat, dCreatedAt }) => sWhat + dCreatedAt}
      columns={logColumns}
    />
  );
};

function Whole({ member }: { member: OfficeMember }) {
  const [tab, setTab] = useState('overview');
  const panels: Readonly<Record<string, [label: string, panel: React.ReactNode]>> = {
    overview: [text('office.member.overview'), <Overview key="overview" member={member} />],
    statement: [text('office.member.statement'), <Statement key="statement" id={member._id} />],
    access: [text('office.member.access'), <Access key="access" member={member} />],
    log: [text('office.member.log'), <Log key="log" member={member} />],
  };
  return (
    <>
      {member.dFrozenAt && (
        <div className="mb-6">
          <Notice tone="attention" title={text('office.member.frozenFor')} standing>
            <p className="wrap-anywhere">{member.sFrozenReason}</p>
          </Notice>
        </div>
      )}
      <Tabs
        label={text('office.member.tabs')}
        value={tab}
        onChange={setTab}
        tabs={Object.entries(panels).map(([value, [label]]) => ({ value, label }))}
      >
        {panels[tab]?.[1]}
      </Tabs>
    </>
  );
}

/** A member: contact, money, orders, notes, sessions, and what may be done with the account. */
export function MemberPage() {
  const { id = '' } = useParams();
  const query = useQuery(apiQuery('GET /office/members/{id}', { params: { id } }));
  const { data } = query;
  return (
    <Page
      key={id}
      title={data?.sName || text('office.member.title')}
      intro={
        data && (
          <span className="inline-flex flex-wrap items-center gap-3">
            <MemberStates member={data} />
            <span className="font-code text-13 wrap-anywhere">{id}</span>
          </span>
        )
      }
      action={data && <Deeds member={data} />}
    >
      <Loaded query={query} waiting={<RowSkeletons />}>
        {(member) => <Whole member={member} />}
      </Loaded>
    </Page>
  );
}
