/** Pages of lists in the order of a time and an id, each from where the one before ended. */

/** Rows of a page. Queries ask for one more, by which it is seen whether there is a next page. */
const pageRows = 50;
export const pageLimit = pageRows + 1;

/** The last row before a page: its time in microseconds since 1970, which a `Date` would round. */
export interface Place {
  readonly micros: string | null;
  readonly id: string;
}

/** Reads `sNext` of the page before; what is none begins the list. */
export function placeOf(after: string | undefined): Place {
  const [, micros = null, id = ''] = /^(\d{1,17})_(.+)$/.exec(after ?? '') ?? [];
  return { micros, id };
}

/** The page of rows that were asked for with `pageLimit`, and where the next one begins. */
export function pageOf<Row extends Place, Shown>(rows: readonly Row[], show: (row: Row) => Shown) {
  const page = rows.slice(0, pageRows);
  const last = rows.length > pageRows ? page.at(-1) : undefined;
  return { aRows: page.map(show), sNext: last ? `${last.micros}_${last.id}` : null };
}
