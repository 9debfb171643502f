/** `session list` and `session end`. */
import { putOut, sessionsOf } from '../../features/accounts/accounts.ts';
import { type Command, CommandRefused } from '../command.ts';
import { letters } from './letters.ts';
import { theMember } from './members.ts';

export const sessionList: Command = {
  words: 'session list',
  operand: 'EMAIL',
  usage: "session list EMAIL                       a member's sessions, last used first",
  async run({ db }, { operand }) {
    const sessions = await sessionsOf(db, await theMember(db, operand));
    const json = sessions.map(({ id, createdAt, lastSeenAt, endsAt, device, place }) => ({
      id,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      endsAt: endsAt.toISOString(),
      device,
      place,
    }));
    const lines = json.map(({ id, createdAt, lastSeenAt, endsAt, device, place }) =>
      letters(
        `${id}  began ${createdAt}  last used ${lastSeenAt}  ends ${endsAt}  ${device} ${place}`,
      ).trimEnd(),
    );
    return { json, lines: lines.length === 0 ? ['Signed in nowhere.'] : lines };
  },
};

export const sessionEnd: Command = {
  words: 'session end',
  deed: true,
  operand: 'EMAIL',
  flags: { id: 'value' },
  usage:
    'session end EMAIL [--id ID]              signs a member out everywhere, or ends one session',
  async run({ db }, { operand, values }) {
    const id = values.get('id');
    const memberId = await theMember(db, operand);
    const ended = await db.tx((tx) => putOut(tx, memberId, id));
    if (id !== undefined && ended === 0)
      throw new CommandRefused(`${operand} has no session ${id}.`);
    return { json: { ended }, lines: [`${ended} ended.`] };
  },
};
