import { sendMessage } from '@giftlane/contract/members/contact.ts';
import { text } from '@giftlane/texts/text.ts';
import { type Http, tokenOf } from '../../platform/http/http.ts';
import type { Sessions } from '../accounts/accounts.ts';
import { type ContactParts, leaveMessage } from './contact.ts';

/** Serves the contact form. Anyone may use it; a message of who is signed in joins their thread. */
export function contactRoutes(http: Http, parts: ContactParts & { sessions: Sessions }): void {
  http.route(sendMessage, async ({ body }, { address, request }) => {
    const token = tokenOf(request);
    const caller = token === '' ? undefined : await parts.sessions.authenticate(token);
    const message = {
      email: body.sEmail,
      fullName: body.sFullName ?? '',
      subject: body.sSubject ?? '',
      message: body.sMessage,
      suspect: Boolean(body.sWebsite),
    };
    await leaveMessage(parts, message, { address, memberId: caller?.memberId });
    return { data: null, message: text('notice.messageSent') };
  });
}
