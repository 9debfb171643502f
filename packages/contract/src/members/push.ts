/** Push notifications: a browser's subscription, and whose it is (API-16, OPEN-59). */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { idSchema, nothing } from '../shapes.ts';

const endpointSchema = z
  .string()
  .min(1)
  .max(1000, text('error.tooLong', { max: 1000 }))
  .regex(/^https?:\/\/[\x21-\x7e]+$/, text('push.endpoint.invalid'));

/** A point of the curve P-256, uncompressed: 65 bytes in base64url. */
const publicKeySchema = z.string().regex(/^B[A-Za-z0-9_-]{86}={0,1}$/, text('push.key.invalid'));
/** 16 bytes in base64url. */
const authSchema = z.string().regex(/^[A-Za-z0-9_-]{22}={0,2}$/, text('push.key.invalid'));

export const subscribe = defineCall({
  name: 'push.subscribe',
  method: 'POST',
  path: '/push/subscribe',
  policy: 'open',
  summary: 'Stores the push subscription of a browser and returns its id (API-16, OPEN-59).',
  description:
    'Takes what `PushSubscription.toJSON()` gives, and needs no `Authorization`. Fields that are not known are left out. The address has to be one of a push service that the shop sends to. The same address again answers the same id. Subscriptions that nobody links are forgotten after a day.',
  body: z.looseObject({
    endpoint: endpointSchema,
    keys: z.looseObject({ p256dh: publicKeySchema, auth: authSchema }),
  }),
  data: z.strictObject({ sId: idSchema }),
  refusals: ['push.unavailable'],
});

export const link = defineCall({
  name: 'push.link',
  method: 'POST',
  path: '/push/link',
  policy: 'member',
  summary: 'Notifies a subscription of the member’s orders while this session lasts.',
  body: z.strictObject({ sId: idSchema }),
  data: nothing,
  refusals: ['push.not_found'],
});

export const unsubscribe = defineCall({
  name: 'push.unsubscribe',
  method: 'POST',
  path: '/push/unsubscribe',
  policy: 'open',
  summary: 'Deletes the subscription of an address; answers the same when there is none.',
  body: z.strictObject({ sEndpoint: endpointSchema }),
  data: nothing,
});

export const showStatus = defineCall({
  name: 'push.showStatus',
  method: 'POST',
  path: '/push/status',
  policy: 'member',
  summary: 'Whether the subscription of an address is notified of the member’s orders.',
  body: z.strictObject({ sEndpoint: endpointSchema }),
  data: z.strictObject({ bLinked: z.boolean() }),
});
