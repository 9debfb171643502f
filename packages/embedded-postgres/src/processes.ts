import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const linux = process.platform === 'linux';

/** Sends a signal; false when there is no such process any more. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Whether the process still runs. A zombie does not: it holds neither files nor memory. */
export function runs(pid: number): boolean {
  if (linux) return !['', 'Z', 'X'].includes(statOf(pid).state);
  const state = ps(['-o', 'stat=', '-p', `${pid}`]).trim();
  return state !== '' && !state.startsWith('Z');
}

/** Whether the pid is a postmaster of exactly this cluster: pids are reused, also by containers. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!linux) return ps(['-ww', '-o', 'command=', '-p', `${pid}`]).includes(`-D ${cluster} `);
  const words = (read(`/proc/${pid}/cmdline`) ?? '').split('\0');
  return words.includes(cluster) && basename(words[0] ?? '') === 'postgres' && runs(pid);
}

/** The children of a process, as it has them now. */
export function childrenOf(parent: number): number[] {
  if (linux) return processIds().filter((pid) => statOf(pid).parent === parent);
  return ps(['-A', '-o', 'pid=,ppid='])
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

/**
 * PostgreSQL processes that work inside this cluster, whoever their parent is: a killed postmaster
 * leaves backends behind, and they block the next start. Only Linux tells; elsewhere none.
 */
export function serversInside(cluster: string): number[] {
  if (!linux) return [];
  return processIds().filter((pid) => {
    if (link(`/proc/${pid}/cwd`) !== cluster) return false;
    return /^postgres( |$)/.test(basename(link(`/proc/${pid}/exe`) ?? ''));
  });
}

function processIds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid));
}

function statOf(pid: number): { state: string; parent: number } {
  const text = read(`/proc/${pid}/stat`) ?? '';
  // The name in parentheses may hold anything, so the fields are counted from its end.
  const [state = '', parent = '0'] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent) };
}

// A process may end between two looks, and other accounts' links are closed: both mean "not ours".
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function link(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

// ps ends with 1 when it found nothing.
function ps(words: string[]): string {
  try {
    return execFileSync('ps', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
