/** A real regtest node, bound to loopback, with a temporary folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { amountText } from '@giftlane/sandbox/coins/chain/amounts.ts';
import { freePort } from '../free-port.ts';

export interface Outcome {
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
}

export interface Peer {
  /** Address of its JSON-RPC with user and password. */
  readonly url: string;
  ask(method: string, ...params: readonly unknown[]): Promise<Outcome>;
  /** Calls the node; throws its errors. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

const startsWithinMs = 60_000;

const offline = ['-listen=0', '-connect=0', '-dnsseed=0', '-discover=0'];
/** Relays only standard transactions; regtest's default relays all. */
const strict = '-acceptnonstdtxn=0';

interface Address {
  readonly port: number;
  readonly cookieFile: string;
}

async function askAt({ port, cookieFile }: Address, method: string, params: readonly unknown[]) {
  const cookie = await readFile(cookieFile, 'utf8');
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(cookie).toString('base64')}` },
    body: JSON.stringify({ id: 1, method, params }),
  });
  return (await response.json()) as Outcome;
}

/**
 * Starts a node that relays from `relayFloor` satoshi per 1000 vbytes; the default differs between releases.
 * With `wallet` it has a wallet. Rejects, leaving no process, if it does not answer.
 */
export async function startPeer(
  program: string,
  relayFloor: bigint,
  { wallet = false } = {},
): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-node-'));
  const address = { port: await freePort(), cookieFile: join(folder, 'regtest', '.cookie') };
  const rate = amountText(relayFloor);
  const fees = [`-minrelaytxfee=${rate}`, `-incrementalrelayfee=${rate}`];
  const args = [`-datadir=${folder}`, `-rpcport=${address.port}`, '-printtoconsole=0'];
  const child = spawn(
    program,
    [
      '-regtest',
      '-server',
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      ...args,
      ...offline,
      strict,
      ...fees,
      ...(wallet ? [`-fallbackfee=${amountText(20_000n)}`] : ['-disablewallet']),
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const ask = (method: string, ...params: readonly unknown[]) => askAt(address, method, params);
  const call = async (method: string, ...params: readonly unknown[]) => {
    const { result, error } = await ask(method, ...params);
    if (error) throw new Error(`${method}: ${error.message} (${error.code})`);
    return result;
  };
  const deadline = Date.now() + startsWithinMs;
  while (child.exitCode === null && Date.now() < deadline) {
    const answers = await call('getblockcount').then(
      () => true,
      () => false,
    );
    if (answers) {
      const cookie = (await readFile(address.cookieFile, 'utf8')).trim();
      return { url: `http://${cookie}@127.0.0.1:${address.port}`, ask, call, stop };
    }
    await sleep(50);
  }
  await stop();
  throw new Error(`${program} does not answer`);
}
