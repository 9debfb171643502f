/** `kyc list`, `kyc show`, `kyc verify` and `kyc reject`. */
import { join } from 'node:path';
import { findMember } from '../../features/accounts/accounts.ts';
import {
  rejectKyc,
  type Submission,
  showKyc,
  stepsOf,
  verifyKyc,
  waitingSubmissions,
} from '../../features/kyc/kyc.ts';
import { openPicture } from '../../features/uploads/uploads.ts';
import { type Command, type Tools, WrongUsage } from '../command.ts';
import { openFolder, writePrivate } from '../files.ts';
import { letters } from './letters.ts';
import { theMember } from './members.ts';

const mostListed = 200;
const mostSteps = 50;
const longestReason = 500;

export const kycList: Command = {
  words: 'kyc list',
  usage:
    'kyc list                                 members whose documents wait for a decision, the oldest first',
  async run({ db }) {
    const waiting = await waitingSubmissions(db, mostListed);
    return {
      json: waiting.map(({ createdAt, ...one }) => ({
        ...one,
        submittedAt: createdAt.toISOString(),
      })),
      lines:
        waiting.length === 0
          ? ['Nobody waits.']
          : waiting.map(({ email, createdAt }) => `${createdAt.toISOString()}  ${email}`),
    };
  },
};

/** Writes the pictures into a folder that only its owner can read; answers the files. */
async function savePictures(
  tools: Tools,
  { id, front, back, address, selfie }: Submission,
  { folder, reason }: { folder: string; reason: string },
): Promise<string[]> {
  await openFolder(folder);
  const saved: string[] = [];
  for (const [name, path] of Object.entries({ front, back, address, selfie })) {
    const look = { path, operator: tools.by, reason };
    const file = join(folder, `${id}-${name}.jpg`);
    await writePrivate(file, await openPicture(tools, look));
    saved.push(file);
  }
  return saved;
}

export const kycShow: Command = {
  words: 'kyc show',
  deed: true,
  operand: 'EMAIL',
  flags: { save: 'value' },
  usage:
    'kyc show EMAIL [--save FOLDER]           what a member submitted, their pictures, and accounts with the same papers; each view is logged',
  async run(tools, { operand, values }) {
    const memberId = await theMember(tools.db, operand);
    const found = await showKyc(tools, memberId, tools.by);
    const folder = values.get('save');
    const pictures =
      found && folder
        ? await savePictures(tools, found.submission, { folder, reason: 'kyc show' })
        : [];
    const steps = await stepsOf(tools.db, memberId, mostSteps);
    const name = (await findMember(tools.db, memberId))?.fullName ?? '';
    const data = found ? Object.entries({ account: name, ...found.data }) : [];
    const sharing = found?.sharing ?? [];
    return {
      json: {
        memberId,
        name,
        verdict: found?.submission.verdict ?? null,
        submittedAt: found?.submission.createdAt.toISOString() ?? null,
        data: found?.data ?? null,
        pictures,
        sharing,
        steps: steps.map(({ memberId: _same, createdAt, ...step }) => ({
          ...step,
          createdAt: createdAt.toISOString(),
        })),
      },
      lines: [
        ...(found ? [] : ['Nothing that was submitted is kept.']),
        ...data.map(([name, value]) => `${name}: ${letters(value)}`),
        ...sharing.map(
          ({ email, kycStatus, same }) =>
            `The same ${same.join(', ')}: ${letters(email)} (KYC status ${kycStatus})`,
        ),
        ...pictures,
        ...steps.map(({ step, actor: by, reason, createdAt }) =>
          letters(`${createdAt.toISOString()}  ${step} by ${by}${reason && `: ${reason}`}`),
        ),
      ],
    };
  },
};

export const kycVerify: Command = {
  words: 'kyc verify',
  deed: true,
  operand: 'EMAIL',
  usage:
    'kyc verify EMAIL                         verifies the member and emails them; view their pictures first (kyc show)',
  async run({ db, by }, { operand }) {
    const memberId = await theMember(db, operand);
    await verifyKyc(db, memberId, by);
    return { json: { memberId, status: 'v' }, lines: [`${operand} is verified.`] };
  },
};

export const kycReject: Command = {
  words: 'kyc reject',
  deed: true,
  operand: 'EMAIL',
  flags: { reason: 'needed' },
  usage:
    'kyc reject EMAIL --reason TEXT           rejects the documents and emails the reason; the member may submit again; run kyc show first',
  async run({ db, by }, { operand, values }) {
    const reason = letters(values.get('reason') ?? '').trim();
    if (reason === '' || reason.length > longestReason)
      throw new WrongUsage(`--reason has 1 to ${longestReason} characters.`);
    const memberId = await theMember(db, operand);
    await rejectKyc(db, memberId, { actor: by, reason });
    return { json: { memberId, status: 'r', reason }, lines: [`${operand} was rejected.`] };
  },
};
