import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from './durations.ts';
import { type Channel, channel, type News } from './wire.ts';

const answersWithinMs = seconds(3);
const addressFile = (home: string) => join(home, 'watchdog.json');

/** With the home, because a folder may be copied while its database runs. */
type Address = { port: number; token: string; pid: number; home?: string };

/** The way to a watchdog for those who did not start it. Its address is in the home. */
export type Door = { close(): void };

/**
 * Lets in who knows the token, which only accounts that may read the home do. A port instead of a
 * socket file: folders may be deeper than a socket's name can be long.
 */
export async function openDoor(home: string, enter: (guest: Channel) => void): Promise<Door> {
  const token = randomBytes(24).toString('base64url');
  const server = createServer((socket) => admit(socket, token, enter));
  server.maxConnections = 200;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const draft = `${addressFile(home)}.new`;
  rmSync(draft, { force: true });
  const address: Address = { port, token, pid: process.pid, home };
  writeFileSync(draft, JSON.stringify(address), { mode: 0o600 });
  renameSync(draft, addressFile(home));
  return {
    close() {
      rmSync(addressFile(home), { force: true });
      server.close();
    },
  };
}

/** Reaches the watchdog of a home, with its first news; undefined when none answers. */
export async function knock(home: string): Promise<{ guest: Channel; news: News } | undefined> {
  const address = readAddress(home);
  if (!address) return undefined;
  const socket = connect(address.port, '127.0.0.1');
  const guest = channel(socket, socket);
  socket.write(`${address.token}\n`);
  const limit = sleep(answersWithinMs, undefined, { ref: false });
  const answer = await Promise.race([guest.next(), limit]);
  if (answer?.news) return { guest, news: answer.news };
  // Nobody, or a stranger who got the port of a watchdog that was killed.
  socket.destroy();
  return undefined;
}

function admit(socket: Socket, token: string, enter: (guest: Channel) => void): void {
  const turnAway = () => socket.destroy();
  const timer = setTimeout(turnAway, answersWithinMs);
  socket.on('error', turnAway);
  socket.once('data', (said) => {
    clearTimeout(timer);
    const wanted = Buffer.from(`${token}\n`);
    if (said.length !== wanted.length || !timingSafeEqual(said, wanted)) return turnAway();
    enter(channel(socket, socket));
  });
}

function readAddress(home: string): Address | undefined {
  try {
    const address: Address = JSON.parse(readFileSync(addressFile(home), 'utf8'));
    return (address.home ?? home) === home ? address : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
