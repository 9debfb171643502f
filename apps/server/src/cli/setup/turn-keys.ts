/** `keys status`, `keys drop`, `keys fingerprint`: the steps by which a new key takes the place of an old one. */
import { placesOf } from '../../assembly/sealed.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  type KeyState,
  keyStates,
  markDropped,
  type Walk,
  walks,
} from '../../platform/secrets/walk-queries.ts';
import { type Command, CommandRefused, type Tools } from '../command.ts';
import { writeNew } from './keys.ts';

function keyLine({ number, sealedAt, inUse, droppedAt }: KeyState): string {
  const last = sealedAt?.toISOString();
  if (droppedAt) return `key ${number}: dropped ${droppedAt.toISOString()}`;
  if (!last) return `key ${number}: known, not used to encrypt yet`;
  return `key ${number}: ${inUse ? 'processes encrypt with it' : 'no process encrypts with it'}, last seen ${last}`;
}

function walkWords(walk: Walk | undefined): string {
  if (!walk) return 'nothing was encrypted anew yet';
  const { toKey, seen, changed, failed, ended, clean } = walk;
  const state = clean ? 'done' : ended ? 'to be read once more' : 'under way';
  const bad = failed > 0 ? `, ${failed} can not be decrypted (see the log)` : '';
  return `to key ${toKey} ${state}: ${seen} read, ${changed} encrypted anew${bad}`;
}

/** How far each place is; rows by key only of columns, as that reads all of them. */
async function placesNow({ db, files }: Pick<Tools, 'db' | 'files'>) {
  const walked = new Map((await walks(db)).map((walk) => [walk.place, walk]));
  const found = [];
  for (const { name, count } of placesOf(files))
    found.push({
      place: name,
      byKey: count && (await db.survey((tx) => count(tx))),
      walk: walked.get(name),
    });
  return found;
}

export const keysStatus: Command = {
  words: 'keys status',
  usage:
    'keys status                              what is encrypted with which key, and how far a change of keys is',
  async run(tools) {
    const states = await keyStates(tools.db);
    const places = await placesNow(tools);
    const lines = [
      ...states.map(keyLine),
      ...places.map(({ place, byKey, walk }) => {
        const rows = byKey?.map((one) => `${one.rows} under key ${one.number}`).join(', ');
        return `${place}: ${[...(rows ? [rows] : []), walkWords(walk)].join('; ')}`;
      }),
    ];
    return { lines, json: { keys: states, places } };
  },
};

/** What is in the way of dropping a key, in words. */
async function obstacles(tools: Pick<Tools, 'db' | 'files' | 'keys'>, number: number) {
  const { keys } = tools;
  const states = await keyStates(tools.db);
  const state = states.find((one) => one.number === number);
  if (!state) return [`there is no key ${number}`];
  const old = states.filter((one) => one.number <= number && one.inUse);
  const lowest = Math.min(...keys.digests.map((one) => one.number));
  return [
    ...(keys.newest <= number ? [`key ${number} is the newest of this command`] : []),
    ...(old.length > 0 ? [`a process had it in front within ten minutes: ${keyLine(state)}`] : []),
    ...(number === lowest && !keys.fingerprints.given
      ? ['FINGERPRINT_KEY is derived from it: keys fingerprint FILE writes it; give it to all']
      : []),
    ...(await placesNow(tools)).flatMap(({ place, byKey = [], walk }) => {
      const rows = byKey.find((one) => one.number === number)?.rows ?? 0;
      const isDone = walk?.clean && walk.toKey > number && rows === 0;
      return isDone
        ? []
        : [`${place}: ${rows > 0 ? `${rows} under key ${number}; ` : ''}${walkWords(walk)}`];
    }),
  ];
}

export const keysDrop: Command = {
  words: 'keys drop',
  operand: 'NUMBER',
  deed: true,
  usage:
    'keys drop NUMBER                         lets processes start without an old key, once nothing is encrypted with it',
  async run(tools, { operand }) {
    const number = Number(operand);
    const inTheWay = await obstacles(tools, number);
    if (inTheWay.length > 0)
      throw new CommandRefused(
        `Key ${operand} stays:\n${inTheWay.map((it) => `  ${it}`).join('\n')}`,
      );
    // What was found above took minutes to read.
    if (!(await markDropped(tools.db, number)))
      throw new CommandRefused(`Key ${operand} stays: a process encrypts with it again.`);
    const lines = [
      `Nothing is encrypted with key ${number}: take it out of ENCRYPTION_KEYS.`,
      'Keep it with the backups that were made before.',
    ];
    return { lines, json: { dropped: number } };
  },
};

export const keysFingerprint: Command = {
  words: 'keys fingerprint',
  operand: 'FILE',
  usage:
    'keys fingerprint FILE                    writes FINGERPRINT_KEY to a new file, so that the oldest key can go',
  async run({ keys }, { operand }) {
    await writeNew(operand, `FINGERPRINT_KEY=${keys.fingerprints.text()}\n`);
    return { lines: [`${operand} was written, for you alone to read.`], json: { file: operand } };
  },
};

/** What doctor says of a change of keys: the oldest key that processes encrypt with, and places that are not done. */
export async function turningWarnings(db: Db, newest: number): Promise<string[]> {
  const older = (await keyStates(db)).filter((one) => one.number < newest && !one.droppedAt);
  if (older.length === 0) return [];
  return [
    ...older
      .filter(({ inUse }) => inUse)
      .map((one) => `${keyLine(one)}, though ${newest} is newer`),
    ...(await walks(db))
      .filter(({ clean }) => !clean)
      .map((walk) => `${walk.place}: ${walkWords(walk)}`),
  ];
}
