/** Pages that crashed in a browser, told by the browser. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { nothing } from '../shapes.ts';

/**
 * Where and how a page crashed, and nothing about whoever looked at it: no words of the error, no address, no
 * account. Each part has so narrow a shape that nothing else fits in.
 */
export const crashSchema = z.strictObject({
  /** The page's path. What is not a plain word, an id or a token, is a colon: `/gift-cards/:`. */
  sPage: z.string().regex(/^(?:\/(?:[a-z-]{0,24}|:)){1,6}$/),
  /** The class of the error: `TypeError`. */
  sError: z.string().regex(/^[A-Za-z]{1,40}$/),
  /** Places in the shop's own scripts, the innermost first: `page-C0ffee12.js:1:2345`. */
  aFrames: z.array(z.string().regex(/^[\w.-]{1,60}\.js:\d{1,6}:\d{1,7}$/)).max(8),
});

export const reportCrash = defineCall({
  name: 'crashes.report',
  method: 'POST',
  path: '/crashes',
  policy: 'open',
  summary: 'Reports that a page crashed in a browser.',
  description:
    'Logged and counted (`giftlane_pages_crashed` at `/metrics`), at most 20 an hour from a network and 1,000 in all.',
  body: crashSchema,
  data: nothing,
});
