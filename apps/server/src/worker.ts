/** The worker process: jobs and chores, no HTTP. Any number of them may run. */
import { keepCompiled } from './platform/render/compiled.ts';

keepCompiled();
const { runProcess } = await import('./serve.ts');

await runProcess({ serving: false, working: true });
