/** How often a JPEG tells its picture over. */

/** Of a marker that nothing follows: a restart within a scan, or one for private use. */
const standsAlone = (code: number) => (code >= 0xd0 && code <= 0xd8) || code === 0x01;
const end = 0xd9;
const startOfScan = 0xda;

/** The place of the next marker's code; the length when there is none. In a scan a zero byte follows 0xff. */
function nextCode(jpeg: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = jpeg.indexOf(0xff, at);
    if (at < 0) return jpeg.length;
    while (jpeg[at] === 0xff) at += 1;
    if (jpeg[at] !== 0) return at;
  }
}

/**
 * Counts the scans of a JPEG, up to one more than `most`. Each of a progressive one goes over all of the
 * picture and takes a few bytes where it says nothing: a file of a megabyte would be read for minutes, and
 * nothing stops the library while it reads.
 */
export function countScans(jpeg: Uint8Array, most: number): number {
  let scans = 0;
  let at = nextCode(jpeg, 0);
  while (at < jpeg.length && scans <= most) {
    const code = jpeg[at] ?? end;
    if (code === end) break;
    if (code === startOfScan) scans += 1;
    const length = standsAlone(code) ? 0 : (jpeg[at + 1] ?? 0) * 256 + (jpeg[at + 2] ?? 0);
    at = nextCode(jpeg, at + 1 + length);
  }
  return scans;
}
