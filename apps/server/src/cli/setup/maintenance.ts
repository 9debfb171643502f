/** `migrate` and `seed`. */
import { prepareDatabase } from '../../assembly/database.ts';
import { type Command, CommandRefused } from '../command.ts';
import { seedDemo } from '../goods/demo.ts';
import { demoOperatorLines } from '../goods/demo-operators.ts';

export const migrate: Command = {
  words: 'migrate',
  asItIs: true,
  usage: 'migrate                                  brings the database up to date',
  async run({ config, log }) {
    const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config;
    const applied = await prepareDatabase({ url, ownerUrl }, log);
    const lines = applied.length > 0 ? applied : ['The database is up to date.'];
    return { lines, json: { applied } };
  },
};

export const seed: Command = {
  words: 'seed',
  usage: 'seed                                     fills an empty shop with the demo',
  async run({ config, ...tools }) {
    if (config.production)
      throw new CommandRefused('The demo has members with a known password: not in production.');
    const { seeded, accounts } = await seedDemo({ ...tools, config });
    const done = seeded
      ? `${seeded.brands} brands, ${seeded.cards} cards, ${seeded.codes} codes.`
      : 'There are brands already: nothing was added.';
    const lines = [done, ...accounts, ...(await demoOperatorLines(tools))];
    return { lines, json: { ...seeded, accounts } };
  },
};
