/** One set-up at a time: a lock file whose holder shows every few seconds that it still lives. */
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const beatMs = 2_000;
const staleMs = 15_000;
const waitLimitMs = 20 * 60_000;

/** A failure that its message explains to a person. `output` is what a failed program said. */
export class SetupError extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/** Takes the lock, waiting for another run as long as that one lives. Returns how to give it back. */
export async function takeLock(lockFile) {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), at: Date.now() });
  const deadline = Date.now() + waitLimitMs;
  let told = false;
  while (!tryWrite(lockFile, mine)) {
    if (removeStale(lockFile)) continue;
    if (!told) console.log('Another run is setting up; waiting for it …');
    told = true;
    if (Date.now() > deadline) throw new SetupError(`${lockFile} is held for too long.`);
    await sleep(200);
  }
  const beat = setInterval(() => touch(lockFile, mine), beatMs);
  const unlock = () => {
    clearInterval(beat);
    if (contentOf(lockFile) === mine) rmSync(lockFile, { force: true });
  };
  process.on('exit', unlock);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.exit(130));
  return unlock;
}

function tryWrite(lockFile, mine) {
  try {
    writeFileSync(lockFile, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new SetupError(`This folder can not be written: ${error.message}`);
  }
}

function touch(lockFile, mine) {
  const now = new Date();
  if (contentOf(lockFile) === mine) utimesSync(lockFile, now, now);
}

function contentOf(lockFile) {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes the lock of a run that was killed: its process is gone, or its heart stopped. */
function removeStale(lockFile) {
  const content = contentOf(lockFile);
  const written = statSync(lockFile, { throwIfNoEntry: false });
  if (content === undefined || !written) return true;
  if (Date.now() - written.mtimeMs < staleMs && !isDead(content)) return false;
  // Renamed first, since only one run can: another may have replaced the lock in between.
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    if (readFileSync(aside, 'utf8') !== content) renameSync(aside, lockFile);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return true;
}

function isDead(content) {
  try {
    const { pid, host } = JSON.parse(content);
    if (host !== hostname()) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
