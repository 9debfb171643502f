/** Figures and one separator are what an amount is typed with (WAL-19); a comma is read as a point. */
export const typedAmount = (typed: string): string =>
  typed
    .replace(/,/g, '.')
    .replace(/[^\d.]/g, '')
    // The 0 a field was reset to.
    .replace(/^0+(?=\d)/, '');
