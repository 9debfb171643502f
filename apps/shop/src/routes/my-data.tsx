import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../client/query-client.ts';
import { CloseSection } from '../features/my-data/close-section.tsx';
import { CopySection } from '../features/my-data/copy-section.tsx';
import { myDataQuery } from '../features/my-data/my-data.ts';
import { requireMember } from '../session/guards.ts';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Failed } from '../ui/state.tsx';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(myDataQuery);
  return null;
});

/** What is known about the member: to take along, or to have erased. */
export function Component() {
  const { data, error, refetch } = useQuery(myDataQuery);
  return (
    <Page title={text('myData.title')} intro={text('myData.intro')}>
      <div className="space-y-4">
        {data && <CopySection copy={data.oCopy} />}
        {data && <CloseSection data={data} />}
        {!data && error && <Failed error={error} onRetry={refetch} />}
        {!data && !error && (
          <div aria-busy="true" className="space-y-4">
            <Skeleton className="h-56 rounded-panel lg:h-40" />
            <Skeleton className="h-96 rounded-panel" />
          </div>
        )}
      </div>
    </Page>
  );
}
