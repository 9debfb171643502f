/** A whole shop in one process that gives its stop a second. */
import { seconds } from '../platform/process/durations.ts';
import { runProcess } from '../serve.ts';

await runProcess({ serving: true, working: true }, { withinMs: seconds(1) });
