/** `operator create`. */
import { emailSchema } from '@giftlane/contract/members/accounts.ts';
import { builtInRoles } from '@giftlane/contract/office/permissions.ts';
import { addOperator } from '../../features/operators/operators.ts';
import { type Command, CommandRefused, WrongUsage } from '../command.ts';

const roles = Object.keys(builtInRoles);

export const operatorCreate: Command = {
  words: 'operator create',
  deed: true,
  flags: { email: 'needed', role: 'needed' },
  usage: `operator create --email E --role R       creates an operator (${roles.join(', ')}) and prints their invitation`,
  async run({ db, keys, config }, { values }) {
    const email = emailSchema.safeParse(values.get('email'));
    const role = values.get('role') ?? '';
    if (!email.success) throw new WrongUsage('--email is not an email address.');
    if (!roles.includes(role)) throw new WrongUsage(`--role is one of ${roles.join(', ')}.`);
    const operator = { email: email.data, role };
    const added = await db.tx((tx) => addOperator(tx, keys, operator));
    if (!added) throw new CommandRefused(`${operator.email} is an operator already.`);
    const { url } = config.office ?? {};
    const link = url
      ? `${url}/invitation#${added.token}`
      : `/invitation#${added.token} of your OFFICE_URL`;
    return {
      lines: [`${operator.email} is an operator now: ${role}.`, `Within 7 days: ${link}`],
      json: { id: added.id, ...operator, link },
    };
  },
};
