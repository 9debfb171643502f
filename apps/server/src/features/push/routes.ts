import * as push from '@giftlane/contract/members/push.ts';
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import type { Http } from '../../platform/http/http.ts';
import { linkSubscription, type PushParts, subscribeBrowser } from './push.ts';
import { forgetEndpoint, isLinked } from './queries.ts';

/** The field error for an endpoint of an unsupported push service. */
const unknownService = () =>
  new z.ZodError([
    {
      code: 'custom',
      path: ['endpoint'],
      message: text('push.endpoint.unknown'),
      input: undefined,
    },
  ]);

/** Serves subscribing a browser to notifications, linking it to a member, its status, and unsubscribing. */
export function pushRoutes(http: Http, parts: PushParts): void {
  const { db } = parts;

  http.route(push.subscribe, async ({ body }, { address, reply }) => {
    const { p256dh, auth } = body.keys;
    const sId = await subscribeBrowser(parts, { endpoint: body.endpoint, p256dh, auth }, address);
    if (sId === undefined) throw unknownService();
    reply.header('cache-control', 'no-store');
    return { data: { sId } };
  });

  http.route(push.link, async ({ body }, { caller }) => {
    await linkSubscription(db, body.sId, caller.sessionId);
    return { data: null };
  });

  http.route(push.unsubscribe, async ({ body }) => {
    await forgetEndpoint(db, body.sEndpoint);
    return { data: null };
  });

  http.route(push.showStatus, async ({ body }, { caller }) => ({
    data: { bLinked: await isLinked(db, body.sEndpoint, caller.memberId) },
  }));
}
