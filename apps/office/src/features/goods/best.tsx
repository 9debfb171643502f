/** The order of best sellers. */
import { sendForData } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { IconButton } from '@giftlane/ui/controls/icon-button.tsx';
import { SearchBox } from '@giftlane/ui/form/search-box.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import { RowSkeletons } from '../../list/list.tsx';
import { useList } from '../../list/use-list.ts';
import { ActionButton } from '../../parts/action-button.tsx';

const query = apiQuery('GET /office/best-sellers', {});

interface Best {
  _id: string;
  sTitle: string;
}

function Found({ search, onAdd }: { search: string; onAdd: (brand: Best) => void }) {
  const { rows } = useList('GET /office/brands', { sSearch: search });
  return (
    <ul className="mt-2 divide-y divide-line">
      {rows.slice(0, 8).map((brand) => (
        <li key={brand._id} className="flex items-center justify-between py-1">
          {brand.sTitle}
          <Button size="small" onClick={() => onAdd(brand)}>
            {text('office.goods.best.add', { title: brand.sTitle })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Order({ stored }: { stored: readonly Best[] }) {
  const [brands, setBrands] = useState(stored);
  const [search, setSearch] = useState('');
  const idsOf = (list: readonly Best[]) => list.map(({ _id }) => _id);
  const save = async () => {
    const body = { aBrands: idsOf(brands), aBefore: idsOf(stored) };
    const saved = await sendForData('PUT /office/best-sellers', { body });
    queryClient.setQueryData(query.queryKey, saved);
  };
  const move = (at: number, by: number) =>
    setBrands((before) => {
      const next = [...before];
      next.splice(at + by, 0, ...next.splice(at, 1));
      return next;
    });
  return (
    <div className="max-w-form">
      <ol className="divide-y divide-line border-y border-line">
        {brands.map(({ _id, sTitle }, at) => (
          <li key={_id} className="flex items-center gap-1 py-1">
            <span className="w-8 text-soft tabular-nums">{at + 1}</span>
            <span className="grow truncate">{sTitle}</span>
            <IconButton
              label={text('office.goods.best.up', { title: sTitle })}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <ArrowUp aria-hidden="true" className="size-4" />
            </IconButton>
            <IconButton
              label={text('office.goods.best.down', { title: sTitle })}
              disabled={at === brands.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDown aria-hidden="true" className="size-4" />
            </IconButton>
            <IconButton
              label={text('office.goods.best.remove', { title: sTitle })}
              onClick={() => setBrands(brands.filter((brand) => brand._id !== _id))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
      <div className="my-4">
        <SearchBox label={text('office.goods.search')} search={search} onSearch={setSearch} />
        {search && (
          <Found
            search={search}
            onAdd={(brand) => {
              if (!brands.some(({ _id }) => _id === brand._id)) setBrands([...brands, brand]);
            }}
          />
        )}
      </div>
      <ActionButton look="primary" act={save}>
        {text('office.goods.best.save')}
      </ActionButton>
    </div>
  );
}

export function BestSellers() {
  const stored = useQuery({ ...query, refetchOnWindowFocus: false });
  return (
    <Page title={text('office.goods.best')} intro={text('office.goods.best.intro')}>
      <Loaded query={stored} waiting={<RowSkeletons />}>
        {(brands) => <Order key={brands.map(({ _id }) => _id).join()} stored={brands} />}
      </Loaded>
    </Page>
  );
}
