/** Uploads: an address is signed, the picture is put there, and then its path is used. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { nothing, textSchema } from '../shapes.ts';

/** What `sContentType` may say. What counts in the end is the picture itself (OPEN-58). */
const contentTypes = ['image/png', 'image/jpeg', 'image/jpg'] as const;

const signing = z.strictObject({
  sFileName: textSchema(255).min(1),
  sContentType: z.enum(contentTypes, {
    error: ({ input }) =>
      text(
        typeof input === 'string' && /^image\/hei[cf]/.test(input)
          ? 'error.uploadHeic'
          : 'file.invalid',
      ),
  }),
});

const signed = z.strictObject({
  sUrl: z.string().min(1).meta({ description: 'Where to PUT the picture; works for ten minutes' }),
  sPath: z.string().min(1).meta({ description: 'What the picture is called from then on' }),
});

/** `sFileName` of a clean-up is the `sPath` that signing returned. */
const cleaning = z.strictObject({ sFileName: textSchema(255).min(1) });

const signingWords = {
  summary: 'Returns a signed address to PUT one picture to (API-22).',
  description:
    'PNG or JPEG of at most 8 MB and 40 million pixels, decided by what is put. It is drawn anew, without metadata. The PUT carries the bytes alone: no token, no form. A picture nobody uses is deleted after 24 hours.',
  refusals: ['upload.too_many'],
} as const;

const cleaningWords = {
  summary: 'Deletes an unused picture of the member; safe to repeat.',
  refusals: ['upload.not_found', 'upload.in_use'],
} as const;

export const signProfilePicture = defineCall({
  name: 'uploads.signProfilePicture',
  method: 'POST',
  path: '/signedurl/profilepictures',
  policy: 'member',
  ...signingWords,
  body: signing,
  data: signed,
});

export const signKycDoc = defineCall({
  name: 'uploads.signKycDoc',
  method: 'POST',
  path: '/signedurl/kycDocs',
  policy: 'member',
  ...signingWords,
  body: signing,
  data: signed,
});

export const signSellImage = defineCall({
  name: 'uploads.signSellImage',
  method: 'POST',
  path: '/signedurl/sellimages',
  policy: 'member',
  ...signingWords,
  body: signing,
  data: signed,
});

export const signClaimPicture = defineCall({
  name: 'uploads.signClaimPicture',
  method: 'POST',
  path: '/signedurl/claimpictures',
  policy: 'member',
  ...signingWords,
  body: signing,
  data: signed,
});

export const cleanKycDoc = defineCall({
  name: 'uploads.cleanKycDoc',
  method: 'POST',
  path: '/cleanup/kycDocs',
  policy: 'member',
  ...cleaningWords,
  body: cleaning,
  data: nothing,
});

export const cleanSellImage = defineCall({
  name: 'uploads.cleanSellImage',
  method: 'POST',
  path: '/cleanup/sellimages',
  policy: 'member',
  ...cleaningWords,
  body: cleaning,
  data: nothing,
});

export const cleanClaimPicture = defineCall({
  name: 'uploads.cleanClaimPicture',
  method: 'POST',
  path: '/cleanup/claimpictures',
  policy: 'member',
  ...cleaningWords,
  body: cleaning,
  data: nothing,
});
