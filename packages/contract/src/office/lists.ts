/** Pages of long lists: by the key of the last row, so that the last page costs what the first does. */
import * as z from 'zod';
import { textSchema } from '../shapes.ts';

/** Where the page begins: `sNext` of the page before. */
export const afterQuery = { sAfter: textSchema(300).optional() };

/** A page of rows, and where the next one begins; null on the last. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ aRows: z.array(row), sNext: z.string().nullable() });
