/** `migrate`, `seed`, `ledger verify`. */
import { prepareDatabase } from '../app.ts';
import { invariants } from '../assembly/watch.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { type Command, CommandRefused } from './command.ts';
import { seedDemo } from './demo.ts';

export const migrate: Command = {
  words: 'migrate',
  asItIs: true,
  usage: 'migrate                                  bring the database up to date',
  async run({ config, log }) {
    const applied = await prepareDatabase(config.databaseUrl, log);
    const lines = applied.length > 0 ? applied : ['The database is up to date.'];
    return { lines, json: { applied } };
  },
};

export const seed: Command = {
  words: 'seed',
  usage: 'seed                                     fill an empty shop with the demo',
  async run({ config, ...tools }) {
    if (config.production)
      throw new CommandRefused('The demo has members with a known password: not in production.');
    const { seeded, accounts } = await seedDemo({ ...tools, config });
    const done = seeded
      ? `${seeded.brands} brands, ${seeded.cards} cards, ${seeded.codes} codes.`
      : 'There are brands already: nothing was added.';
    return { lines: [done, ...accounts], json: { ...seeded, accounts } };
  },
};

export const ledgerVerify: Command = {
  words: 'ledger verify',
  usage: 'ledger verify                            check sums, balances, history, every invariant',
  async run({ db }) {
    const verdict = await verifyLedger(db, invariants);
    const { seals, last, broken } = verdict.chain;
    const until = last?.madeAt;
    const chain = {
      seals,
      ...(until && { until: until.toISOString() }),
      ...(broken !== undefined && { broken: Number(broken) }),
    };
    const lines = [
      ...(verdict.ok
        ? [`Good: ${verdict.checked} rules hold.`]
        : verdict.problems.map(({ rule, breach }) => `${rule}: ${breach}`)),
      `Recomputed from the first seal: ${seals} that fit${until ? `, up to ${chain.until}` : ''}.`,
    ];
    return { lines, json: { ...verdict, chain }, failed: !verdict.ok };
  },
};
