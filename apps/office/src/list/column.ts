import type { Column } from './list.tsx';

/** A column; `figure` aligns it at the end, `wide` is only for wide screens. */
export const column = <Row>(
  header: string,
  cell: Column<Row>['cell'],
  ...kinds: readonly ('figure' | 'wide')[]
): Column<Row> => ({
  id: header,
  header,
  cell,
  figure: kinds.includes('figure'),
  wide: kinds.includes('wide'),
});
