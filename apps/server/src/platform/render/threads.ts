import { availableParallelism } from 'node:os';

/**
 * Threads that Node has for what is done beside its one: hashes and pictures, and files, packing and looking up names as
 * well. It makes as many however many cores there are.
 */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/**
 * So much of one kind of long work is done at once: half the cores are left to the shop, and half the threads, or every
 * file would wait for it.
 */
export const longWorkAtOnce = Math.max(
  1,
  Math.floor(Math.min(availableParallelism(), threads) / 2),
);
