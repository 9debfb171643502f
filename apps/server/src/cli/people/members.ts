/** `member freeze`, `member unfreeze`, `member reset`, and whom an e-mail address names. */
import {
  emailKey,
  findMember,
  freeze,
  memberIdOf,
  resetFactors,
  unfreeze,
} from '../../features/accounts/accounts.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Command, CommandRefused } from '../command.ts';

/** The member of an e-mail address. */
export async function theMember(db: Db, email: string): Promise<string> {
  const id = await memberIdOf(db, emailKey(email));
  if (id === undefined) throw new CommandRefused(`There is no member ${email}.`);
  return id;
}

export const memberFreeze: Command = {
  words: 'member freeze',
  deed: true,
  operand: 'EMAIL',
  flags: { reason: 'needed' },
  usage:
    'member freeze EMAIL --reason TEXT        blocks everything that leaves the account; a further reason is added',
  async run({ db }, { operand, values }) {
    const id = await theMember(db, operand);
    await db.tx((tx) => freeze(tx, id, values.get('reason') ?? ''));
    const reason = (await findMember(db, id))?.frozenReason ?? '';
    return { json: { memberId: id, reason }, lines: [`${operand} is frozen: ${reason}`] };
  },
};

export const memberUnfreeze: Command = {
  words: 'member unfreeze',
  deed: true,
  operand: 'EMAIL',
  usage: 'member unfreeze EMAIL                    lets the account be used again',
  async run({ db }, { operand }) {
    const id = await theMember(db, operand);
    const reason = (await findMember(db, id))?.frozenReason;
    if (!(await db.tx((tx) => unfreeze(tx, id))))
      throw new CommandRefused(`${operand} is not frozen.`);
    return { json: { memberId: id, reason }, lines: [`${operand} was frozen: ${reason}`] };
  },
};

export const memberResetFactors: Command = {
  words: 'member reset',
  deed: true,
  operand: 'EMAIL',
  flags: { reason: 'needed' },
  usage:
    'member reset EMAIL --reason TEXT         removes passkeys, authenticator app and recovery codes of a member who lost them',
  async run({ db }, { operand, values }) {
    const id = await theMember(db, operand);
    if (!(await db.tx((tx) => resetFactors(tx, id))))
      throw new CommandRefused(`${operand} has no second factor.`);
    const json = { memberId: id, reason: values.get('reason') };
    return { json, lines: [`${operand} has no second factor any more, and is signed out.`] };
  },
};
