/**
 * Signed heads of the ledger, one a day, in a file and by mail: rewriting the history takes more than write
 * access to the database, because the heads would no longer match.
 */
import { verify } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from '@giftlane/texts/text.ts';
import { type Chore, defineJob, enqueue, type Handlers } from '../../jobs/jobs.ts';
import { bookHead } from '../../ledger/proof.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import type { Config } from '../../platform/process/config.ts';
import { minutes } from '../../platform/process/durations.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { compose, dispatch, type PostParts } from '../mails/mails.ts';
import { lockSignedHeads, noteHeadMailed } from './queries.ts';

interface HeadParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly config: Pick<Config, 'heads'>;
}

/** A line: signed text, space, Ed25519 signature in base64url. */
const pattern = /^(giftlane-ledger (\d{4}-\d\d-\d\d) (\d{1,15}) ([0-9a-f]{64})) ([\w-]{86})$/;

/** Parses a line; undefined if its signature is not by this key. */
function readLine(line: string, publicKey: string) {
  const [, signed = '', day = '', size, root, signature = ''] = pattern.exec(line) ?? [];
  const isOurs = verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64url'));
  return isOurs ? { day, nSize: Number(size), sRoot: root } : undefined;
}

const linesOf = (content: string) =>
  content
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Appends a line and syncs the file. After a line that a crash cut short it starts a new one. */
async function append(file: string, line: string, before: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.writeFile(`${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const mailHeadJob = defineJob<{ day: string; line: string }>('book.mail-head', { attempts: 100 });

/**
 * Signs the head of the day unless the file has it, and mails it once. The file is written first: after a
 * crash in between, the next run mails the line of the file. Does nothing while the ledger is empty.
 */
export async function signHead({ db, keys, config: { heads } }: HeadParts): Promise<void> {
  await db.tx(async (tx) => {
    const day = await lockSignedHeads(tx);
    const content = await contentOf(heads.file);
    let line = linesOf(content).find((one) => readLine(one, keys.publicKey)?.day === day);
    if (!line) {
      const head = await bookHead(tx);
      if (!head || head.nSize === 0) return;
      const signed = `giftlane-ledger ${day} ${head.nSize} ${head.sRoot}`;
      line = `${signed} ${keys.sign(signed).toString('base64url')}`;
      await append(heads.file, line, content);
    }
    if (heads.mailTo && (await noteHeadMailed(tx, day)))
      await enqueue(tx, { job: mailHeadJob, payload: { day, line } });
  });
}

/** The daily head as a chore; runs every ten minutes, so that downtime rarely skips a day. */
export const headChore = (parts: HeadParts): Chore => ({
  name: 'book.head',
  everyMs: minutes(10),
  firstAfterMs: minutes(1),
  run: () => signHead(parts),
});

export function headJobs(
  parts: PostParts & { readonly config: Pick<Config, 'publicUrl' | 'heads'> },
): Handlers {
  return {
    [mailHeadJob.task]: async ({ day, line }: { day: string; line: string }) => {
      const to = parts.config.heads.mailTo;
      if (!to) return;
      const words = [text('mail.ledgerHead.keep'), line];
      const letter = compose({
        heading: text('mail.ledgerHead.heading', { day }),
        paragraphs: words,
        bare: true,
      });
      await dispatch(parts, { mailId: `ledger_head_${day}`, to, letter });
    },
  };
}

/** Verifies lines of signed heads: their signatures, and that the ledger still has the same roots. */
export async function headProblems(
  db: Queryable,
  { publicKey }: Pick<KeyRing, 'publicKey'>,
  content: string,
): Promise<{ heads: number; problems: string[] }> {
  const lines = linesOf(content);
  const problems: string[] = [];
  for (const [i, line] of lines.entries()) {
    const head = readLine(line, publicKey);
    if (!head) problems.push(`line ${i + 1} is not signed with this shop's key`);
    else if ((await bookHead(db, head.nSize))?.sRoot !== head.sRoot)
      problems.push(`line ${i + 1}: the ledger had other seals on ${head.day}`);
  }
  return { heads: lines.length, problems };
}
