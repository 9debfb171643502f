/** So many pictures are kept: those of a long list, some ten megabytes. */
const mostKept = 1_500;

const kept = new Map<string, HTMLImageElement>();

/**
 * Keeps a picture that has come, so that it is there when one scrolls back. Hundreds that are let go at
 * once hold up the page where the browser clears them away: for a fifth of a second on a slow phone.
 */
export function keepPicture(address: string): void {
  if (kept.has(address)) return;
  const picture = new Image();
  picture.src = address;
  kept.set(address, picture);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}
