/** The search, orders and members of the back office. */
import { search } from '@giftlane/contract/office/search.ts';
import type { Http } from '../../platform/http/http.ts';
import { writeAudit } from '../audit/audit.ts';
import { officeMemberRoutes, type SupportParts } from './member-routes.ts';
import { officeOrderRoutes } from './order-routes.ts';
import { searchAll } from './search.ts';

/** Serves the calls. */
export function supportRoutes(http: Http, parts: SupportParts): void {
  http.route(search, async ({ query }, { operator }) => {
    const data = await searchAll(parts, operator, query.sQuery);
    const aMembers = data.aHits.flatMap(({ eKind, sMemberId }) =>
      eKind === 'member' && sMemberId ? [sMemberId] : [],
    );
    // What was typed may be a whole code; whose contact data was seen is told by their ids.
    if (aMembers.length > 0) {
      const { email: actor, operatorId } = operator;
      const entry = { actor, operatorId, deed: search.name, subject: '', facts: { aMembers } };
      await writeAudit(parts.db, entry);
    }
    return { data };
  });
  officeOrderRoutes(http, parts);
  officeMemberRoutes(http, parts);
}
