/** The worker process: jobs and chores, no HTTP. Any number of them may run. */
import { runProcess } from './serve.ts';

await runProcess({ serving: false, working: true });
