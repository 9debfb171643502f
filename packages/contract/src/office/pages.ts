/** The pages of the shop, as the back office edits them. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { textSchema, timeSchema } from '../shapes.ts';

const pathParam = { path: textSchema(100).min(1) };

/** Who saved a text, and when. Without a name it is a release's. */
const saved = { nVersion: z.number().int(), sEditor: z.string().nullable(), dSavedAt: timeSchema };
const named = { sPath: z.string(), sTitle: z.string() };

export const listPages = defineCall({
  name: 'pages.list',
  method: 'GET',
  path: '/office/pages',
  policy: 'staff',
  permission: 'content.edit',
  summary: 'The pages of the shop.',
  data: z.array(z.strictObject({ ...named, ...saved })),
});

export const showEditedPage = defineCall({
  name: 'pages.show',
  method: 'GET',
  path: '/office/pages/{path}',
  policy: 'staff',
  permission: 'content.edit',
  summary: 'A page as Markdown, with its last hundred versions.',
  params: z.strictObject(pathParam),
  data: z.strictObject({
    ...named,
    ...saved,
    sBody: z.string(),
    aVersions: z.array(z.strictObject({ ...saved, sTitle: z.string() })),
  }),
  refusals: ['content.page_not_found'],
});

export const showVersion = defineCall({
  name: 'pages.showVersion',
  method: 'GET',
  path: '/office/pages/{path}/versions/{version}',
  policy: 'staff',
  permission: 'content.edit',
  summary: 'The text of a version of a page.',
  params: z.strictObject({ ...pathParam, version: z.coerce.number().int().min(1).max(1_000_000) }),
  data: z.strictObject({ sTitle: z.string(), sBody: z.string() }),
  refusals: ['content.page_not_found'],
});

export const savePage = defineCall({
  name: 'pages.save',
  method: 'PUT',
  path: '/office/pages/{path}',
  policy: 'staff',
  permission: 'content.edit',
  summary: 'Saves a page, if nobody has saved it since `nVersion`.',
  unlogged: ['sBody'],
  params: z.strictObject(pathParam),
  body: z.strictObject({
    sTitle: textSchema(200).trim().min(1, text('office.pages.titleNeeded')),
    sBody: textSchema(100_000).trim().min(1, text('office.pages.textNeeded')),
    nVersion: z.number().int().min(1),
  }),
  data: z.null(),
  refusals: ['content.page_not_found', 'page.changed'],
});
