/**
 * A cache of server-rendered pages with the replies they were rendered from. A page is valid while these replies are
 * the same.
 */
import { hash } from 'node:crypto';
import type { PackedReply } from '../http/answer.ts';
import { BoundedMap } from '../limits/bounded-map.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { seconds } from '../process/durations.ts';
import type { Log } from '../process/log.ts';
import { type Ask, openDrawing } from './drawing.ts';

/** The source of the replies. */
export interface Source {
  readonly ask: Ask;
  /** Calls back when replies may have changed. */
  onChange(listener: () => void): void;
  /** What of an answer is seen: pages of equal sights are equal. */
  readonly seenOf: (answer: string) => string;
  readonly log: Log;
}

/** A rendered page and the replies it was rendered from. */
export interface Drawn {
  readonly html: string;
  /** Answers by their addresses, as JSON that may stand in a page. */
  readonly answers: string;
}

/** A page around its drawn words. */
export interface Frame {
  /** Equal names stand for equal frames. */
  readonly name: string;
  fill(drawn: Drawn): PackedReply;
}

/** The rendered page of a path; undefined when it can not be rendered, or not now. */
export type DrawnPageOf = (path: string, frame: Frame) => Promise<PackedReply | undefined>;

interface Kept {
  readonly frame: string;
  readonly addresses: readonly string[];
  /** Stands for all that is seen of their answers. */
  readonly sight: string;
  readonly answer: PackedReply;
  /** When its answers were the same for the last time. */
  sure: Moment;
}

/** Answers are of one moment: before anything changed that is told, and of not too long ago. */
interface Moment {
  readonly change: number;
  readonly untilMs: number;
}

/** What is not told of, such as a text or an option, is seen this much later. */
const sureMs = seconds(2);
/** Most bytes of cached pages; least recently used ones go first. */
const mostBytes = 16 * 1024 * 1024;
/** A page and both of its packed forms, of what it is plain. */
const withPacked = 1.4;

/** Asks the source once for all pages of a moment. */
function askOnce(source: Source): { ask: Ask; forget: () => void } {
  let untilMs = 0;
  const answers = new Map<string, Promise<string | undefined>>();
  return {
    forget: () => answers.clear(),
    ask(address) {
      const now = performance.now();
      if (now > untilMs) {
        answers.clear();
        untilMs = now + sureMs;
      }
      const answer = answers.get(address) ?? source.ask(address);
      answers.set(address, answer);
      return answer;
    },
  };
}

/** What is seen of these answers; undefined when one is missing. */
function sightIn(answers: readonly (string | undefined)[], { seenOf }: Source): string | undefined {
  if (!answers.every((one) => one !== undefined)) return undefined;
  return hash('sha1', answers.map(seenOf).join('\n'), 'base64');
}

/** Makes the drawn pages of the storefront built in `folder`; undefined when it was built without a drawing. */
export function makeDrawnPages(
  folder: string,
  source: Source,
  time?: Pick<RateLimit, 'left' | 'take'>,
): DrawnPageOf | undefined {
  const drawNow = openDrawing(folder, time);
  if (!drawNow) return undefined;
  let change = 0;
  let failing = false;
  const { ask, forget } = askOnce(source);
  source.onChange(() => {
    change += 1;
    forget();
  });
  const now = (): Moment => ({ change, untilMs: performance.now() + sureMs });
  const isSure = ({ sure }: Kept) => sure.change === change && performance.now() < sure.untilMs;

  const kept = new BoundedMap<Kept>(mostBytes);
  const draw = async (path: string, frame: Frame): Promise<PackedReply | undefined> => {
    const drawing = drawNow(kept.has(path));
    if (!drawing) return undefined;
    const sure = now();
    const answers = new Map<string, string>();
    const html = await drawing(path, async (address) => {
      const answer = await ask(address);
      if (answer !== undefined) answers.set(address, answer);
      return answer;
    });
    // What changed meanwhile may be in it, or not.
    const sight = sightIn([...answers.values()], source);
    if (html === undefined || sight === undefined || sure.change !== change) return undefined;
    const addresses = [...answers.keys()];
    const answer = frame.fill({ html, answers: answersInPage(answers) });
    const bytes = Math.ceil(answer.plain.length * withPacked) + 2 * frame.name.length;
    kept.put(path, { frame: frame.name, addresses, sight, answer, sure }, bytes);
    return answer;
  };
  const find = async (path: string, frame: Frame): Promise<PackedReply | undefined> => {
    const known = kept.get(path);
    if (known?.frame === frame.name) {
      const sure = now();
      const sight = sightIn(await Promise.all(known.addresses.map(ask)), source);
      if (sight === known.sight && sure.change === change) {
        known.sure = sure;
        return known.answer;
      }
    }
    try {
      const answer = await draw(path, frame);
      failing = false;
      return answer;
    } catch (error) {
      if (!failing) source.log.warn({ err: error, path }, 'a page could not be drawn');
      failing = true;
      return undefined;
    }
  };

  const underWay = new Map<string, Promise<PackedReply | undefined>>();
  return async (path, frame) => {
    const known = kept.get(path);
    if (known?.frame === frame.name && isSure(known)) {
      kept.touch(path);
      return known.answer;
    }
    const work = underWay.get(path) ?? find(path, frame).finally(() => underWay.delete(path));
    underWay.set(path, work);
    return work;
  };
}

/** Answers by their addresses; they are JSON already, and nothing in them ends an element. */
function answersInPage(answers: ReadonlyMap<string, string>): string {
  const entries = [...answers].map(([address, json]) => `${JSON.stringify(address)}:${json}`);
  return `{${entries.join()}}`.replaceAll('<', '\\u003c');
}
