/** What a settlement file and the books agree on, and what not. */
import type { Answer } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { differenceKinds } from '@giftlane/contract/office/settlements.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { buttonClass } from '@giftlane/ui/controls/button.tsx';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { column, linkColumn, momentColumn } from '../../list/column.tsx';
import { List, Table } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { count } from '../../parts/count.ts';
import { Section } from '../../parts/figures.tsx';

type Report = Answer<'GET /office/settlements/{id}'>['data'];
type Sum = Report['aSums'][number];
type Difference = RowOf<'GET /office/settlements/{id}/differences'>;

const decimal = (amount: string) => amount.replace('-', '−');

const sumColumns = [
  column<Sum>(text('office.settlement.currency'), ({ sCurrency }) => sCurrency.toUpperCase()),
  column<Sum>(text('office.settlement.matched'), ({ nMatched }) => count(nMatched), 'figure'),
  column<Sum>(text('office.settlement.paid'), ({ sPaid }) => decimal(sPaid), 'figure'),
  column<Sum>(text('office.settlement.returned'), ({ sReturned }) => decimal(sReturned), 'figure'),
  column<Sum>(text('office.settlement.fees'), ({ sFees }) => decimal(sFees), 'figure'),
  column<Sum>(
    text('office.settlement.others'),
    ({ nOthers, sOthers }) => (nOthers > 0 ? `${decimal(sOthers)} (${count(nOthers)})` : '–'),
    'figure',
  ),
];

const kinds = {
  file_only: text('office.settlement.kind.file_only'),
  books_only: text('office.settlement.kind.books_only'),
  amount: text('office.settlement.kind.amount'),
} as const;

const amountOf = (money: Difference['oFile']) =>
  money ? `${decimal(money.sAmount)} ${money.sCurrency.toUpperCase()}` : '–';

const columns = [
  column<Difference>(text('office.settlement.kind'), ({ eKind }) => kinds[eKind]),
  linkColumn<Difference>(
    text('office.settlement.transaction'),
    ({ sTransaction }) => `/search?q=${encodeURIComponent(sTransaction)}`,
    ({ sTransaction }) => sTransaction,
  ),
  column<Difference>(text('office.settlement.event'), ({ sEvent }) => sEvent || '–'),
  momentColumn<Difference>(text('office.settlement.when'), 'dAt', 'wide'),
  column<Difference>(text('office.settlement.inFile'), ({ oFile }) => amountOf(oFile), 'figure'),
  column<Difference>(text('office.settlement.inBooks'), ({ oBooks }) => amountOf(oBooks), 'figure'),
];

function Differences({ report }: { report: Report }) {
  const [kind, setKind] = useState<(typeof differenceKinds)[number]>();
  const list = useList('GET /office/settlements/{id}/differences', kind ? { eKind: kind } : {}, {
    id: report._id,
  });
  return (
    <Section
      title={text('office.settlement.differences')}
      action={
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={text('office.settlement.show')}
            value={kind ?? ''}
            onChange={({ target }) => setKind(differenceKinds.find((it) => it === target.value))}
          >
            <option value="">{text('office.settlement.show.all')}</option>
            {differenceKinds.map((it) => (
              <option key={it} value={it}>
                {kinds[it]}
              </option>
            ))}
          </SelectField>
          <a
            className={buttonClass({})}
            href={`/api/v1/office/settlements/${report._id}/sheet`}
            download
          >
            {text('office.settlement.sheet')}
          </a>
        </div>
      }
    >
      <p className="mb-3 text-13 text-soft">{text('office.settlement.scope')}</p>
      <List
        list={list}
        columns={columns}
        idOf={({ nPosition }) => String(nPosition)}
        label={text('office.settlement.differences')}
        empty={text('office.settlement.agrees')}
      />
    </Section>
  );
}

/** The report of one file. */
export function SettlementReport() {
  const { id = '' } = useParams();
  const query = useQuery(apiQuery('GET /office/settlements/{id}', { params: { id } }));
  const report = query.data;
  return (
    <Page
      title={report?.sName ?? text('office.nav.settlements')}
      intro={
        report &&
        `${formatMoment(report.dBeginsAt)} – ${formatMoment(report.dEndsAt)} · ${report.sAccount}`
      }
      back={
        <Link to="/ledger/settlements" className="text-13 font-semibold text-leaf">
          {text('office.nav.settlements')}
        </Link>
      }
    >
      <Loaded query={query} waiting={<Skeleton className="h-64" />}>
        {(found) => (
          <>
            <Section title={text('office.settlement.sums')}>
              <Table
                label={text('office.settlement.sums')}
                columns={sumColumns}
                rows={found.aSums}
                idOf={({ sCurrency }) => sCurrency}
              />
            </Section>
            <Differences report={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
