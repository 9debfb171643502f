/**
 * The server process. With `WORKER=inline` it works on jobs too, as a small shop on one process does;
 * otherwise `worker.ts` does, in processes of its own.
 */
import { runProcess } from './serve.ts';

await runProcess({ serving: true, working: process.env.WORKER === 'inline' });
