import * as newsletter from '@giftlane/contract/members/newsletter.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Http, noStore } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { confirm, leave, type NewsletterParts, subscribeReader } from './newsletter.ts';

/** Serves subscribing to the newsletter, confirming, and unsubscribing. */
export function newsletterRoutes(http: Http, parts: NewsletterParts): void {
  http.route(newsletter.subscribe, async ({ body }, { address }) => {
    await subscribeReader(parts, { email: body.sEmail, address });
    return { data: null, message: text('notice.newsletterAsked') };
  });

  http.route(newsletter.confirmSubscription, async ({ params }, { reply }) => {
    noStore(reply);
    await confirm(parts.db, params.token);
    return { data: null, message: text('notice.newsletterConfirmed') };
  });

  http.route(newsletter.unsubscribe, async ({ params }, { reply }) => {
    noStore(reply);
    await leave(parts.db, params.token);
    return { data: null, message: text('notice.newsletterLeft') };
  });

  oneClick(http, parts.db);
}

const longestForm = 4096;
/** The form field that mail programs post, url-encoded or multipart (RFC 8058, 3.2). */
const oneClickField = /List-Unsubscribe(?:=|"\s+)One-Click/;

/**
 * Serves the `List-Unsubscribe` address. Mail programs POST a form, which the API does not parse; a GET, as
 * mail scanners send it, only shows the shop's page.
 */
function oneClick({ app, inTurn }: Http, db: Db): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { token: string } }>(
      '/newsletter/unsubscribe/:token',
      async (request, reply) => {
        if (typeof request.body !== 'string' || !oneClickField.test(request.body))
          throw new Refusal('input.invalid');
        await inTurn(request.ip, () => leave(db, request.params.token));
        noStore(reply).type('text/plain; charset=utf-8');
        return text('notice.newsletterLeft');
      },
    );
  });
}
