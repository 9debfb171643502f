/**
 * The socket file by which the shop reaches its own database: a purchase is a twentieth cheaper than by the
 * loopback network, which stays open as well.
 */
import { accessSync, constants, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** macOS has room for 103 bytes, Linux for 107. */
const longest = 100;
const prefix = '.s.PGSQL.';

const socketFile = (folder: string, port: number): string => join(folder, `${prefix}${port}`);

/**
 * The folder in which a cluster keeps its socket: its own, which only its account and root can enter.
 * Undefined where it is too deep for a socket's name, or has characters that a list of folders can not have.
 */
export function socketFolderOf(folder: string): string | undefined {
  const fits = Buffer.byteLength(socketFile(folder, 65_535)) <= longest;
  return fits && /^[\w./-]+$/.test(folder) ? folder : undefined;
}

/** Whether this process can reach the server of a cluster by its socket. */
export function hasSocket(folder: string, port: number): boolean {
  try {
    accessSync(socketFile(folder, port), constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false; // Too deep, or of a server that was started by an earlier release.
  }
}

/** Removes sockets of servers that do not run any more, with their locks: the pid in one may be a stranger's. */
export function removeSockets(folder: string): void {
  for (const name of readdirSync(folder).filter((found) => found.startsWith(prefix)))
    rmSync(join(folder, name), { force: true });
}
