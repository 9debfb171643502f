/** The pages of the shop that its owner writes. */
import type { Answer } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { column, linkColumn, momentColumn } from '../../list/column.tsx';
import { type Column, RowSkeletons, Table } from '../../list/list.tsx';
import { editorOf } from './editor.ts';

type Row = Answer<'GET /office/pages'>['data'][number];

const columns: readonly Column<Row>[] = [
  linkColumn(
    text('office.pages.title'),
    ({ sPath }) => `/pages${sPath}`,
    ({ sTitle }) => sTitle,
  ),
  column(text('office.pages.path'), 'sPath', 'wide'),
  column(text('office.pages.editor'), editorOf),
  momentColumn(text('office.pages.saved'), 'dSavedAt', 'figure'),
];

/** The list of pages. */
export function Pages() {
  const query = useQuery(apiQuery('GET /office/pages', {}));
  return (
    <Page title={text('office.nav.pages')}>
      <Loaded query={query} waiting={<RowSkeletons />}>
        {(rows) => (
          <Table
            columns={columns}
            rows={rows}
            idOf={({ sPath }) => sPath}
            label={text('office.nav.pages')}
          />
        )}
      </Loaded>
    </Page>
  );
}
