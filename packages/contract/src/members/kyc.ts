/** Identity verification: what a member submits once, and whose people look at it (KYC-13 to KYC-34). */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { textSchema, timeSchema } from '../shapes.ts';
import { userSchema } from './accounts.ts';

/** The wire carries the English labels (OPEN-64). */
export const idTypes = ['Drivers Licence', 'State Card', 'Passport'] as const;

export const addressTypes = [
  'Water Bill',
  'Utility Bill',
  'Phone Bill',
  'Credit Card Statement',
  'Bank Statement',
  'Other',
] as const;

const needed = (max: number, missing: string) => textSchema(max, missing).trim().min(1, missing);

const oldest = '1900-01-01';

/** A day that has begun in some time zone counts as begun: browsers' clocks differ. */
const isPast = (day: string) => day >= oldest && day < new Date().toISOString().slice(0, 10);

const dobSchema = z
  .string(text('kyc.dob.required'))
  .min(1, text('kyc.dob.required'))
  .pipe(z.iso.date(text('kyc.dob.invalid')))
  .refine(isPast, text('kyc.dob.invalid'));

const documentSchema = (missing: string) => textSchema(255, missing).min(1, missing);

const personal = {
  firstName: needed(80, text('kyc.firstName.required')),
  lastName: needed(80, text('auth.lastName.required')),
  dob: dobSchema,
  address1: needed(200, text('kyc.address1.required')),
  address2: needed(200, text('kyc.address2.required')),
  city: needed(100, text('kyc.city.required')),
  state: needed(100, text('kyc.state.required')),
  zipcode: needed(20, text('kyc.zipcode.required')),
  country: z
    .string(text('auth.country.required'))
    .regex(/^[A-Z]{2}$/, text('auth.country.required')),
  terms: z.string(text('kyc.terms.required')).pipe(z.literal('accept', text('kyc.terms.required'))),
};

const documents = {
  docFront: documentSchema(text('kyc.upload.front')),
  docBack: documentSchema(text('kyc.upload.back')),
  docAddress: documentSchema(text('kyc.upload.address')),
  docSelffie: documentSchema(text('kyc.upload.selfie')),
};

const typeOfId = z.enum(idTypes, text('kyc.idType.required'));
const typeOfAddress = z.enum(addressTypes, text('kyc.addressType.required'));

/** What is submitted. */
export const kycSchema = z.strictObject({ ...personal, ...documents, typeOfId, typeOfAddress });

/** The same as it is filled in, where nothing is chosen at first: the wizard opens when all of it is there (KYC-23). */
export const kycFormSchema = z.strictObject({
  ...personal,
  ...documents,
  typeOfId: z.string().pipe(typeOfId),
  typeOfAddress: z.string().pipe(typeOfAddress),
});
export type KycSubmission = z.output<typeof kycSchema>;

/** What is judged on its own: the personal information, and each picture. */
export const papers = ['data', 'front', 'back', 'address', 'selfie'] as const;
export type Paper = (typeof papers)[number];

const { terms: _accepted, ...ofPerson } = personal;
/** The fields in which a paper is sent. */
export const fieldsOf = {
  data: ofPerson,
  front: { typeOfId, docFront: documents.docFront },
  back: { typeOfId, docBack: documents.docBack },
  address: { typeOfAddress, docAddress: documents.docAddress },
  selfie: { docSelffie: documents.docSelffie },
} as const satisfies Readonly<Record<Paper, z.ZodRawShape>>;

/** The fields of the papers that are sent again, which are all needed. */
export const againShape = (declined: readonly Paper[]): z.ZodRawShape =>
  Object.assign({}, ...declined.map((paper) => fieldsOf[paper]));

export const updateKyc = defineCall({
  name: 'kyc.update',
  method: 'PUT',
  path: '/updatekyc',
  policy: 'member',
  summary: 'Submits the member’s data and documents for verification; returns the member (API-25).',
  description:
    'Documents are the `sPath`s of pictures put to addresses of `POST /signedurl/kycDocs`. Only a member whose status is p or r may submit, and has status s then. Sending the same again while it waits answers the first success.',
  body: kycSchema,
  data: userSchema,
  refusals: ['kyc.not_open'],
});

export const showKyc = defineCall({
  name: 'kyc.show',
  method: 'GET',
  path: '/kyc',
  policy: 'member',
  summary: 'The member’s verification status, and the reason if it was rejected.',
  data: z.strictObject({
    sKycStatus: userSchema.shape.sKycStatus,
    /** What the operator wrote; empty unless the status is r. */
    sReason: z.string(),
    /** When the documents were sent; null before that. */
    dSentAt: timeSchema.nullable(),
    /** What was declined for which reason, and what was accepted: without one. Empty where they were judged as one. */
    aPapers: z.array(z.strictObject({ ePaper: z.enum(papers), sReason: z.string() })),
    /** Until when what was accepted waits for the rest; null when all has to be sent. */
    dKeptUntil: timeSchema.nullable(),
  }),
});

export const sendAgain = defineCall({
  name: 'kyc.sendAgain',
  method: 'PUT',
  path: '/kyc',
  policy: 'member',
  summary: 'Sends the declined papers again; what was accepted goes with them. Returns the member.',
  description:
    'Exactly the fields of the papers that `GET /kyc` gives a reason for: of `data` the personal information, of a picture its path and the type of the document. Sending the same again while it waits answers the first success.',
  body: kycSchema.omit({ terms: true }).partial(),
  data: userSchema,
  refusals: ['kyc.not_open', 'kyc.nothing_kept'],
});
