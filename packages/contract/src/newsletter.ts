/** The newsletter: asked for, confirmed by mail, ended with one press. */
import * as z from 'zod';
import { emailSchema } from './accounts.ts';
import { defineCall } from './call.ts';
import { mailTokenSchema, nothing } from './shapes.ts';

export const subscribe = defineCall({
  name: 'newsletter.subscribe',
  method: 'POST',
  path: '/newsletter',
  policy: 'open',
  summary: 'Sends a link that confirms the subscription; answers alike for every e-mail (HOME-08).',
  body: z.strictObject({ sEmail: emailSchema }),
  data: nothing,
});

export const confirmSubscription = defineCall({
  name: 'newsletter.confirm',
  method: 'POST',
  path: '/newsletter/confirm/{token}',
  policy: 'open',
  summary: 'Confirms a subscription by the token that was mailed. Repeating it is harmless.',
  params: z.strictObject({ token: mailTokenSchema }),
  data: nothing,
  refusals: ['newsletter.token_expired'],
});

export const unsubscribe = defineCall({
  name: 'newsletter.unsubscribe',
  method: 'POST',
  path: '/newsletter/unsubscribe/{token}',
  policy: 'open',
  summary: 'Ends the subscription of a mail. Answers alike when there is none any more.',
  description:
    'Every newsletter also carries `List-Unsubscribe` for one-click unsubscribing (RFC 8058): `POST /newsletter/unsubscribe/{token}` at the shop itself, outside of the API.',
  params: z.strictObject({ token: mailTokenSchema }),
  data: nothing,
});
