import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeAnswer } from '../http/answer.ts';
import { makeLog } from '../process/log.ts';
import { makeDrawnPages } from './drawn-pages.ts';

/** Counts its drawings and asks for two addresses. */
const program = `
let drawn = 0;
exports.draw = async (path, ask) => {
  const [one, two] = await Promise.all([ask('/one'), ask('/two' + path)]);
  if (path.includes('broken')) throw new Error('broken');
  if (one === undefined || two === undefined) return undefined;
  drawn += 1;
  return '<p>' + drawn + ' ' + one + '</p>';
};`;

const nothing = (): void => undefined;

async function drawnPages({ built = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-drawn-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'drawing'));
  if (built) await writeFile(join(folder, 'drawing', 'drawn.js'), program);
  const now = { one: '{"a":1,"nViews":1}' as string | undefined, meanwhile: nothing };
  let change = nothing;
  const time = {
    leftMs: 1_000,
    left: () => time.leftMs,
    take: nothing,
  };
  const source = {
    ask: async (address: string) => {
      now.meanwhile();
      return address === '/one' ? now.one : '"two"';
    },
    onChange: (listener: () => void) => {
      change = listener;
    },
    seenOf: (answer: string) => answer.replace(/"nViews":\d+/, ''),
    log: makeLog('fatal'),
  };
  const pageOf = makeDrawnPages(folder, source, time);
  const get = async (path: string, { frame = 'frame', size = 0 } = {}) => {
    const answer = await pageOf?.(path, {
      name: frame,
      fill: ({ html, answers }) =>
        makeAnswer(Buffer.from(`${frame}${html}${answers}${' '.repeat(size)}`)),
    });
    return answer?.plain.toString().trim();
  };
  return { get, now, change: () => change(), pageOf, time };
}

test('a page is drawn once and has the answers it was drawn of, none of which ends an element', async () => {
  const { get, now } = await drawnPages();
  now.one = '{"a":"</script>"}';
  const [first, second] = await Promise.all([get('/a'), get('/a')]);
  expect(first).toBe(
    'frame<p>1 {"a":"</script>"}</p>{"/one":{"a":"\\u003c/script>"},"/two/a":"two"}',
  );
  expect(second).toBe(first);
  expect(await get('/a')).toBe(first);
});

test('a page is drawn anew as soon as what is seen of it changed, or what is around it', async () => {
  const { get, now, change } = await drawnPages();
  const first = await get('/a');
  now.one = '{"a":1,"nViews":7}';
  change();
  expect(await get('/a')).toBe(first);
  now.one = '{"a":2,"nViews":7}';
  change();
  expect(await get('/a')).toContain('<p>2 {"a":2,');
  expect(await get('/a', { frame: 'other' })).toContain('other<p>3 ');
});

test('what changes without notice is seen two seconds later', async () => {
  const { get, now } = await drawnPages();
  const first = await get('/a');
  now.one = '{"a":2}';
  expect(await get('/a')).toBe(first);
  await expect.poll(() => get('/a'), { timeout: 5_000 }).toContain('{"a":2}');
});

test('a page drawn while something changed is neither sent nor kept', async () => {
  const { get, now, change } = await drawnPages();
  now.meanwhile = change;
  expect(await get('/a')).toBeUndefined();
  now.meanwhile = nothing;
  expect(await get('/a')).toContain('<p>2 ');
});

test('without an answer, after a fault, or where the shop was built without it, nothing is drawn', async () => {
  const { get, now, change } = await drawnPages();
  expect(await get('/broken')).toBeUndefined();
  now.one = undefined;
  change();
  expect(await get('/a')).toBeUndefined();
  now.one = '1';
  change();
  expect(await get('/a')).toContain('<p>1 1</p>');
  now.one = undefined;
  change();
  expect(await get('/a')).toBeUndefined();
  expect((await drawnPages({ built: false })).pageOf).toBeUndefined();
});

test('drawing takes a share of the time, and strangers’ pages leave some of it to those that are known', async () => {
  const { get, now, change, time } = await drawnPages();
  expect(await get('/known')).toContain('<p>1 ');
  const changed = () => {
    now.one = `"${Math.random()}"`;
    change();
  };
  // Less than half of what may be taken at once.
  time.leftMs = 400;
  changed();
  expect(await get('/new')).toBeUndefined();
  expect(await get('/known')).toContain('<p>2 ');
  time.leftMs = -1;
  changed();
  expect(await get('/known')).toBeUndefined();
  time.leftMs = 1_000;
  expect(await get('/known')).toContain('<p>3 ');
  expect(await get('/new')).toContain('<p>4 ');
});

test('few wait for their turn', async () => {
  const { get } = await drawnPages();
  const all = await Promise.all(Array.from({ length: 12 }, (_, index) => get(`/${index}`)));
  expect(all.filter((page) => page === undefined)).toHaveLength(8);
});

test('pages take so much memory and no more: the longest unused goes', async () => {
  const { get } = await drawnPages();
  const size = 2_800_000;
  const pages = async (paths: readonly string[]) => {
    const found = [];
    for (const path of paths) found.push(await get(path, { size }));
    return found;
  };
  const [first, second] = await pages(['/1', '/2', '/3', '/4']);
  expect(await get('/1', { size })).toBe(first);
  // Four fit.
  await get('/5', { size });
  expect(await get('/1', { size })).toBe(first);
  expect(await get('/2', { size })).not.toBe(second);
});
