/** Server-side rendering, by the same routes and components as in the browser. */
import { setAnswers } from '@giftlane/client/answers.ts';
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

/** React's preloads of pictures, dropped: the page's head has its own. */
const preloads = /^(?:<link rel="preload"[^>]*>)+/;

const noAnswers = () => undefined;

/**
 * Renders the page of a path for a visitor without preferences; `ask` answers its calls. Undefined when a call fails or
 * the route redirects. Not reentrant: the query cache is shared.
 */
export async function draw(
  path: string,
  ask: (address: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  setAnswers(async (address): Promise<Envelope> => {
    const text = await ask(address);
    if (text === undefined) throw new Error(`No answer to ${address}`);
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
        // One chunk: later ones would need scripts to be put in place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError(cause) {
          throw cause;
        },
      },
    );
    const html = await new Response(prelude).text();
    return html.replace(preloads, '');
  } finally {
    setAnswers(noAnswers);
    queryClient.clear();
    clearToasts();
  }
}
