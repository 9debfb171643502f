/** A lock for set-ups: a lock file whose holder renews its modification time every two seconds. */
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const beatMs = 2_000;
const staleMs = 15_000;
/** Child processes of a killed run go on for a while, without renewing the lock. */
const orphansMs = 10 * 60_000;
const waitLimitMs = 20 * 60_000;

/** A failure with a message for people. `output` is the output of the failed program. */
export class SetupError extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/**
 * Takes the lock, waiting while another run or its child process lives. The returned lock registers the
 * running child (leader of a process group), tells whether a signal arrived, and frees itself. A signal ends
 * the child's group first, then this process.
 */
export async function takeLock(lockFile) {
  const me = { pid: process.pid, host: hostname(), at: Date.now() };
  let mine = JSON.stringify(me);
  const deadline = Date.now() + waitLimitMs;
  let told = false;
  while (!tryWrite(lockFile, mine)) {
    if (removeStale(lockFile)) continue;
    if (!told) console.log('Another run is setting up; waiting for it …');
    told = true;
    if (Date.now() > deadline) throw new SetupError(`${lockFile} is held for too long.`);
    await sleep(200);
  }
  const lock = { ending: false, program, free };
  let group;
  const beat = setInterval(() => touch(lockFile, mine), beatMs);
  function program(child) {
    group = child.pid;
    child.on('close', () => {
      group = undefined;
    });
    const held = contentOf(lockFile) === mine;
    mine = JSON.stringify({ ...me, group });
    if (held) writeFileSync(lockFile, mine);
  }
  function free() {
    clearInterval(beat);
    if (contentOf(lockFile) === mine && !groupLives(group)) rmSync(lockFile, { force: true });
  }
  async function end() {
    if (lock.ending) process.exit(130);
    lock.ending = true;
    await endGroup(group);
    process.exit(130);
  }
  process.on('exit', free);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => void end());
  return lock;
}

/** Ends a process group: by SIGTERM, and after five seconds by SIGKILL. */
async function endGroup(group) {
  for (const [signal, forMs] of [
    ['SIGTERM', 5_000],
    ['SIGKILL', 2_000],
  ]) {
    if (!tellGroup(group, signal)) return;
    const deadline = Date.now() + forMs;
    while (groupLives(group) && Date.now() < deadline) await sleep(20);
  }
}

/** Sends a signal to a process group; false if it no longer exists. */
function tellGroup(group, signal) {
  if (group === undefined) return false;
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

const groupLives = (group) => tellGroup(group, 0);

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

/** Removes the lock of a killed run: its process is gone, or it no longer renews the lock. */
function removeStale(lockFile) {
  const content = contentOf(lockFile);
  const written = statSync(lockFile, { throwIfNoEntry: false });
  if (content === undefined || !written) return true;
  if (isHeld(content, Date.now() - written.mtimeMs)) return false;
  // Renaming is atomic, so only one run succeeds; if another had replaced the lock, it is put back.
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

function isHeld(content, quietMs) {
  const { pid, host, group } = read(content);
  const here = host === hostname();
  // Limited in time, as process ids are reused.
  if (here && groupLives(group) && quietMs < orphansMs) return true;
  return quietMs < staleMs && !(here && isDead(pid));
}

/** Parses a lock; empty while it is being written. */
function read(content) {
  try {
    return JSON.parse(content);
  } catch {
    return {};
  }
}

function isDead(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
