import { isRefusal } from '@giftlane/client/api-error.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
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

/** Placeholder of a text. */
export function TextSkeleton({ lines = 8 }: { lines?: number }) {
  return (
    <div className="max-w-prose space-y-4" aria-busy="true">
      {repeat(lines, (index) => (
        <Skeleton key={index} className={index % 4 === 0 ? 'mt-8 h-6 w-2/5' : 'h-4'} />
      ))}
    </div>
  );
}

function EmptyPage() {
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
  /** Shown until the page's own title is loaded. */
  title: string;
  intro?: string;
  waiting?: ReactNode;
  children: (blocks: readonly Block[]) => ReactNode;
}

/** A page whose title and text come from the server (CONT-08). */
export function StaticPage(props: StaticPageProps) {
  const { path, title, intro, waiting = <TextSkeleton />, children } = props;
  const query = useQuery(pageQuery(path));
  const { data, error } = query;
  const missing = isRefusal(error, 'content.page_not_found') || data?.blocks.length === 0;
  return (
    <Page title={data?.title ?? title} intro={intro}>
      {missing ? (
        <EmptyPage />
      ) : (
        <Loaded query={query} waiting={waiting}>
          {({ blocks }) => children(blocks)}
        </Loaded>
      )}
    </Page>
  );
}
