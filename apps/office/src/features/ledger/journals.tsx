/** Journals, the newest first. */
import { text } from '@giftlane/texts/text.ts';
import { SearchField } from '@giftlane/ui/form/search-box.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { column, momentColumn } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { RowLink } from '../../parts/figures.tsx';
import { Postings } from './postings.tsx';

type Row = RowOf<'GET /office/ledger/journals'>;

const columns: Column<Row>[] = [
  momentColumn(text('office.ledger.when'), 'dCreatedAt'),
  column(text('office.ledger.kind'), 'sKind'),
  column(text('office.ledger.key'), ({ sKey, sOwner }) =>
    sOwner === 'house' ? sKey : <RowLink to={`/ledger/journals?owner=${sOwner}`}>{sKey}</RowLink>,
  ),
  column(text('office.ledger.postings'), ({ aPostings }) => <Postings postings={aPostings} />),
];

/** Journals of all, of an owner or of one account: `?owner=` or `?account=` of the address. */
export function Journals() {
  const [search, setSearch] = useSearchParams();
  const account = search.get('account') ?? '';
  const owner = search.get('owner') ?? '';
  const [typed, setTyped] = useState(account);
  const list = useList('GET /office/ledger/journals', {
    ...(account && { sAccount: account }),
    ...(owner && { sOwner: owner }),
  });
  return (
    <Page title={text('office.nav.journals')} intro={owner || account}>
      <form
        className="mb-5 max-w-prose"
        onSubmit={(event) => {
          event.preventDefault();
          setSearch(typed.trim() ? { account: typed.trim() } : {});
        }}
      >
        <SearchField
          label={text('office.ledger.find')}
          clearLabel={text('office.ledger.clear')}
          value={typed}
          onChange={setTyped}
          onClear={() => {
            setTyped('');
            setSearch({});
          }}
        />
      </form>
      <List
        list={list}
        label={text('office.nav.journals')}
        columns={columns}
        idOf={({ _id, sOwner }) => `${sOwner} ${_id}`}
        empty={text('office.ledger.noJournals')}
      />
    </Page>
  );
}
