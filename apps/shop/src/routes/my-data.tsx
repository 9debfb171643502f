import { Loaded } from '@giftlane/client/loaded.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { CloseSection } from '../features/my-data/close-section.tsx';
import { CopySection } from '../features/my-data/copy-section.tsx';
import { myDataQuery } from '../features/my-data/my-data.ts';
import { requireMember } from '../session/guards.ts';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(myDataQuery);
  return null;
});

/** Copies all data about the member, or closes the account. */
export function Component() {
  const query = useQuery(myDataQuery);
  return (
    <Page title={text('myData.title')} intro={text('myData.intro')}>
      <Loaded
        query={query}
        waiting={
          <div aria-busy="true" className="space-y-4">
            <Skeleton className="h-56 rounded-panel lg:h-40" />
            <Skeleton className="h-96 rounded-panel" />
          </div>
        }
      >
        {(data) => (
          <div className="space-y-4">
            <CopySection copy={data.oCopy} />
            <CloseSection data={data} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
