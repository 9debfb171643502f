import { isRefusal } from '@giftlane/client/api-error.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import type { Block } from '@giftlane/prose/prose.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyReceipt } from '../../rooms/pages/drawings.tsx';
import { pageQuery } from '../../rooms/pages/static-page.ts';

/** Lines where the text will stand. */
export function TextSkeleton({ lines = 8 }: { lines?: number }) {
  return (
    <div className="max-w-prose space-y-4" aria-busy="true">
      {repeat(lines, (index) => (
        <Skeleton key={index} className={index % 4 === 0 ? 'mt-8 h-6 w-2/5' : 'h-4'} />
      ))}
    </div>
  );
}

function Nothing() {
  return (
    <Empty
      drawing={<EmptyReceipt />}
      title={text('pages.empty')}
      hint={text('pages.emptyHint')}
      action={<ButtonLink to="/contact-us">{text('nav.contactUs')}</ButtonLink>}
    />
  );
}

interface StaticPageProps {
  path: string;
  /** Until the page's own title is there. */
  title: string;
  intro?: string;
  waiting?: ReactNode;
  className?: string;
  children: (blocks: readonly Block[]) => ReactNode;
}

/** A page whose title and text come from the server (CONT-08): waiting, empty, failed, there. */
export function StaticPage(props: StaticPageProps) {
  const { path, title, intro, waiting, className = '', children } = props;
  const { data, error, refetch } = useQuery(pageQuery(path));
  const missing = isRefusal(error, 'content.page_not_found') || data?.blocks.length === 0;
  return (
    <Page title={data?.title ?? title} intro={intro} className={className}>
      {missing ? (
        <Nothing />
      ) : data ? (
        children(data.blocks)
      ) : error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        (waiting ?? <TextSkeleton />)
      )}
    </Page>
  );
}
