/** `npm run check`: the static checks alone. */
import { runChecks } from './checks.ts';

const { failed } = await runChecks();
process.exit(failed > 0 ? 1 : 0);
