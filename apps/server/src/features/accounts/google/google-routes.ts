import type { User } from '@giftlane/contract/members/accounts.ts';
import * as google from '@giftlane/contract/members/google.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Context, Http } from '../../../platform/http/http.ts';
import type { Opened } from '../sessions/sign-in.ts';
import { visitOf } from '../sessions/visit.ts';
import {
  followLink,
  type GoogleParts,
  linkByPassword,
  mailLink,
  newNonce,
  signInByGoogle,
} from './google.ts';

/** The reply to a sign-in, with the new session's token; it replaces the session the request carried. */
export type Welcome = (
  context: Context,
  signedIn: Opened,
  message: string,
) => Promise<{ data: User; message: string; extras: { Authorization: string } }>;

/** The routes of Google sign-in, and of both ways to link an account. */
export function googleRoutes(
  http: Http,
  parts: GoogleParts & { readonly config: { readonly countryHeader: string } },
  welcome: Welcome,
): void {
  const visitIn = ({ request }: Context) => visitOf(request, parts.config.countryHeader);

  http.route(google.googleNonce, async () => ({ data: { sNonce: newNonce(parts.keys) } }));

  http.route(google.googleLogin, async ({ body }, context) => {
    const visit = visitIn(context);
    const signedIn = await signInByGoogle(parts, { idToken: body.sGoogleToken, visit });
    return welcome(context, signedIn, text('notice.signedIn'));
  });

  http.route(google.linkGoogle, async ({ body }, context) => {
    const { sGoogleToken: idToken, sPassword: password } = body;
    const signedIn = await linkByPassword(parts, { idToken, password, visit: visitIn(context) });
    return welcome(context, signedIn, text('notice.googleLinked'));
  });

  http.route(google.mailGoogleLink, async ({ body }, context) => {
    const visit = visitIn(context);
    const { email } = await mailLink(parts, { idToken: body.sGoogleToken, visit });
    return { data: null, message: text('notice.googleLinkSent', { email }) };
  });

  http.route(google.followGoogleLink, async ({ params }, context) => {
    const signedIn = await followLink(parts, { linkToken: params.token, visit: visitIn(context) });
    const message = text(signedIn.renewed ? 'notice.googleLinkedAnew' : 'notice.googleLinked');
    return welcome(context, signedIn, message);
  });
}
