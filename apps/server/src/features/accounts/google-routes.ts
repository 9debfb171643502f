import type { User } from '@giftlane/contract/accounts.ts';
import * as google from '@giftlane/contract/google.ts';
import { text } from '@giftlane/contract/messages.ts';
import type { Context, Http } from '../../platform/http.ts';
import { deviceOf, giveDevice } from './device.ts';
import {
  followLink,
  type GoogleParts,
  linkByPassword,
  mailLink,
  type SignedIn,
  signInByGoogle,
} from './google.ts';

/** Answers a new session, in the place of the one that was still carried. */
export type Welcome = (
  context: Context,
  signedIn: SignedIn,
  message: string,
) => Promise<{ data: User; message: string; extras: { Authorization: string } }>;

/** Serves signing in by Google, and both ways to link an account. */
export function googleRoutes(http: Http, parts: GoogleParts, welcome: Welcome): void {
  http.route(google.googleLogin, async ({ body }, context) => {
    const { address } = context;
    const signedIn = await signInByGoogle(parts, { idToken: body.sGoogleToken, address });
    return welcome(context, signedIn, text('notice.signedIn'));
  });

  http.route(google.linkGoogle, async ({ body }, context) => {
    const { sGoogleToken: idToken, sPassword: password } = body;
    const { address, request, reply } = context;
    const device = deviceOf(request);
    const signedIn = await linkByPassword(parts, { idToken, password, address, device });
    giveDevice(reply, signedIn.device);
    return welcome(context, signedIn, text('notice.googleLinked'));
  });

  http.route(google.mailGoogleLink, async ({ body }, { address }) => {
    const { email } = await mailLink(parts, { idToken: body.sGoogleToken, address });
    return { data: null, message: text('notice.googleLinkSent', { email }) };
  });

  http.route(google.followGoogleLink, async ({ params }, context) => {
    const signedIn = await followLink(parts, params.token);
    const message = text(signedIn.renewed ? 'notice.googleLinkedAnew' : 'notice.googleLinked');
    return welcome(context, signedIn, message);
  });
}
