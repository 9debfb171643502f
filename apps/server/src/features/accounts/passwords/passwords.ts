/** Password hashes: argon2id, with the cost that OWASP's password storage advice gives. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { wideNetworkOf } from '../../../platform/http/network.ts';
import { Gate } from '../../../platform/limits/gate.ts';
import type { Config } from '../../../platform/process/config.ts';
import { longWorkAtOnce } from '../../../platform/render/threads.ts';

export type PasswordCost = Config['passwordCost'];

const costs = {
  production: { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 },
  least: { memoryCost: 8, timeCost: 1, parallelism: 1 },
} as const;

const saltBytes = 16;
const hashBytes = 32;

function header(cost: PasswordCost): string {
  const { memoryCost, timeCost, parallelism } = costs[cost];
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
}

/** Unicode-normalises a password, so that it does not depend on the keyboard it is typed on. */
export const normal = (password: string) => password.normalize('NFKC');

/**
 * Limits parallel hashes of this process. A hash takes a core and 19 MiB for some 60 ms; half of the cores stay
 * free for the shop in a flood of sign-ins. Waiting places are shared out by network, and known members wait
 * apart from strangers.
 */
const hashing = new Gate({ atOnce: longWorkAtOnce });
const lane = () => new Gate({ atOnce: longWorkAtOnce, waiting: 64 });
const lanes = { strangers: lane(), members: lane(), operators: lane() };

/** The queue of a hash: each lane has its own waiting places, and the lanes take turns. */
export interface Turn {
  readonly lane: keyof typeof lanes;
  readonly from: string;
}

const inTurn = <T>({ lane, from }: Turn, work: () => Promise<T>): Promise<T> =>
  lanes[lane].run(from, () => hashing.run(lane, work));

/** The turn of a stranger, by network. */
export const strangerAt = (address: string): Turn => ({
  lane: 'strangers',
  from: wideNetworkOf(address),
});

/** The turn of a member known by a session, a device cookie or a link from a mail. */
export const knownMember = (memberId: string): Turn => ({ lane: 'members', from: memberId });

/** The turn of operators and of the command line. */
export const operatorTurn: Turn = { lane: 'operators', from: '' };

/** Hashes a password in its turn; refuses `request.throttled` when too many wait. */
export function hashPassword(password: string, cost: PasswordCost, turn: Turn): Promise<string> {
  return inTurn(turn, () =>
    hash(normal(password), { ...costs[cost], outputLen: hashBytes, salt: randomBytes(saltBytes) }),
  );
}

/** Whether `password` matches the hash `encoded`; waits like `hashPassword`. */
export function verifyPassword(encoded: string, password: string, turn: Turn): Promise<boolean> {
  return inTurn(turn, () => verify(encoded, normal(password)));
}

function decoy(cost: PasswordCost): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `${header(cost)}${part(saltBytes)}$${part(hashBytes)}`;
}

// Made once: making one per unknown e-mail would show in the response time.
const decoys = { production: decoy('production'), least: decoy('least') } as const;

/** A hash that no password matches; comparing with it takes as long as with a real one. */
export function decoyHash(cost: PasswordCost): string {
  return decoys[cost];
}

/** Whether a hash was made with another cost than the current one. */
export function isOutdated(encoded: string, cost: PasswordCost): boolean {
  return !encoded.startsWith(header(cost));
}
