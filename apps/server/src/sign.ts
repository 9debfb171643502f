/** The signer's process: it alone is given the seed. Exactly one runs, beside servers and workers. */
import { keepCompiled } from './platform/render/compiled.ts';

keepCompiled();
const { runSigner } = await import('./signer/run.ts');

await runSigner();
