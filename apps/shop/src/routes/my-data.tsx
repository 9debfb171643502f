import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { CloseSection } from '../features/my-data/close-section.tsx';
import { CopySection } from '../features/my-data/copy-section.tsx';
import { myDataQuery } from '../features/my-data/my-data.ts';
import { messageOf } from '../lib/api-error.ts';
import { requireMember } from '../lib/guards.ts';
import { queryClient } from '../lib/query-client.ts';
import { Page } from '../ui/page.tsx';
import { PanelSkeleton } from '../ui/panel-skeleton.tsx';
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
        {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div aria-busy="true" className="space-y-4">
            <PanelSkeleton rows={2} />
            <PanelSkeleton rows={5} />
          </div>
        )}
      </div>
    </Page>
  );
}
