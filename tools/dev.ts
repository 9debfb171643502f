/**
 * `npm run dev`: the whole shop with hot reload, on the data and stand-ins of `npm start`. Vite serves the pages and passes
 * the API on; the server starts again when one of its files changes, while PostgreSQL goes on.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartRefused, startProblem } from '@giftlane/server/platform/process/ending.ts';
import { freePort } from './free-port.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const port = Number(process.env.PORT || 3000);
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;

/** Keeps the embedded PostgreSQL up while the server starts again; nothing with DATABASE_URL. */
async function holdDatabase(): Promise<void> {
  if (process.env.DATABASE_URL) return;
  const { startOwnPostgres } = await import('./own-postgres.ts');
  const { makeDataDir } = await import('@giftlane/server/platform/process/data-dir.ts');
  const dataDir = resolve(process.env.DATA_DIR || './data');
  await makeDataDir(dataDir);
  await startOwnPostgres(dataDir);
}

/** Runs `npm start` on another port, again after each change of a file it has loaded. */
function runServer(serverPort: number): void {
  const watch = ['--watch', '--watch-preserve-output', '--max-semi-space-size=8'];
  const server = spawn(process.execPath, [...watch, here('./start.ts')], {
    env: { ...process.env, PORT: String(serverPort), PUBLIC_URL: publicUrl },
    stdio: 'inherit',
  });
  server.once('exit', (code) => process.exit(code ?? 1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => server.kill(signal));
}

try {
  const serverPort = await freePort();
  process.env.SHOP_SERVER = `http://127.0.0.1:${serverPort}`;
  const { createServer } = await import('vite');
  const pages = await createServer({
    configFile: here('../apps/shop/vite.config.ts'),
    server: { port, strictPort: true },
  });
  await pages.listen().catch((error: Error) => {
    throw new StartRefused(`PORT: ${error.message}. Stop that program, or set PORT to a free one.`);
  });
  await holdDatabase();
  runServer(serverPort);
} catch (error) {
  console.error(startProblem(error));
  process.exit(1);
}
