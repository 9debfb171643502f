import { availableParallelism } from 'node:os';

/**
 * Threads that Node has for what is done beside its one: hashes and pictures, and files, packing and looking up names as
 * well. It makes as many however many cores there are.
 */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/**
 * Concurrency of one kind of long work: half the cores and half of Node's threads stay free.
 */
export const longWorkAtOnce = Math.max(
  1,
  Math.floor(Math.min(availableParallelism(), threads) / 2),
);
