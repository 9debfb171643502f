/** Public pictures and videos, and what is drawn from them. */
export {
  drawingLimits,
  drawingPatience,
  makeDrawings,
} from './drawings.ts';
export { mediaDir, storeMedia } from './files.ts';
