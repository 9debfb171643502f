/** Counts the scans of a JPEG. */

/**
 * True for marker codes without a segment: restarts, stuffed zero bytes, and others below 0xC0. The library
 * skips them while it looks for a restart, and reads on right behind them.
 */
const standsAlone = (code: number) => (code >= 0xd0 && code <= 0xd8) || code < 0xc0;
const end = 0xd9;
const startOfScan = 0xda;

/**
 * Most markers and stuffed bytes examined, about 10 ms. One byte in 256 of a photograph's data is stuffed:
 * 33,000 in the largest file. A photograph of 12 megapixels with a restart after each unit (16 by 8 pixels;
 * rare) has 94,000 restarts.
 */
const mostMarks = 250_000;

/**
 * Counts the scans of a JPEG, up to `most` + 1. Each scan of a progressive JPEG covers the whole picture and
 * can be a few bytes long, so one megabyte could take the library minutes, and nothing can interrupt it. Too
 * many markers count as too many scans, because this loop blocks the event loop.
 */
export function countScans(jpeg: Uint8Array, most: number): number {
  let marks = 0;
  let scans = 0;
  let at = jpeg.indexOf(0xff);
  while (at >= 0 && scans <= most) {
    marks += 1;
    if (marks > mostMarks) return most + 1;
    // Padding bytes (0xFF) may precede a marker code, and in a scan a zero byte follows a literal 0xFF.
    const code = jpeg[at + 1] ?? end;
    if (code === end) break;
    if (code === startOfScan) scans += 1;
    const next = code === 0xff ? at + 1 : at + 2;
    const length =
      code === 0xff || standsAlone(code) ? 0 : (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0);
    at = jpeg.indexOf(0xff, next + length);
  }
  return scans;
}
