/**
 * The server process. With `WORKER=inline` it works on jobs too, as a small shop on one process does;
 * otherwise `worker.ts` does, in processes of its own.
 */
import { keepCompiled } from './platform/render/compiled.ts';

keepCompiled();
const { runProcess } = await import('./serve.ts');

await runProcess({ serving: true, working: process.env.WORKER === 'inline' });
