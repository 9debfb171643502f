/** The search, orders and members of the back office. */
import { search } from '@giftlane/contract/office/search.ts';
import type { Http } from '../../platform/http/http.ts';
import { officeMemberRoutes, type SupportParts } from './member-routes.ts';
import { officeOrderRoutes } from './order-routes.ts';
import { searchAll } from './search.ts';

/** Serves the calls. */
export function supportRoutes(http: Http, parts: SupportParts): void {
  http.route(search, async ({ query }, { operator }) => ({
    data: await searchAll(parts, operator, query.sQuery),
  }));
  officeOrderRoutes(http, parts);
  officeMemberRoutes(http, parts);
}
