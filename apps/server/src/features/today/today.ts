/** The public interface of today: the chore that counts ahead what the back office's first page shows. */
export { todayChores } from './keep.ts';
