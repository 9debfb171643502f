/** A second application of one page: components, calls and texts without the shop's own code. */
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { numberFormat } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { Toaster } from '@giftlane/ui/toasts/toaster.tsx';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import './main.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

function Counters() {
  const query = useQuery(apiQuery('GET /counter', { anonymous: true }));
  const refresh = useAction(async () => {
    await query.refetch({ throwOnError: true });
    toast.success(text('ui.tryAgain'));
  });
  return (
    <Page title={text('home.counter.customers')}>
      <Loaded query={query} waiting={<Skeleton className="h-5 w-20" />}>
        {(counters) => <p>{numberFormat().format(Object.values(counters).length)}</p>}
      </Loaded>
      <Button look="primary" {...refresh}>
        {text('ui.tryAgain')}
      </Button>
    </Page>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter([{ path: '/', Component: Counters }])} />
      <Toaster />
    </QueryClientProvider>,
  );
