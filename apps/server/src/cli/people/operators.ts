/** `operator create`. */
import { emailSchema } from '@giftlane/contract/members/accounts.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { type Command, CommandRefused, WrongUsage } from '../command.ts';
import { insertOperator, type Role } from '../queries.ts';

const roles: readonly Role[] = ['owner', 'catalogue', 'support', 'finance'];

export const operatorCreate: Command = {
  words: 'operator create',
  deed: true,
  flags: { email: 'needed', role: 'needed' },
  usage: `operator create --email E --role R       creates an operator (${roles.join(', ')})`,
  async run({ db }, { values }) {
    const email = emailSchema.safeParse(values.get('email'));
    const role = roles.find((known) => known === values.get('role'));
    if (!email.success) throw new WrongUsage('--email is not an email address.');
    if (!role) throw new WrongUsage(`--role is one of ${roles.join(', ')}.`);
    const operator = { id: newId('opr'), email: email.data, role };
    if (!(await insertOperator(db, operator)))
      throw new CommandRefused(`${operator.email} is an operator already.`);
    return { lines: [`${operator.email} is an operator now: ${role}.`], json: operator };
  },
};
