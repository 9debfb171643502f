/** `doctor`: what is wrong with a set-up, before customers find out. */
import { coins } from '@giftlane/contract/coins.ts';
import { openParts } from '../assembly/parts.ts';
import { type Config, ConfigError, type Env, readConfig } from '../platform/config.ts';
import type { LoneCommand } from './command.ts';
import {
  clockFound,
  databaseFound,
  diskFound,
  type Finding,
  keysFound,
  look,
  mailFound,
  nodeFound,
  pricesFound,
  providerFound,
  ratesFound,
  seedFound,
  unknownVariables,
} from './doctor-checks.ts';

/** All that a readable configuration leads to, at once. */
async function lookAround(config: Config, env: Env): Promise<Finding[]> {
  const parts = openParts({ ...config, logLevel: 'silent' });
  const { db } = parts;
  try {
    const found = await Promise.all([
      look('database', () => databaseFound(db)),
      look('keys', () => keysFound(db, config)),
      ...(env.COIN_SEED ? [look('seed', () => seedFound(db, env))] : []),
      look('clock', () => clockFound(db)),
      look('disk', () => diskFound(config.dataDir)),
      look('mail', () => mailFound(parts)),
      look('card payments', () => providerFound(parts)),
      look('exchange rates', () => ratesFound(parts)),
      look('coin prices', () => pricesFound(parts)),
      ...coins.map((coin) => look(`${coin} node`, () => nodeFound(parts, coin))),
    ]);
    return found.flat();
  } finally {
    parts.mail.close();
    await db.close();
  }
}

async function examine(env: Env): Promise<Finding[]> {
  const unknown = unknownVariables(env).map((found) => ({ part: 'variables', ...found }));
  try {
    const config = readConfig(env);
    const words = 'all that is needed is there';
    return [
      { part: 'variables', state: 'good', words },
      ...unknown,
      ...(await lookAround(config, env)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const bad = error.problems.map(
      (words): Finding => ({ part: 'variables', state: 'bad', words }),
    );
    return [...bad, ...unknown];
  }
}

export const doctor: LoneCommand = {
  words: 'doctor',
  usage: 'doctor                                   checks a set-up; changes and sends nothing',
  async alone(env) {
    const findings = await examine(env);
    const width = Math.max(...findings.map(({ part }) => part.length));
    return {
      lines: findings.map(
        ({ part, state, words }) => `${state.padEnd(7)}  ${part.padEnd(width)}  ${words}`,
      ),
      json: findings,
      failed: findings.some(({ state }) => state === 'bad'),
    };
  },
};
