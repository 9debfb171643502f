import type { MouseEvent } from 'react';

/** Handles a click unless it is the second one of a double click, which may hit another button in the same place. */
export const firstPress =
  (act: () => void) =>
  ({ detail }: Pick<MouseEvent, 'detail'>): void => {
    if (detail < 2) act();
  };
