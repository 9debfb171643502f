import { listOptions, showCounters } from '@giftlane/contract/content.ts';
import type { Queryable } from '../../platform/db.ts';
import { seconds } from '../../platform/durations.ts';
import type { Http } from '../../platform/http.ts';
import type { Options } from './content.ts';
import { countAll } from './queries.ts';
import { remember } from './remember.ts';

const countersMs = seconds(5);

/** Serves the public site options and the counters of the home page. */
export function contentRoutes(http: Http, parts: { db: Queryable; options: Options }): void {
  // Counting a million codes takes a while: once for everybody who asks within these seconds.
  const counters = remember(countersMs, () => countAll(parts.db));

  http.route(listOptions, async () => {
    const options = await parts.options.publicOnes();
    return { data: options.map(({ name, value }) => ({ sName: name, sValue: value })) };
  });

  http.route(showCounters, async () => ({ data: await counters() }));
}
