/** Passwords are kept as argon2id hashes; see the password storage advice of OWASP for the cost. */
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

/** The same characters typed on another keyboard count as the same password. */
export const normal = (password: string) => password.normalize('NFKC');

/**
 * Where hashes of this process wait. One takes a core and 19 MiB for some 60 ms, and a flood of sign-ins leaves the
 * other half of the cores to the shop. Places to wait are shared out by network, and who is
 * known waits apart from who is not.
 */
const hashing = new Gate({ atOnce: longWorkAtOnce });
const lane = () => new Gate({ atOnce: longWorkAtOnce, waiting: 64 });
const lanes = { strangers: lane(), members: lane(), operators: lane() };

/** Who asks for a hash: lanes have waiting places of their own and take turns with each other. */
export interface Turn {
  readonly lane: keyof typeof lanes;
  readonly from: string;
}

const inTurn = <T>({ lane, from }: Turn, work: () => Promise<T>): Promise<T> =>
  lanes[lane].run(from, () => hashing.run(lane, work));

/** The turn of somebody the shop does not know, by where they are. */
export const strangerAt = (address: string): Turn => ({
  lane: 'strangers',
  from: wideNetworkOf(address),
});

/** The turn of a member who is known by a session, a browser or a link from a mail. */
export const knownMember = (memberId: string): Turn => ({ lane: 'members', from: memberId });

/** The turn of an operator. */
export const operator: Turn = { lane: 'operators', from: '' };

/** Hashes a password; waits for its turn and refuses with `request.throttled` when too many wait. */
export function hashPassword(password: string, cost: PasswordCost, turn: Turn): Promise<string> {
  return inTurn(turn, () =>
    hash(normal(password), { ...costs[cost], outputLen: hashBytes, salt: randomBytes(saltBytes) }),
  );
}

/** Whether `password` belongs to `encoded`; waits like `hashPassword`. */
export function verifyPassword(encoded: string, password: string, turn: Turn): Promise<boolean> {
  return inTurn(turn, () => verify(encoded, normal(password)));
}

function decoy(cost: PasswordCost): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `${header(cost)}${part(saltBytes)}$${part(hashBytes)}`;
}

// Made once: making one for each unknown e-mail could be seen on a clock.
const decoys = { production: decoy('production'), least: decoy('least') } as const;

/** A hash that no password fits: comparing with it costs what comparing with a real one costs. */
export function decoyHash(cost: PasswordCost): string {
  return decoys[cost];
}

/** Whether a hash was made at another cost than today's. */
export function isOutdated(encoded: string, cost: PasswordCost): boolean {
  return !encoded.startsWith(header(cost));
}
