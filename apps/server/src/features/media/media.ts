/** Public pictures and videos, and pictures derived from them. */
export {
  drawingLimits,
  drawingPatience,
  makeDrawings,
} from './drawings.ts';
export { mediaDir, storeMedia } from './files.ts';
