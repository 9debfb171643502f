/** SEO: page heads, site map, robots.txt, and share pictures. */
export type { Early, EarlyPictures } from './early.ts';
export { makeHeads } from './heads.ts';
export { makePictures } from './pictures.ts';
export { makeWrittenWords } from './written.ts';
