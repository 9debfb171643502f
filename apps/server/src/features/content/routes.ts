import { listOptions, showCounters, showPage } from '@giftlane/contract/content.ts';
import type { Queryable } from '../../platform/db.ts';
import { seconds } from '../../platform/durations.ts';
import type { Http } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Options } from './content.ts';
import { allPages, countAll } from './queries.ts';
import { remember } from './remember.ts';

const countersMs = seconds(5);
const pagesMs = seconds(2);

/** Serves the public site options, the counters of the home page and the static pages. */
export function contentRoutes(http: Http, parts: { db: Queryable; options: Options }): void {
  // Counting a million codes takes a while: once for everybody who asks within these seconds.
  const counters = remember(countersMs, () => countAll(parts.db));

  http.route(listOptions, async () => {
    const options = await parts.options.publicOnes();
    return { data: options.map(({ name, value }) => ({ sName: name, sValue: value })) };
  });

  http.route(showCounters, async () => ({ data: await counters() }));

  const pages = remember(pagesMs, () => allPages(parts.db));

  http.route(showPage, async ({ params }) => {
    const page = (await pages()).find(({ path }) => path === `/${params.path}`);
    if (!page) throw new Refusal('content.page_not_found');
    return { data: { sTitle: page.title, sValue: page.body } };
  });
}
