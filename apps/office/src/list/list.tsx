/** A table of a long list. */
import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import type { ReactNode } from 'react';
import { Nothing, Section } from '../parts/figures.tsx';
import type { Listed } from './use-list.ts';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures: aligned at the end. */
  readonly figure?: boolean;
  /** Only on wide screens. */
  readonly wide?: boolean;
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Rows have an `_id` otherwise. */
  readonly idOf?: (row: Row) => string;
  /** What the table lists, for screen readers. */
  readonly label: string;
}

const ownId = (row: object) => (row as { _id: string })._id;

const cellClass = <Row,>({ figure, wide }: Column<Row>) =>
  cx('px-3 py-2', figure && 'text-end tabular-nums', wide && 'max-lg:hidden');

/** A table of rows of one line each. Its first column should be a link to the row's page. */
export function Table<Row extends object>({ columns, rows, idOf = ownId, label }: TableProps<Row>) {
  return (
    // Scrolls by keyboard, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-15 whitespace-nowrap">
        <thead className="border-b border-edge text-13 text-soft">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cx(cellClass(column), !column.figure && 'text-start', 'font-semibold')}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} className="border-b border-line hover:bg-sunken">
              {columns.map((column) => (
                <td key={column.id} className={cx(cellClass(column), 'max-w-80 truncate')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A part of a page with its table, or what is said where there is nothing. */
export const TableSection = <Row extends object>({
  none,
  action,
  ...table
}: TableProps<Row> & { none: string; action?: ReactNode }) => (
  <Section title={table.label} action={action}>
    {table.rows.length === 0 ? <Nothing>{none}</Nothing> : <Table {...table} />}
  </Section>
);

/** Placeholders of rows. */
export const RowSkeletons = () => (
  <div className="space-y-2">
    {repeat(8, (i) => (
      <Skeleton key={i} className="h-9" />
    ))}
  </div>
);

/** Loads the next page of a list. */
export const More = ({ list }: { list: Listed<unknown> }) =>
  list.hasMore ? (
    <Button size="small" className="mt-4" busy={list.loadingMore} onClick={list.more}>
      {text('office.list.more')}
    </Button>
  ) : null;

/** Says that a list has changed meanwhile, and reads it anew. */
export const News = ({ list }: { list: Listed<unknown> }) => (
  <div role="status">
    {list.hasNews && (
      <p className="mb-3 flex flex-wrap items-center gap-3 text-13 text-soft">
        {text('office.list.news')}
        <Button size="small" onClick={list.query.refetch}>
          {text('office.list.refresh')}
        </Button>
      </p>
    )}
  </div>
);

/** A list with its waiting, empty and failed states, and its next pages. */
export function List<Row extends object>({
  list,
  empty,
  ...table
}: Omit<TableProps<Row>, 'rows'> & { list: Listed<Row>; empty: string }) {
  return (
    <Loaded query={list.query} waiting={<RowSkeletons />}>
      {(rows) => (
        <>
          <News list={list} />
          {rows.length === 0 ? (
            <p className="py-8 text-soft">{empty}</p>
          ) : (
            <>
              <Table {...table} rows={rows} />
              <More list={list} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}
