/** The back office's imports: a sheet of brands and cards, or of codes, is checked line by line and then loaded whole. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { idSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

/** The longest sheet. */
export const maxRows = 100_000;
export const maxSheetMegabytes = 24;

export const importKinds = ['catalogue', 'codes'] as const;
export const sheetEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export const sheetSeparators = [',', ';', '\t'] as const;
export const importStates = [
  'checking',
  'checked',
  'loading',
  'loaded',
  'undone',
  'dropped',
] as const;
export const lineOutcomes = ['added', 'changed', 'refused'] as const;

const byId = z.strictObject({ id: idSchema });
const count = z.number().int().min(0);

const importRow = z.strictObject({
  _id: idSchema,
  eKind: z.enum(importKinds),
  sName: z.string(),
  eState: z.enum(importStates),
  sBy: z.string(),
  dCreatedAt: timeSchema,
  nAdded: count,
  nChanged: count,
  nSame: count,
  nRefused: count,
  /** Rows to load, and how many are loaded so far. */
  nTotal: count,
  nDone: count,
});

const importSchema = importRow.extend({
  eEncoding: z.enum(sheetEncodings),
  eSeparator: z.enum(sheetSeparators),
  /** Cells of the sheet's first line, and the column that each stands for; empty: none. */
  aHead: z.array(z.string()),
  aColumns: z.array(z.string()),
  /** The columns that there are, and those of them that a sheet needs. */
  aKnown: z.array(z.string()),
  aNeeded: z.array(z.string()),
  aNotes: z.array(z.string()),
  /** Whether the file is still there to be read otherwise. */
  bKept: z.boolean(),
});

/** Imports of the catalogue need `catalogue.edit`, those of codes `stock.edit`; the server asks for it by kind. */
const staff = { policy: 'staff' } as const;

export const listImports = defineCall({
  name: 'imports.list',
  method: 'GET',
  path: '/office/imports',
  ...staff,
  summary: 'Imports of the kinds that the operator may load, newest first.',
  query: z.strictObject({ ...afterQuery }),
  data: pageOf(importRow),
});

export const showImport = defineCall({
  name: 'imports.show',
  method: 'GET',
  path: '/office/imports/{id}',
  ...staff,
  summary: 'An import, how its sheet is read, and how far it is.',
  params: byId,
  data: importSchema,
  refusals: ['import.not_found', 'session.not_permitted'],
});

export const listImportLines = defineCall({
  name: 'imports.listLines',
  method: 'GET',
  path: '/office/imports/{id}/lines',
  ...staff,
  looks: true,
  summary: 'What the check of a sheet found, line by line.',
  params: byId,
  query: z.strictObject({ ...afterQuery, eOutcome: z.enum(lineOutcomes).optional() }),
  data: pageOf(
    z.strictObject({
      nLine: count,
      eOutcome: z.enum(lineOutcomes),
      sColumn: z.string(),
      sWhat: z.string(),
    }),
  ),
  refusals: ['import.not_found', 'session.not_permitted'],
});

export const addImport = defineCall({
  name: 'imports.add',
  method: 'POST',
  path: '/office/imports/{kind}',
  ...staff,
  summary: 'Takes a sheet, recognises how it is written and checks it. Loads nothing.',
  description: `At most ${maxRows} rows. The file is stored encrypted, until it is loaded or for a day.`,
  params: z.strictObject({ kind: z.enum(importKinds) }),
  query: z.strictObject({ sName: textSchema(200).min(1) }),
  fileBytes: maxSheetMegabytes * 1024 * 1024,
  body: z.file(),
  data: z.strictObject({ _id: idSchema }),
  refusals: ['session.not_permitted'],
});

export const readImportAs = defineCall({
  name: 'imports.readAs',
  method: 'PUT',
  path: '/office/imports/{id}',
  ...staff,
  summary: 'Has the sheet read otherwise, and checks it again.',
  params: byId,
  body: z.strictObject({
    eEncoding: z.enum(sheetEncodings),
    eSeparator: z.enum(sheetSeparators),
    /** By the cells of the first line; without it columns are recognised by their names. */
    aColumns: z.array(textSchema(40)).max(100).optional(),
  }),
  data: nothing,
  refusals: ['import.not_found', 'import.not_ready', 'session.not_permitted'],
});

export const loadImport = defineCall({
  name: 'imports.load',
  method: 'POST',
  path: '/office/imports/{id}/load',
  ...staff,
  summary: 'Loads a sheet whose check refused no line, whole or not at all.',
  params: byId,
  data: nothing,
  refusals: ['import.not_found', 'import.not_ready', 'session.not_permitted'],
});

export const undoImport = defineCall({
  name: 'imports.undo',
  method: 'POST',
  path: '/office/imports/{id}/undo',
  ...staff,
  summary: 'Undoes a whole import while nothing of it was ordered.',
  description: 'More codes than `codes_voided_alone`: by whoever loaded them, within a day.',
  params: byId,
  data: nothing,
  refusals: [
    'import.not_found',
    'import.not_ready',
    'import.sold',
    'import.changed_since',
    'import.undo_needs_two',
    'session.not_permitted',
  ],
});

export const dropImport = defineCall({
  name: 'imports.drop',
  method: 'DELETE',
  path: '/office/imports/{id}',
  ...staff,
  summary: 'Gives up a sheet that was not loaded and is not being loaded, and deletes its file.',
  params: byId,
  data: nothing,
  refusals: ['import.not_found', 'import.not_ready', 'session.not_permitted'],
});
