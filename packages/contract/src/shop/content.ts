/** Site options, counters, static pages. */
import * as z from 'zod';
import { defineCall } from '../call.ts';

export const listOptions = defineCall({
  name: 'content.listOptions',
  method: 'GET',
  path: '/options',
  policy: 'open',
  summary: 'The public site options as name/value pairs (HOME-01, SESS-02).',
  data: z.array(z.strictObject({ sName: z.string(), sValue: z.string() })),
});

export const showCounters = defineCall({
  name: 'content.showCounters',
  method: 'GET',
  path: '/counter',
  policy: 'open',
  summary:
    'Codes on sale, customers and orders of the last 24 hours (HOME-06, OPEN-29), and further figures.',
  data: z.strictObject({
    cards: z.number().int().min(0),
    users: z.number().int().min(0),
    ordersLast24Hours: z.number().int().min(0),
    /** On sale now, in all currencies. */
    brands: z.number().int().min(0),
    /** Median time from payment to codes of the last orders; null where there are too few. */
    deliverySeconds: z.number().int().min(1).nullable(),
  }),
});

export const showPage = defineCall({
  name: 'content.showPage',
  method: 'GET',
  path: '/settings/{path}',
  policy: 'open',
  summary: 'A static page by its path: title and Markdown (CONT-08, CONT-12).',
  description:
    '`sValue` is Markdown. Show it as elements made from its tree; raw HTML in it is text and never markup.',
  params: z.strictObject({ path: z.string().min(1).max(100) }),
  data: z.strictObject({ sTitle: z.string(), sValue: z.string() }),
  refusals: ['content.page_not_found'],
});
