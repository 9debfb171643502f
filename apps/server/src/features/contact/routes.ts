import { sendMessage } from '@giftlane/contract/members/contact.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Http } from '../../platform/http/http.ts';
import { type ContactParts, leaveMessage } from './contact.ts';

/** Serves the contact form. */
export function contactRoutes(http: Http, parts: ContactParts): void {
  http.route(sendMessage, async ({ body }, { address }) => {
    const message = {
      email: body.sEmail,
      fullName: body.sFullName ?? '',
      subject: body.sSubject ?? '',
      message: body.sMessage,
      suspect: Boolean(body.sWebsite),
    };
    await leaveMessage(parts, message, address);
    return { data: null, message: text('notice.messageSent') };
  });
}
