/** The options of the shop. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { nothing, textSchema, timeSchema } from '../shapes.ts';

const nameParams = z.strictObject({ name: z.string().regex(/^[a-z_]{1,60}$/) });
const changed = { sEditor: z.string(), dChangedAt: timeSchema };

export const listEditedOptions = defineCall({
  name: 'options.list',
  method: 'GET',
  path: '/office/options',
  policy: 'staff',
  permission: 'options.edit',
  summary: 'Every option with its value and what it does.',
  data: z.array(
    z.strictObject({
      sName: z.string(),
      eKind: z.enum(['text', 'whole', 'explorer']),
      sValue: z.string(),
      sExplained: z.string(),
      /** Null: it is as it was at first. */
      oChanged: z.strictObject(changed).nullable(),
    }),
  ),
});

export const listChanges = defineCall({
  name: 'options.listChanges',
  method: 'GET',
  path: '/office/options/{name}/changes',
  policy: 'staff',
  permission: 'options.edit',
  summary: 'The last fifty changes of an option, newest first.',
  params: nameParams,
  data: z.array(z.strictObject({ ...changed, sBefore: z.string(), sValue: z.string() })),
});

export const setOptionValue = defineCall({
  name: 'options.set',
  method: 'PUT',
  path: '/office/options/{name}',
  policy: 'staff',
  permission: 'options.edit',
  summary: 'Sets an option, if its value is still `sBefore`; the shop follows within seconds.',
  params: nameParams,
  body: z.strictObject({ sValue: textSchema(2_000).trim(), sBefore: textSchema(2_000) }),
  data: nothing,
  refusals: ['option.not_found', 'option.changed'],
});
