import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

interface Row {
  key: string;
  cells: readonly ReactNode[];
}

interface FigureTableProps {
  /** What it is a table of; for those who do not see the picture above. */
  caption: string;
  heads: readonly string[];
  rows: readonly Row[];
  /** So many columns at its end are figures. */
  figures: number;
}

/** The figures of a picture. The first column names a row, the last ones are figures. */
export function FigureTable({ caption, heads, rows, figures }: FigureTableProps) {
  const isFigure = (index: number) => index >= heads.length - figures;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <div tabIndex={0} className="max-h-72 overflow-auto rounded-small border border-line">
      <table className="w-full text-13">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-soft">
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={cx('px-3 py-2 font-medium', isFigure(index) ? 'text-end' : 'text-start')}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-start font-normal whitespace-nowrap">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={heads[index + 1]}
                  className={cx('px-3 py-1.5', isFigure(index + 1) && 'text-end tabular-nums')}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
