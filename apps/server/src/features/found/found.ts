/** Being found: the heads of pages, the site map, robots, and the pictures of links. */
export type { Early, EarlyPictures } from './early.ts';
export { makeHeads } from './heads.ts';
export { makePictures } from './pictures.ts';
export { makeWrittenWords } from './written.ts';
