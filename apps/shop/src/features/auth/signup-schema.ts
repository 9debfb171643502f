import { registrationSchema } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';

/** The registration payload plus the retyped password, which only the form knows (AUTH-14, AUTH-15). */
export const signupSchema = z
  .strictObject({
    ...registrationSchema.shape,
    sRetypedPassword: z.string().min(1, text('auth.retype.required')),
  })
  .refine((form) => form.sPassword === form.sRetypedPassword, {
    path: ['sRetypedPassword'],
    message: text('auth.retype.mismatch'),
    // Compared also while other fields are invalid, so that all errors show at once.
    when: ({ value }) =>
      typeof value === 'object' &&
      value !== null &&
      'sRetypedPassword' in value &&
      value.sRetypedPassword !== '',
  });
