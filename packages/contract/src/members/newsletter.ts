/** The newsletter: asked for, confirmed by mail, ended with one press. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { mailTokenSchema, nothing } from '../shapes.ts';
import { emailSchema } from './accounts.ts';

export const subscribe = defineCall({
  name: 'newsletter.subscribe',
  method: 'POST',
  path: '/newsletter',
  policy: 'open',
  summary:
    'Sends a link that confirms the subscription; answers the same for every email (HOME-08).',
  body: z.strictObject({ sEmail: emailSchema }),
  data: nothing,
});

export const confirmSubscription = defineCall({
  name: 'newsletter.confirm',
  method: 'POST',
  path: '/newsletter/confirm/{token}',
  policy: 'open',
  summary: 'Confirms a subscription by the emailed token. Safe to repeat.',
  params: z.strictObject({ token: mailTokenSchema }),
  data: nothing,
  refusals: ['newsletter.token_expired'],
});

export const unsubscribe = defineCall({
  name: 'newsletter.unsubscribe',
  method: 'POST',
  path: '/newsletter/unsubscribe/{token}',
  policy: 'open',
  summary: 'Ends the subscription of an email. Answers the same when there is none.',
  description:
    'Every newsletter also carries `List-Unsubscribe` for one-click unsubscribing (RFC 8058): `POST /newsletter/unsubscribe/{token}` at the shop itself, outside of the API.',
  params: z.strictObject({ token: mailTokenSchema }),
  data: nothing,
});
