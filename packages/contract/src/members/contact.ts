/** The contact form. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { emailText, nothing, textSchema } from '../shapes.ts';

/** CONT-03 to CONT-07. Name and subject may be left out. */
export const contactSchema = z.strictObject({
  sEmail: emailText(text('contact.email.required'), text('contact.email.invalid')),
  sMessage: textSchema(5000, text('contact.message.required'))
    .trim()
    .min(1, text('contact.message.required')),
  sSubject: textSchema(200).trim().optional(),
  sFullName: textSchema(161).trim().optional(),
  /** A hidden field (honeypot): only programs fill it in. */
  sWebsite: textSchema(200).optional(),
});

export const sendMessage = defineCall({
  name: 'contact.send',
  method: 'POST',
  path: '/contact-us',
  policy: 'open',
  summary: 'Stores a message to support and emails it there (API-34).',
  description:
    'At most 5,000 characters. `sWebsite` is a trap for programs and stays empty: a message that fills it in is kept, but not mailed.',
  body: contactSchema,
  data: nothing,
});
