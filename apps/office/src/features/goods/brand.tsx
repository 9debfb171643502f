/** The page of one brand, or of a new one. */
import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { Editor } from './editor.tsx';
import { brandQuery } from './renew.ts';

const Back = () => (
  <Link to="/catalogue" className="text-13 font-semibold text-leaf">
    {text('office.nav.catalogue')}
  </Link>
);

export function NewBrand() {
  return (
    <Page title={text('office.goods.newBrand')} back={<Back />}>
      <Editor />
    </Page>
  );
}

export function BrandPage() {
  const { id = '' } = useParams();
  // What is being edited is not replaced by what others save meanwhile.
  const query = useQuery({ ...brandQuery(id), refetchOnWindowFocus: false, staleTime: Infinity });
  return (
    <Page title={query.data?.sTitle ?? text('office.goods.brand')} back={<Back />}>
      <Loaded query={query} waiting={<Skeleton className="h-96" />}>
        {(brand) => <Editor key={brand._id} brand={brand} />}
      </Loaded>
    </Page>
  );
}
