/** `operator create`, `operator invite` and `operator close`. */
import { emailSchema } from '@giftlane/contract/members/accounts.ts';
import { type Role, roles } from '@giftlane/contract/office/permissions.ts';
import {
  addOperator,
  closeOperator,
  invitationLink,
  inviteAgain,
} from '../../features/operators/operators.ts';
import { type Command, CommandRefused, type Tools, WrongUsage } from '../command.ts';

const names = Object.keys(roles) as Role[];

/** An invitation with its link, as lines and as JSON. */
function invitation(config: Tools['config'], line: string, token: string) {
  const link = invitationLink(config, token);
  return { lines: [line, `The invitation, for 7 days and once: ${link}`], json: { link } };
}

export const operatorCreate: Command = {
  words: 'operator create',
  deed: true,
  flags: { email: 'needed', role: 'needed' },
  usage: `operator create --email E --role R       invites an operator (${names.join(', ')}): prints the link`,
  async run({ db, keys, config }, { values }) {
    const email = emailSchema.safeParse(values.get('email'));
    const role = names.find((known) => known === values.get('role'));
    if (!email.success) throw new WrongUsage('--email is not an email address.');
    if (!role) throw new WrongUsage(`--role is one of ${names.join(', ')}.`);
    const token = await db.tx((tx) => addOperator(tx, keys, { email: email.data, role }));
    if (!token) throw new CommandRefused(`${email.data} has an operator's account already.`);
    return invitation(config, `${email.data} is an operator now: ${role}.`, token);
  },
};

export const operatorInvite: Command = {
  words: 'operator invite',
  deed: true,
  operand: 'EMAIL',
  usage:
    'operator invite EMAIL                    a new invitation, for a lost link, password or app',
  async run({ db, keys, config }, { operand }) {
    const token = await db.tx((tx) => inviteAgain(tx, keys, operand));
    if (!token) throw new CommandRefused(`${operand} is no operator.`);
    return invitation(config, `${operand} is invited again; earlier links are void.`, token);
  },
};

export const operatorClose: Command = {
  words: 'operator close',
  deed: true,
  operand: 'EMAIL',
  usage:
    "operator close EMAIL                     ends an operator's account and sessions, for good",
  async run({ db }, { operand }) {
    const closed = await db.tx((tx) => closeOperator(tx, operand));
    if (!closed) throw new CommandRefused(`${operand} is no operator.`);
    return { lines: [`${operand} is no operator any more.`], json: { closed } };
  },
};
