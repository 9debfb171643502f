/** A whole shop in one process with one second for its shutdown. */
import { seconds } from '../platform/process/durations.ts';
import { runProcess } from '../serve.ts';

await runProcess({ serving: true, working: true }, { withinMs: seconds(1) });
