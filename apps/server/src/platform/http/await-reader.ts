/**
 * Passes chunks on at the reader's pace. Calls `tooSlow` once the reader has kept it waiting for `patienceMs` in
 * all; the time that making the pieces takes is not the reader's.
 */
export async function* awaitReader<T>(
  pieces: AsyncIterable<T>,
  patienceMs: number,
  tooSlow: () => void,
): AsyncGenerator<T> {
  let leftMs = patienceMs;
  for await (const piece of pieces) {
    const began = performance.now();
    const timer = setTimeout(tooSlow, Math.max(0, leftMs));
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
    leftMs -= performance.now() - began;
  }
}
