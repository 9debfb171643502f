/** Draws pages where there is no browser, for their first answer: the same routes, the same components. */

import { answerBy } from '@giftlane/client/answers.ts';
import type { Envelope } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { clearToasts } from '@giftlane/ui/toasts/toast-queue.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { settled } from './boot/settled.ts';
import { routes } from './routes.tsx';
import { memberQuery } from './session/member.ts';

const handler = createStaticHandler(routes);

/** The elements a picture is fetched by before them; the page's head has its own. */
const preloads = /^(?:<link rel="preload"[^>]*>)+/;

const nobodyAnswers = () => undefined;

/**
 * The page of a path as a visitor sees it who has chosen nothing, of what `ask` answers to the addresses the page
 * asks for; undefined when something of it is not there. One after the other: a page has its cache to itself.
 */
export async function draw(
  path: string,
  ask: (address: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  answerBy(async (address): Promise<Envelope> => {
    const text = await ask(address);
    if (text === undefined) throw new Error(`Nobody answers ${address}.`);
    return JSON.parse(text);
  });
  try {
    const loaded = await handler.query(new Request(new URL(path, 'http://shop')));
    queryClient.setQueryData(memberQuery.queryKey, null);
    await settled();
    const failed = queryClient
      .getQueryCache()
      .getAll()
      .some(({ state }) => state.error);
    if (loaded instanceof Response || loaded.errors || failed) return undefined;
    const { prelude } = await prerender(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, loaded)}
            context={loaded}
            hydrate={false}
          />
        </QueryClientProvider>
      </StrictMode>,
      {
        // Parts that came later would need scripts to put them in their places.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError(cause) {
          throw cause;
        },
      },
    );
    const html = await new Response(prelude).text();
    return html.replace(preloads, '');
  } finally {
    answerBy(nobodyAnswers);
    queryClient.clear();
    clearToasts();
  }
}
