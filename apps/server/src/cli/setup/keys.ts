/** `keys make`: what production needs and nobody but the shop may know, made once. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { newPushKeys } from '../../platform/secrets/push-keys.ts';
import { CommandRefused, type LoneCommand } from '../command.ts';

const key = () => randomBytes(32).toString('base64');

/** Variables as a file of a shell or of systemd. */
function variables(): string {
  const push = newPushKeys();
  return `# Made by "npm run shop -- keys make". Keep a copy where the backups of the database are not: without these keys
# nobody can read what is encrypted in it, and whoever has both reads all of it.

# Servers, workers and the command line.
ENCRYPTION_KEYS=1:${key()}
FINGERPRINT_KEY=${randomBytes(64).toString('base64')}
VAPID_PUBLIC_KEY=${push.publicKey}
VAPID_PRIVATE_KEY=${push.privateKey}
METRICS_TOKEN=${randomBytes(32).toString('base64url')}

# These and the signer.
COIN_WISH_KEY=${key()}

# The signer ALONE: take this line out of what all others are given. Keep it on paper, too: whoever has these words has
# all coins, and without them the coins are lost.
COIN_SEED="${generateMnemonic(wordlist, 256)}"
`;
}

/** Writes a file of its owner's alone that is not there yet, and has it on the disk. */
export async function writeNew(file: string, content: string): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new CommandRefused(`${file} is there already: its keys may be in use, so it stays.`);
    throw new CommandRefused(`${file} can not be written: ${message}`);
  }
}

export const keysMake: LoneCommand = {
  words: 'keys make',
  operand: 'FILE',
  usage:
    'keys make FILE                           writes the secrets production needs, to a new file',
  async alone(_env, { operand }) {
    await writeNew(operand, variables());
    const lines = [
      `${operand} was written, for you alone to read.`,
      'COIN_SEED goes to the signer alone, everything else to servers and workers, COIN_WISH_KEY to both.',
    ];
    return { lines, json: { file: operand } };
  },
};
