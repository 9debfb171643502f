/** How often a JPEG tells its picture over. */

/**
 * Of a code that nothing follows: a restart within a scan, a stuffed byte, and all that begin no segment. Where
 * the library looks for a restart it passes those by, and reads what stands right behind them.
 */
const standsAlone = (code: number) => (code >= 0xd0 && code <= 0xd8) || code < 0xc0;
const end = 0xd9;
const startOfScan = 0xda;

/**
 * So many markers and stuffed bytes are looked at: some ten milliseconds. Of the coded data of a photograph
 * one byte in 256 is stuffed, 33,000 of the largest file, and a photograph of 12 million pixels that restarts
 * after each unit (16 by 8 of them, and few do) has 94,000 restarts.
 */
const mostMarks = 250_000;

/**
 * Counts the scans of a JPEG, up to one more than `most`. Each of a progressive one goes over all of the
 * picture and takes a few bytes where it says nothing: a file of a megabyte would be read for minutes, and
 * nothing stops the library while it reads. A file of nothing but markers has too many, too: this one reads
 * them while everybody waits.
 */
export function countScans(jpeg: Uint8Array, most: number): number {
  let marks = 0;
  let scans = 0;
  let at = jpeg.indexOf(0xff);
  while (at >= 0 && scans <= most) {
    marks += 1;
    if (marks > mostMarks) return most + 1;
    // A marker may be filled up, and in a scan a zero byte follows what is none.
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
