/** Three servers, two workers and the signer, on the sandbox's stand-ins. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '@giftlane/sandbox/sandbox.ts';
import {
  compiledEnv,
  nodeEnv,
  sandboxEnv,
  testWishKey,
} from '../../apps/server/src/testing/sandbox-env.ts';
import { front } from './machine.ts';
import type { Parts } from './parts.ts';
import type { Swift } from './s3.ts';
import { type Service, startService } from './service.ts';

const source = join(import.meta.dirname, '../../apps/server/src');
/** V8's flags of `npm run serve`. */
const flags = ['--max-semi-space-size=8', '--heap-growing-percent=30'];
/** The BIP 39 test vector: publicly known words. */
const words = `${'abandon '.repeat(11)}about`;

/** How long a stopping server still serves; HAProxy sees within two seconds that it is not ready. */
const shutdownDelaySeconds = 2;

const ports = [3101, 3102, 3103];
const officePort = (port: number) => port + 10;
export const shopAddresses = ports.map((port) => `${front}:${port}`);
export const officeAddresses = ports.map((port) => `${front}:${officePort(port)}`);

export interface Processes {
  readonly servers: readonly Service[];
  readonly workers: readonly Service[];
  readonly signer: Service;
  /** Waits until every server is ready. */
  ready(): Promise<void>;
}

/** Variables that all processes of the shop share. */
export function shopEnv(
  folder: string,
  { parts, sandbox, s3 }: { parts: Parts; sandbox: Sandbox; s3: Swift },
) {
  const { url, officeUrl, databaseUrl, directUrl, replicaUrl } = parts;
  return {
    ...sandboxEnv(sandbox, databaseUrl),
    ...{ DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: replicaUrl, ...s3.variables },
    ...nodeEnv(sandbox),
    ...{ DATABASE_CONNECTIONS: '8', PUBLIC_URL: url, HOST: front, TRUST_PROXY: front },
    OFFICE_URL: officeUrl,
    ...{ DATA_DIR: join(folder, 'data-here'), THROTTLE: '1000', LOG_LEVEL: 'warn' },
  };
}

/** True if a server can do its work. */
async function isReady(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  const reply = await fetch(`http://${address}/readyz`, { signal }).catch(() => undefined);
  return reply?.status === 200;
}

/** Starts the processes; the first one migrates the database. */
export function startProcesses(
  folder: string,
  outside: { parts: Parts; sandbox: Sandbox; s3: Swift },
): Processes {
  const { parts } = outside;
  const env = { ...shopEnv(folder, outside), ...compiledEnv };
  const start = (name: string, file: string, more: Readonly<Record<string, string>>) => {
    // A disk of its own, as on a machine of its own.
    const DATA_DIR = join(folder, `data-${name}`);
    mkdirSync(DATA_DIR);
    const command = [process.execPath, ...flags, join(source, file)];
    return startService(folder, { name, command, env: { ...env, DATA_DIR, ...more } });
  };
  const owner = { DATABASE_OWNER_URL: parts.ownerUrl };
  const delay = { SHUTDOWN_DELAY_SECONDS: String(shutdownDelaySeconds) };
  return {
    servers: ports.map((port, n) =>
      start(`server-${n + 1}`, 'main.ts', {
        ...{ ...owner, ...delay, PORT: `${port}`, OFFICE_PORT: `${officePort(port)}` },
      }),
    ),
    workers: [1, 2].map((n) => start(`worker-${n}`, 'worker.ts', owner)),
    signer: startService(folder, {
      name: 'signer',
      command: [process.execPath, join(source, 'sign.ts')],
      env: {
        ...{ DATABASE_URL: parts.directUrl, COIN_WISH_KEY: testWishKey, COIN_SEED: words },
        ...{ SIGNER_DIR: join(folder, 'signer'), LOG_LEVEL: 'info', ...compiledEnv },
      },
    }),
    async ready() {
      for (const deadline = Date.now() + 180_000; ; await sleep(200)) {
        const all = await Promise.all(shopAddresses.map(isReady));
        if (all.every(Boolean)) return;
        if (Date.now() > deadline) throw new Error(`ready after 180 s: ${all.join(', ')}`);
      }
    },
  };
}
