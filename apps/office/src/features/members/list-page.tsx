import { text } from '@giftlane/texts/text.ts';
import { SearchBox } from '@giftlane/ui/form/search-box.tsx';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { column, linkColumn, momentColumn } from '../../list/column.tsx';
import { FilterSelect } from '../../list/filter-select.tsx';
import { type Column, List } from '../../list/list.tsx';
import { useFilters } from '../../list/use-filters.ts';
import { type RowOf, useList } from '../../list/use-list.ts';

type Row = RowOf<'GET /office/members'>;

const names = ['sSearch', 'nLevel', 'bFrozen'] as const;

/** How far a member's papers are. */
export const papers = {
  p: text('office.kyc.p'),
  s: text('office.kyc.s'),
  v: text('office.kyc.v'),
  r: text('office.kyc.r'),
} as const;

/** What is not usual about a member. */
export const MemberStates = ({
  member: { bFrozen, bClosed, nLevel },
}: {
  member: Pick<Row, 'bFrozen' | 'bClosed' | 'nLevel'>;
}) => (
  <span className="inline-flex gap-2 empty:hidden">
    {bClosed && <Badge tone="plain">{text('office.member.closed')}</Badge>}
    {bFrozen && <Badge tone="danger">{text('office.member.frozen')}</Badge>}
    {nLevel === 2 && <Badge tone="success">{text('office.member.pro')}</Badge>}
  </span>
);

const columns: readonly Column<Row>[] = [
  linkColumn(
    text('office.member.name'),
    ({ _id }) => `/members/${_id}`,
    ({ _id, sName }) => sName || _id,
  ),
  column(text('office.email'), 'sEmail'),
  column(text('office.orders.state'), (member) => <MemberStates member={member} />),
  column(text('office.member.papers'), ({ sKycStatus }) => papers[sKycStatus], 'wide'),
  momentColumn(text('office.member.since'), 'dCreatedAt', 'wide'),
];

/** Members, the newest first. */
export function Members() {
  const [filters, change] = useFilters(names);
  const list = useList('GET /office/members', filters as object);
  return (
    <Page title={text('office.nav.members')}>
      <div className="mb-5 grid items-end gap-3 md:grid-cols-[1fr_10rem_10rem]">
        <SearchBox
          label={text('office.member.find')}
          search={filters.sSearch ?? ''}
          onSearch={(sSearch) => change({ sSearch })}
        />
        <FilterSelect
          label={text('office.member.level')}
          value={filters.nLevel}
          options={[
            ['1', text('office.member.usual')],
            ['2', text('office.member.pro')],
          ]}
          onChange={(nLevel) => change({ nLevel })}
        />
        <FilterSelect
          label={text('office.orders.state')}
          value={filters.bFrozen}
          options={[['true', text('office.member.frozen')]]}
          onChange={(bFrozen) => change({ bFrozen })}
        />
      </div>
      <List
        list={list}
        columns={columns}
        label={text('office.nav.members')}
        empty={text('office.member.none')}
      />
    </Page>
  );
}
