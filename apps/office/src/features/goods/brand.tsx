/** The page of one brand, or of a new one. */
import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { BackLink } from '../../parts/back-link.tsx';
import { Editor } from './editor.tsx';
import { brandQuery } from './renew.ts';

const back = <BackLink to="/catalogue">{text('office.nav.catalogue')}</BackLink>;

export function NewBrand() {
  return (
    <Page title={text('office.goods.newBrand')} back={back}>
      <Editor />
    </Page>
  );
}

export function BrandPage() {
  const { id = '' } = useParams();
  // What is being edited is not replaced by what others save meanwhile.
  const query = useQuery({ ...brandQuery(id), refetchOnWindowFocus: false, staleTime: Infinity });
  return (
    <Page title={query.data?.sTitle ?? text('office.goods.brand')} back={back}>
      <Loaded query={query} waiting={<Skeleton className="h-96" />}>
        {(brand) => <Editor key={brand._id} brand={brand} />}
      </Loaded>
    </Page>
  );
}
