/** The catalogue: brands by title, found by beginnings of words. */
import { text } from '@giftlane/texts/text.ts';
import { CardFace } from '@giftlane/ui/cards/card-face.tsx';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { SearchBox } from '@giftlane/ui/form/search-box.tsx';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useSearchParams } from 'react-router';
import { ageColumn, column, linkColumn } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { tileAddress } from './media.ts';

type Row = RowOf<'GET /office/brands'>;

const columns: readonly Column<Row>[] = [
  linkColumn(
    text('office.goods.brand'),
    ({ _id }) => `/catalogue/${_id}`,
    ({ sTitle, sBanner, bRetired }) => (
      <span className="flex items-center gap-3">
        <CardFace
          address={tileAddress(sBanner)}
          blank={!sBanner}
          title={sTitle}
          className="w-12 shrink-0"
        />
        <span className="truncate">{sTitle}</span>
        {bRetired && <Badge tone="plain">{text('office.goods.retired')}</Badge>}
      </span>
    ),
  ),
  column(text('office.goods.category'), 'sCategory'),
  column(text('office.goods.cards'), 'nCards', 'figure'),
  column(text('office.goods.slug'), 'sSlug', 'wide'),
  ageColumn(text('office.goods.changed'), 'dUpdatedAt', 'wide'),
];

export function Brands() {
  const [params, setParams] = useSearchParams();
  const sSearch = params.get('q') ?? '';
  const list = useList('GET /office/brands', sSearch ? { sSearch } : {});
  return (
    <Page
      title={text('office.nav.catalogue')}
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/catalogue/best-sellers">{text('office.goods.best')}</ButtonLink>
          <ButtonLink to="/imports">{text('office.goods.import')}</ButtonLink>
          <ButtonLink look="primary" to="/catalogue/new">
            {text('office.goods.newBrand')}
          </ButtonLink>
        </div>
      }
    >
      <div className="mb-4 max-w-form">
        <SearchBox
          label={text('office.goods.search')}
          search={sSearch}
          onSearch={(q) => setParams(q ? { q } : {}, { replace: true })}
        />
      </div>
      <List
        list={list}
        columns={columns}
        label={text('office.nav.catalogue')}
        empty={text('office.goods.noBrands')}
      />
    </Page>
  );
}
