import { listOptions, showCounters, showPage } from '@giftlane/contract/shop/content.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { remember } from '../../platform/db/remember.ts';
import type { Http } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { minutes, seconds } from '../../platform/process/durations.ts';
import { type Options, pageReader } from './content.ts';
import { countAll, usualDelivery } from './queries.ts';

const countersMs = seconds(5);
/** The median hardly changes within minutes. */
const deliveryMs = minutes(5);

export interface ContentParts {
  readonly db: Queryable;
  readonly options: Options;
  /** Configuration that visitors may know, listed with the options. */
  readonly constants: Readonly<Record<string, string>>;
  /** Number of brands on sale, known to the catalogue without a query. */
  readonly brandCount: () => number;
}

/** Serves the public site options, the counters of the home page and the static pages. */
export function contentRoutes(http: Http, parts: ContentParts): void {
  const constants = Object.entries(parts.constants).map(([name, value]) => ({ name, value }));
  // Cached, as counting a million codes takes a while.
  const counters = remember(countersMs, () => countAll(parts.db));

  http.route(listOptions, async () => {
    const options = await parts.options.publicOnes();
    const shown = [...options, ...constants];
    return { data: shown.map(({ name, value }) => ({ sName: name, sValue: value })) };
  });

  const delivery = remember(deliveryMs, () => usualDelivery(parts.db));

  http.route(showCounters, async () => {
    const [counted, deliverySeconds] = await Promise.all([counters(), delivery()]);
    return { data: { ...counted, brands: parts.brandCount(), deliverySeconds } };
  });

  const pageOf = pageReader(parts.db);

  http.route(showPage, async ({ params }) => {
    const page = await pageOf(`/${params.path}`);
    if (!page) throw new Refusal('content.page_not_found');
    return { data: { sTitle: page.title, sValue: page.body } };
  });
}
