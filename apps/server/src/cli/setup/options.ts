/** `option list` and `option set`. */
import { allOptions, setOption } from '../../features/content/content.ts';
import { type Command, CommandRefused, WrongUsage } from '../command.ts';

export const optionList: Command = {
  words: 'option list',
  usage:
    'option list                              the options an owner can set while the shop runs',
  async run({ db }) {
    const options = await allOptions(db);
    const lines = options.map(({ name, value }) => `${name} = ${value}`);
    return { lines, json: options };
  },
};

export const optionSet: Command = {
  words: 'option set',
  deed: true,
  operand: 'NAME',
  flags: { value: 'needed' },
  usage: 'option set NAME --value V                sets an option; it takes effect within seconds',
  async run({ db, by }, { operand, values }) {
    const value = values.get('value');
    if (value === undefined) throw new WrongUsage('--value is missing.');
    const outcome = await setOption(db, operand, value, { editor: by });
    if (outcome === 'unknown') throw new CommandRefused(`There is no option ${operand}.`);
    if (outcome === 'not whole') throw new CommandRefused(`${operand} is a whole number.`);
    if (outcome === 'no explorer')
      throw new CommandRefused(
        `${operand} is empty, or an https address with {txid} where the transaction's id belongs.`,
      );
    if (outcome === 'no address')
      throw new CommandRefused(`${operand} is empty, or one email address.`);
    return { lines: [`${operand} = ${value}`], json: { name: operand, value } };
  },
};
