/** Pictures of a long list: about ten megabytes. */
const maxPictures = 1_500;

const pictures = new Map<string, HTMLImageElement>();

/**
 * Retains a loaded picture for scrolling back. Releasing hundreds at once blocks the page while the browser collects
 * them, for a fifth of a second on a slow phone.
 */
export function retainPicture(address: string): void {
  if (pictures.has(address)) return;
  const picture = new Image();
  picture.src = address;
  pictures.set(address, picture);
  const [oldest] = pictures.keys();
  if (pictures.size > maxPictures && oldest !== undefined) pictures.delete(oldest);
}
