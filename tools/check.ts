/** `npm run check`: only the static checks. */
import { runChecks } from './checks.ts';

const { failed } = await runChecks();
process.exit(failed > 0 ? 1 : 0);
