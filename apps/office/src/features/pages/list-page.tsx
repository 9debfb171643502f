/** The pages of the shop that its owner writes. */
import type { Answer } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Column, RowSkeletons, Table } from '../../list/list.tsx';
import { editorOf } from './editor.ts';

type Row = Answer<'GET /office/pages'>['data'][number];

const columns: readonly Column<Row>[] = [
  {
    id: 'title',
    header: text('office.pages.title'),
    cell: ({ sPath, sTitle }) => (
      <Link to={`/pages${sPath}`} className="text-leaf">
        {sTitle}
      </Link>
    ),
  },
  { id: 'path', header: text('office.pages.path'), cell: ({ sPath }) => sPath, wide: true },
  { id: 'editor', header: text('office.pages.editor'), cell: editorOf },
  {
    id: 'saved',
    header: text('office.pages.saved'),
    figure: true,
    cell: ({ dSavedAt }) => formatMoment(dSavedAt),
  },
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
